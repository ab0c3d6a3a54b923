import { contract } from '@cutaway/contract'
import { apiKeyPattern } from '@cutaway/contract/administration/api-keys.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

let w: World
let second: World
beforeAll(async () => {
  w = await world()
  second = await w.another()
})
afterAll(async () => {
  await second.close()
  await w.close()
})

const { makeApiKey, NewGenerateApiDesc, getApiKey, getApiDetailsList, deleteApiKey } = contract.users
type Scopes = ('films' | 'links' | 'sends' | 'reports')[]

/** Returns a key that differs in its last character. */
const another = (key: string) => key.slice(0, -1) + (key.endsWith('z') ? 'y' : 'z')

async function keyOf(person: Person, scopes: Scopes = ['films'], days: number | null = null) {
  const { user_id } = await person.me()
  return person.call(makeApiKey, { body: { user_id, description: 'Our web shop', scopes, days } })
}

/** Makes a call as another program does, on one of the nodes. */
async function program(
  node: World,
  key: string,
  path: string,
  { site = 31, body }: { site?: number; body?: object } = {},
) {
  const response = await node.visitor({ site }).request(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { message } = (await response.json()) as { message: string }
  return { http: response.status, message }
}
const films = urlOf(contract.catalogue.getCommonSymptoms, { lang: '50' })

describe('making keys', () => {
  test('a key is shown once; the database holds its hash and its last four characters', async () => {
    const boss = await w.loggedIn('enterprise')
    const { whole_key, ...made } = await keyOf(boss, ['films', 'reports'], 90)
    expect(whole_key).toMatch(apiKeyPattern)
    expect(made).toMatchObject({ description: 'Our web shop', scopes: ['films', 'reports'], state: 'active' })
    const { user_id } = await boss.me()
    const list = await boss.call(getApiDetailsList, { params: { user: user_id } })
    expect(list[0]).toEqual({ ...made, api_key: `cutaway_••••••••${whole_key.slice(-4)}` })
    expect(await boss.call(getApiKey, { params: { user: user_id } })).toEqual({ api_key: list[0]!.api_key })
    for (const table of ['api_keys', 'audit_log'] as const)
      expect(JSON.stringify(await w.database.system.selectFrom(table).selectAll().execute())).not.toContain(whole_key)
  })

  test('needs a description and a scope', async () => {
    const boss = await w.loggedIn('enterprise')
    const { user_id } = await boss.me()
    const make = (description: string, scopes: Scopes) =>
      boss.send(makeApiKey, { body: { user_id, description, scopes, days: null } })
    expect(await make('  ', ['films'])).toMatchObject({ status: 0, message: 'enter_a_description' })
    expect(await make('Web shop', [])).toMatchObject({ status: 0, message: 'choose_a_scope' })
  })

  test('takes the 12 characters of older clients, once, and refuses what can be guessed', async () => {
    const boss = await w.loggedIn('enterprise')
    const { user_id } = await boss.me()
    const store = (apiKey: string) =>
      boss.send(NewGenerateApiDesc, { body: { user_id, websiteID: 31, apiKey, descAPI: 'Old client' } })
    expect(await store('k3v9x2m7q4ab')).toMatchObject({ status: 1, data: { api_key: '••••••••q4ab' } })
    expect(await store('k3v9x2m7q4ab')).toMatchObject({ status: 0, message: 'api_key_already_exists' })
    expect(await store('aaaaaabbbbbb')).toMatchObject({ status: 0, message: 'api_key_too_easy' })
    expect(await store('K3V9X2M7Q4AB')).toMatchObject({ http: 400 })
    expect(await program(w, 'k3v9x2m7q4ab', films)).toMatchObject({ http: 200 })
  })

  test('is for users with the right, and for themselves', async () => {
    for (const who of ['location', 'advisor', 'kiosk', 'student'])
      await expect(keyOf(await w.loggedIn(who))).rejects.toMatchObject({ http: 403 })
    const [boss, colleague] = [await w.loggedIn('enterprise'), await w.loggedIn('employee')]
    const { user_id } = await colleague.me()
    const body = { user_id, description: 'x', scopes: ['films' as const], days: null }
    expect(await boss.send(makeApiKey, { body })).toMatchObject({ http: 403 })
  })
})

describe('using keys', () => {
  test('a key makes the calls of its scopes on every node, and no others', async () => {
    const { whole_key } = await keyOf(await w.loggedIn('enterprise'))
    for (const node of [w, second]) expect(await program(node, whole_key, films)).toMatchObject({ http: 200 })
    const sends = urlOf(contract.sharing.getSends, { json: {} })
    expect(await program(w, whole_key, sends)).toEqual({ http: 403, message: 'api_key_scope_missing' })
    expect(await program(w, whole_key, '/api/v1/getPersonalSettings')).toMatchObject({ http: 403 })
    expect(await program(w, whole_key, films, { site: 33 })).toEqual({ http: 401, message: 'api_key_invalid' })
    expect(await program(w, another(whole_key), films)).toMatchObject({ http: 401 })
    const [row] = await w.database.system.selectFrom('api_keys').selectAll().orderBy('api_key_id', 'desc').execute()
    await expect
      .poll(async () => {
        const key = w.database.system.selectFrom('api_keys').select('last_used_at')
        return (await key.where('api_key_id', '=', row!.api_key_id).executeTakeFirst())?.last_used_at
      })
      .toBeInstanceOf(Date)
  })

  test('has no right that its owner lacks, and the audit log names the key', async () => {
    const boss = await w.loggedIn('enterprise', { site: 44 })
    const { user_id } = await boss.me()
    const { whole_key, id } = await keyOf(boss, ['films', 'links'])
    const link = { part_id: 'BRKDSC', lang_id: 50, brand_id: 1, driverside: 'left', generatelink: {} }
    const make = () => program(w, whole_key, '/api/v1/generateLink', { site: 44, body: link })
    expect(await make()).toMatchObject({ http: 200 })
    const row = await w.database.system
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'link.make')
      .executeTakeFirst()
    expect(row).toMatchObject({ user_id, api_key_id: id })
    const users = w.database.system.updateTable('users').where('user_id', '=', user_id)
    await users.set({ permissions: ['allow_view_animations', 'manage_api_keys'] }).execute()
    expect(await make()).toMatchObject({ http: 403, message: 'permission_denied' })
    await users.set({ permissions: ['allow_view_animations', 'allow_generate_link'] }).execute()
    expect(await make()).toMatchObject({ http: 401, message: 'api_key_invalid' })
  })

  test('ends with its time, with its revocation, and with its owner, at once on the other node', async () => {
    const boss = await w.loggedIn('enterprise', { site: 54 })
    const { user_id } = await boss.me()
    const at = { site: 54 }
    const state = async (id: number) =>
      (await boss.call(getApiDetailsList, { params: { user: user_id } })).find((key) => key.id === id)?.state

    const short = await keyOf(boss, ['films'], 1)
    w.clock.forward(24 * 3600 + 1)
    second.clock.forward(24 * 3600 + 1)
    expect(await program(second, short.whole_key, films, at)).toMatchObject({ http: 401 })
    await boss.logIn('enterprise')
    expect(await state(short.id)).toBe('expired')

    const revoked = await keyOf(boss)
    expect(await program(second, revoked.whole_key, films, at)).toMatchObject({ http: 200 })
    expect(await boss.call(deleteApiKey, { params: { id: revoked.id } })).toMatchObject({ state: 'revoked' })
    expect(await program(second, revoked.whole_key, films, at)).toMatchObject({ http: 401 })

    const left = await keyOf(boss)
    const owner = w.database.system.updateTable('users').where('user_id', '=', user_id)
    await owner.set({ required_password_change: true }).execute()
    expect(await program(second, left.whole_key, films, at)).toMatchObject({ http: 403 })
    await owner.set({ required_password_change: false, active: 0 }).execute()
    expect(await program(second, left.whole_key, films, at)).toMatchObject({ http: 401, message: 'api_key_invalid' })
    await owner.set({ active: 1, deleted_at: w.clock.now() }).execute()
    expect(await program(second, left.whole_key, films, at)).toMatchObject({ http: 401, message: 'api_key_invalid' })
  })
})

test('a key of a suspended business, or of one whose subscription ended, makes no call until that is over', async () => {
  const boss = await w.loggedIn('enterprise', { site: 148 })
  const { businessentity_id } = await boss.me()
  const { whole_key } = await keyOf(boss)
  const at = { site: 148 }
  const business = w.database.system
    .updateTable('business_entities')
    .where('web_site_id', '=', 148)
    .where('businessentity_id', '=', businessentity_id)
  expect(await program(w, whole_key, films, at)).toMatchObject({ http: 200 })
  await business.set({ suspended_at: w.clock.now() }).execute()
  for (const node of [w, second])
    expect(await program(node, whole_key, films, at)).toMatchObject({ http: 401, message: 'api_key_invalid' })
  await business.set({ suspended_at: null, subscription_status: 'ended' }).execute()
  expect((await program(w, whole_key, films, at)).http).toBeGreaterThanOrEqual(401)
  await business.set({ subscription_status: 'active' }).execute()
  expect(await program(second, whole_key, films, at)).toMatchObject({ http: 200 })
})

test('keys are listed and revoked only within reach: own business, never another one', async () => {
  const [boss, rival] = [await w.loggedIn('enterprise', { site: 102 }), await w.loggedIn('enterprise2', { site: 102 })]
  const colleague = await w.loggedIn('employee', { site: 102 })
  const made = await keyOf(boss)
  const user = (await boss.me()).user_id
  expect(await rival.send(getApiDetailsList, { params: { user } })).toMatchObject({ http: 403 })
  expect(await rival.send(deleteApiKey, { params: { id: made.id } })).toMatchObject({ http: 404 })
  const elsewhere = await w.loggedIn('enterprise', { site: 135 })
  expect(await elsewhere.send(deleteApiKey, { params: { id: made.id } })).toMatchObject({ http: 404 })
  expect(await colleague.send(deleteApiKey, { params: { id: made.id } })).toMatchObject({ status: 1 })
})
