import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../testing/world.ts'
import { withoutSecretFields } from './audit.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const rows = async (action?: string) => {
  const all = w.database.system.selectFrom('audit_log').selectAll().orderBy('audit_id')
  return (action === undefined ? all : all.where('action', '=', action)).execute()
}

test('records logins, failed logins and logouts', async () => {
  const dana = w.visitor({ ip: '203.0.113.7' })
  await dana.logIn('advisor', 'not the password')
  await dana.logIn('advisor')
  const { user_id } = await dana.me()
  await dana.call(contract.sessions.logout)
  const about = { web_site_id: 31, ip: '203.0.113.7', target_kind: 'user', target_id: String(user_id) }
  expect(await rows('session.log_in')).toEqual([
    expect.objectContaining({ ...about, user_id: null, outcome: 'incorrect_login_details', after: null }),
    expect.objectContaining({ ...about, user_id, outcome: 'ok', after: { kind: 'password', stay: false } }),
  ])
  expect(await rows('session.log_out')).toEqual([expect.objectContaining({ ...about, user_id, outcome: 'ok' })])
})

test('does not record a logout without a session', async () => {
  const before = await rows()
  await w.visitor().call(contract.sessions.logout)
  expect(await rows()).toEqual(before)
})

test('records a request for a password link, without the address that was typed', async () => {
  await w.visitor().call(contract.sessions.forgotPassword, { body: { email: 'advisor@nowhere.example' } })
  const [row] = await rows('password.ask_link')
  expect(row).toMatchObject({ user_id: null, target_kind: null, outcome: 'ok' })
  expect(JSON.stringify(row)).not.toContain('nowhere.example')
})

test('records the manager and the user acted for, with the values before and after the change', async () => {
  const [dana, boss] = [await w.loggedIn('advisor'), await w.loggedIn('enterprise')]
  const [danaId, bossId] = [(await dana.me()).user_id, (await boss.me()).user_id]
  const save = (person: typeof dana, mail_subject: string) =>
    person.call(contract.branding.addEmailContent, { body: { user_id: danaId, mail_subject } })
  await save(dana, 'Your car')
  await save(boss, 'Your repair')
  const [own, byBoss] = await rows('message_texts.change')
  expect(own).toMatchObject({ user_id: danaId, acted_for: null, before: null })
  expect(byBoss).toMatchObject({
    user_id: bossId,
    acted_for: danaId,
    target_kind: 'user',
    target_id: String(danaId),
    before: { mail_subject: 'Your car' },
    after: { mail_subject: 'Your repair' },
  })
  expect(byBoss!.request_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('identifies the target record by kind and id', async () => {
  const dana = await w.loggedIn('advisor')
  const made = await dana.call(contract.sharing.generateLink, {
    body: { part_id: 'BRKDSC', lang_id: 50, brand_id: 1, driverside: 'left', generatelink: {} },
  })
  await dana.call(contract.sharing.revokeLink, { body: { link_id: made.link_id } })
  const about = { target_kind: 'link', target_id: String(made.link_id) }
  expect(await rows('link.make')).toEqual([expect.objectContaining(about)])
  expect(await rows('link.revoke')).toEqual([
    expect.objectContaining({
      ...about,
      before: expect.objectContaining({ state: 'active' }),
      after: expect.objectContaining({ state: 'revoked' }),
    }),
  ])
})

test('does not record a refused, rolled-back change', async () => {
  const dana = await w.loggedIn('advisor')
  const { user_id } = await dana.me()
  const before = (await rows()).length
  const answer = await dana.send(contract.branding.addUserEmailAddress, { body: { user_id, email: 'no address' } })
  expect(answer.status).toBe(0)
  expect(await rows()).toHaveLength(before)
})

test('lets the application role insert and select rows, but not update or delete them', async () => {
  const inSite = (text: string) =>
    w.database.inTenant(31, (db) => db.executeQuery({ sql: text, parameters: [] } as never))
  await expect(inSite(`update audit_log set action = 'nothing'`)).rejects.toThrow(/permission denied/)
  await expect(inSite('delete from audit_log')).rejects.toThrow(/permission denied/)
  await expect(inSite('truncate audit_log')).rejects.toThrow(/permission denied/)
  const seen = await w.database.inTenant(44, (db) => db.selectFrom('audit_log').select('audit_id').execute())
  expect(seen).toEqual([])
})

test('omits secrets at any depth', () => {
  const facts = { email: 'a@b.example', password_hash: 'x', inner: [{ token: 'y', api_key: 'z', name: 'n' }] }
  expect(withoutSecretFields(facts)).toEqual({ email: 'a@b.example', inner: [{ name: 'n' }] })
})
