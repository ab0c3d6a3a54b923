import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Ella adds the networks of her shops; people there log in by one press and without a password. */

const c = contract.organisation
const site = 39

let w: World
let ella: Person
const ids = new Map<string, number>()
beforeAll(async () => {
  w = await world()
  ella = await w.loggedIn('enterprise', { site })
  for (const name of ['advisor', 'kiosk', 'location', 'enterprise', 'advisor2']) {
    // oxlint-disable-next-line no-await-in-loop -- logins of one address take turns anyway
    const person = await w.loggedIn(name, { site })
    // oxlint-disable-next-line no-await-in-loop
    ids.set(name, (await person.me()).user_id)
  }
})
afterAll(() => w.close())

const idOf = (name: string) => ids.get(name)!
const add = (ip: string, login_type: 2 | 3 | 12 | 13, who: string, to = ip) =>
  ella.call(c.addIPRange, { body: { from_ip: ip, to_ip: to, login_type, user_id: idOf(who) } })
const at = (ip: string, on = site) => w.visitor({ site: on, ip })
const none = { status: 0, message: 'auto_login_none', data: null }

describe('a range of one user', () => {
  test('offers that user to every address in it, both ends included, and to no other', async () => {
    await add('203.0.113.10', 13, 'advisor', '203.0.113.19')
    for (const ip of ['203.0.113.10', '203.0.113.19', '::ffff:203.0.113.15'])
      expect(await at(ip).send(c.autoLoginByRemoteIP)).toMatchObject({
        status: 1,
        data: { login_type: 13, users: [{ user_id: idOf('advisor') }] },
      })
    for (const ip of ['203.0.113.9', '203.0.113.20', '2001:db8::1'])
      expect(await at(ip).send(c.autoLoginByRemoteIP)).toMatchObject(none)
    // Another web site has neither the range nor the feature.
    expect(await at('203.0.113.10', 31).send(c.autoLoginByRemoteIP)).toMatchObject(none)
  })

  test('of IPv6 offers the user to every address of its networks, both ends included', async () => {
    await add('2a02:8388:1:200::/63', 13, 'advisor')
    for (const ip of ['2a02:8388:1:200::', '2a02:8388:1:201:ffff:ffff:ffff:ffff'])
      expect(await at(ip).send(c.autoLoginByRemoteIP)).toMatchObject({
        data: { users: [{ user_id: idOf('advisor') }] },
      })
    for (const ip of ['2a02:8388:1:1ff:ffff::1', '2a02:8388:1:202::', '::1', 'fe80::1', '0:0:cb00:710a::'])
      expect(await at(ip).send(c.autoLoginByRemoteIP)).toMatchObject(none)
    const { data } = await at('2a02:8388:1:201::9').send(c.confirmAutoLogin, { body: { user_id: idOf('advisor') } })
    expect(data!.user.username).toBe('advisor')
  })

  test('logs in by one confirmation, and asking alone logs nobody in', async () => {
    const visitor = at('203.0.113.11')
    await visitor.send(c.autoLoginByRemoteIP)
    expect((await visitor.send(contract.sessions.getUserSession)).status).toBe(0)
    const { data } = await visitor.send(c.confirmAutoLogin, { body: { user_id: idOf('advisor') } })
    expect(data!.user.username).toBe('advisor')
    expect((await visitor.me()).username).toBe('advisor')
  })

  test('logs in nobody else, whatever id is sent, and nobody from outside', async () => {
    for (const name of ['kiosk', 'enterprise', 'advisor2'])
      expect(await at('203.0.113.11').send(c.confirmAutoLogin, { body: { user_id: idOf(name) } })).toMatchObject(none)
    expect(await at('203.0.113.99').send(c.confirmAutoLogin, { body: { user_id: idOf('advisor') } })).toMatchObject(
      none,
    )
    const form = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    const forged = await at('203.0.113.11').request('/api/v1/autoLoginByRemoteIP', {
      method: 'POST',
      headers: form,
      body: JSON.stringify({ user_id: idOf('advisor') }),
    })
    expect(forged.status).toBe(403)
  })

  test('never offers a manager of the business, nor a user who is locked or has a second step', async () => {
    await add('203.0.113.30', 13, 'enterprise')
    expect(await at('203.0.113.30').send(c.autoLoginByRemoteIP)).toMatchObject(none)
    await add('203.0.113.31', 13, 'kiosk')
    const user = { web_site_id: site, user_id: idOf('kiosk') }
    const lock = (active: 0 | 1) =>
      w.database.system
        .updateTable('users')
        .set({ active })
        .where('web_site_id', '=', site)
        .where('user_id', '=', user.user_id)
        .execute()
    await lock(0)
    expect(await at('203.0.113.31').send(c.autoLoginByRemoteIP)).toMatchObject(none)
    await lock(1)
    expect(await at('203.0.113.31').send(c.autoLoginByRemoteIP)).toMatchObject({ status: 1 })
    const secret = { ...user, secret: 'sealed', confirmed_at: w.clock.now() }
    await w.database.system.insertInto('totp_secrets').values(secret).execute()
    expect(await at('203.0.113.31').send(c.autoLoginByRemoteIP)).toMatchObject(none)
  })

  test('gives a session without rights over accounts and money', async () => {
    await add('203.0.113.40', 12, 'location')
    const visitor = at('203.0.113.40')
    const { data } = await visitor.send(c.confirmAutoLogin, { body: { user_id: idOf('location') } })
    expect(data!.permissions).not.toContain('manage_users')
    expect(await visitor.send(contract.users.getUserlistAndUserRegionAndUserLocationAndAccessType)).toMatchObject({
      http: 403,
    })
    const password = 'another password of mine'
    const change = await visitor.send(contract.users.updatePassword, {
      body: { user_id: idOf('location'), password },
    })
    expect(change.status).toBe(0)
  })

  test('that waits for approval, was refused, or is deleted offers nothing', async () => {
    const large = await add('100.7.0.0', 13, 'advisor', '100.7.1.255')
    expect(large.state).toBe('waiting')
    expect(await at('100.7.0.9').send(c.autoLoginByRemoteIP)).toMatchObject(none)
    const small = await add('203.0.113.50', 13, 'advisor')
    expect(await at('203.0.113.50').send(c.autoLoginByRemoteIP)).toMatchObject({ status: 1 })
    await ella.call(c.deleteIPAutoLogin, { params: { id: small.id } })
    expect(await at('203.0.113.50').send(c.autoLoginByRemoteIP)).toMatchObject(none)
  })

  test('changes what it offers without a new decision', async () => {
    const range = await add('203.0.113.60', 13, 'advisor')
    const body = { id: range.id, from_ip: range.ip1, to_ip: range.ip2, login_type: 3 as const }
    expect(await ella.call(c.updateIPRange, { body })).toMatchObject({ login_type: 3, state: 'active' })
  })
})

describe('a range of a store', () => {
  test('of type 3 lists the people of the store, by id and name only', async () => {
    await add('198.51.100.10', 3, 'advisor')
    const { data } = await at('198.51.100.10').send(c.autoLoginByRemoteIP)
    const names = data!.users.map(({ user_id }) => user_id)
    expect(names).toContain(idOf('advisor'))
    expect(names).not.toContain(idOf('enterprise'))
    expect(names).not.toContain(idOf('advisor2'))
    expect(Object.keys(data!.users[0]!).toSorted()).toEqual(['name', 'user_id'])
  })

  test('of type 2 asks for the store number, which says nothing outside the network or of another business', async () => {
    await add('198.51.100.20', 2, 'advisor')
    const store = (await (await w.loggedIn('advisor', { site })).me()).store_number!
    const foreign = (await (await w.loggedIn('advisor2', { site })).me()).store_number
    const inside = at('198.51.100.20')
    expect(await inside.send(c.autoLoginByRemoteIP)).toMatchObject({ data: { login_type: 2, users: [] } })
    const list = (store_number: string, who = inside) =>
      who.send(c.getUsersByStoreNumber, { params: { json: { store_number } } })
    expect((await list(` ${store.toLowerCase()} `)).data!.map(({ user_id }) => user_id)).toContain(idOf('advisor'))
    expect(await list(store, at('198.51.100.99'))).toMatchObject(none)
    // A range that asks for no number does not answer to one either.
    expect(await list(store, at('198.51.100.10'))).toMatchObject(none)
    expect(await list('no such store')).toMatchObject(none)
    if (foreign && foreign !== store) expect(await list(foreign)).toMatchObject(none)
    const confirm = (body: { user_id: number; store_number?: string }) => inside.send(c.confirmAutoLogin, { body })
    expect(await confirm({ user_id: idOf('advisor') })).toMatchObject(none)
    expect(await confirm({ user_id: idOf('advisor2'), store_number: store })).toMatchObject(none)
    expect(await confirm({ user_id: idOf('advisor'), store_number: store })).toMatchObject({ status: 1 })
  })
})

test('an address that somebody claims in a header counts only from a trusted proxy', async () => {
  const other = await world({ env: { TRUSTED_PROXIES: '10.0.0.1' } })
  try {
    const boss = await other.loggedIn('enterprise', { site })
    const who = await (await other.loggedIn('advisor', { site })).me()
    const body = { from_ip: '203.0.113.10', to_ip: '203.0.113.10', user_id: who.user_id }
    await boss.call(c.addIPRange, { body })
    const forger = other.visitor({ site, ip: '203.0.113.10' })
    expect(await forger.send(c.autoLoginByRemoteIP)).toMatchObject(none)
    expect(await forger.send(c.confirmAutoLogin, { body: { user_id: who.user_id } })).toMatchObject(none)
  } finally {
    await other.close()
  }
})
