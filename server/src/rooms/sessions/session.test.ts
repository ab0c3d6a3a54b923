import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsAfter } from '../../core/clock.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { deleteOld } from './jobs.queries.ts'
import { recordLog, refusal } from './testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const hours = (n: number) => n * 3600
const session = (person: Person) => person.send(contract.sessions.getUserSession)
const ended = { http: 200, ...refusal('session_required') }
const rowsOf = (userId: number) =>
  w.database.system.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()

describe('without a session', () => {
  test('a visitor gets 200 with an uncacheable response that reports no session', async () => {
    const response = await w.visitor().request('/api/v1/getUserSession')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual(refusal('session_required'))
  })

  test('a forged cookie is no session', async () => {
    const eve = w.visitor()
    for (const token of ['A'.repeat(43), '', '%00', "' or 1=1 --", 'x'.repeat(4000)]) {
      eve.cookies.set('cutaway_session', token)
      expect(await session(eve)).toMatchObject(ended)
    }
  })

  test('logging out succeeds', async () => {
    expect(await w.visitor().send(contract.sessions.logout)).toMatchObject({ http: 200, status: 1, data: null })
  })
})

describe('a user with two devices', () => {
  test('logs out on one and stays logged in on the other', async () => {
    const [phone, tablet] = [await w.loggedIn('advisor'), await w.loggedIn('advisor')]
    const stolen = phone.cookies.get('cutaway_session')!
    await phone.call(contract.sessions.logout)
    expect(await session(tablet)).toMatchObject({ status: 1 })
    phone.cookies.set('cutaway_session', stolen)
    expect(await session(phone)).toMatchObject(ended)
    await phone.call(contract.sessions.logout)
    expect(phone.cookies.has('cutaway_session')).toBe(false)
  })

  test('is logged out on both when the account is deleted', async () => {
    const [phone, tablet] = [await w.loggedIn('lite2'), await w.loggedIn('lite2')]
    const { user_id } = await phone.me()
    await w.database.system
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('user_id', '=', user_id)
      .execute()
    expect(await session(phone)).toMatchObject(ended)
    expect(await tablet.send(contract.users.getUserPermissions, { params: { user_id } })).toMatchObject({ http: 401 })
  })
})

describe('a cookie of another site', () => {
  test('is not accepted', async () => {
    const anna = await w.loggedIn('advisor', { site: 44 })
    const here = w.visitor()
    here.cookies.set('cutaway_session', anna.cookies.get('cutaway_session')!)
    expect(await session(here)).toMatchObject(ended)
    const { user_id } = await anna.me()
    expect(await here.send(contract.users.getUserPermissions, { params: { user_id } })).toMatchObject({ http: 401 })
    expect(await session(anna)).toMatchObject({ status: 1 })
  })
})

describe('a cross-site request', () => {
  const logout = (person: Person, headers: Record<string, string>) =>
    person.request('/api/v1/logout', { method: 'POST', headers })

  test.each<[string, Record<string, string>]>([
    ['with a foreign Origin', { origin: 'https://evil.example' }],
    ['with Sec-Fetch-Site: cross-site', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['with Sec-Fetch-Site: same-site', { origin: '', 'sec-fetch-site': 'same-site' }],
    ['with the Origin null', { origin: 'null' }],
    ['without Origin and Sec-Fetch-Site', { origin: '' }],
  ])('is refused %s, and the session survives', async (_, headers) => {
    const anna = await w.loggedIn('advisor')
    const response = await logout(anna, headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual(refusal('cross_site_request_refused'))
    expect(await session(anna)).toMatchObject({ status: 1 })
  })

  test('cannot log the user in to another account', async () => {
    const response = await w.visitor().request('/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ username: 'advisor', password: 'cutaway-demo' }),
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test.each<[string, Record<string, string>]>([
    ['the page’s own Origin', {}],
    ['Sec-Fetch-Site: same-origin', { origin: '', 'sec-fetch-site': 'same-origin' }],
  ])('does not include a request with %s', async (_, headers) => {
    const anna = await w.loggedIn('advisor')
    expect((await logout(anna, headers)).status).toBe(200)
    expect(await session(anna)).toMatchObject(ended)
  })
})

describe('session expiry', () => {
  test('slides with use, and ends an idle session', async () => {
    const anna = await w.loggedIn('staff')
    const { user_id } = await anna.me()
    for (let day = 0; day < 3; day += 1) {
      w.clock.forward(hours(8))
      const answer = await session(anna)
      const end = secondsAfter(w.clock.now(), hours(12)).getTime()
      expect(Math.abs(new Date(answer.data!.expires_at).getTime() - end)).toBeLessThan(2000)
      await expect.poll(async () => (await rowsOf(user_id))[0]?.expires_at.toISOString()).toBe(answer.data!.expires_at)
    }
    w.clock.forward(hours(12.1))
    expect(await session(anna)).toMatchObject(ended)
  })

  test('is not written at every use', async () => {
    const anna = await w.loggedIn('staff2')
    const { user_id } = await anna.me()
    const [before] = await rowsOf(user_id)
    w.clock.forward(240)
    expect((await session(anna)).data?.expires_at).toBe(before?.expires_at.toISOString())
    expect(await rowsOf(user_id)).toEqual([before])
  })

  test('is 30 days with "stay logged in", used or not', async () => {
    const anna = w.visitor()
    const first = await anna.logIn('student', undefined, { stay: true })
    w.clock.forward(hours(24 * 29))
    expect(await session(anna)).toMatchObject({ status: 1, data: { expires_at: first.data!.expires_at } })
    w.clock.forward(hours(24.1))
    expect(await session(anna)).toMatchObject(ended)
  })

  test('is followed by deletion of the row in the cleanup job', async () => {
    const [gone, staying] = [await w.loggedIn('student2'), w.visitor()]
    await staying.logIn('student2', undefined, { stay: true })
    const { user_id } = await gone.me()
    await gone.logIn('student2', 'wrong')
    w.clock.forward(hours(13))
    await deleteOld(w.database.system, w.clock.now(), {
      attempts: secondsAfter(w.clock.now(), -900),
      places: secondsAfter(w.clock.now(), -900),
      acting: w.clock.now(),
    })
    expect(await rowsOf(user_id)).toHaveLength(1)
    expect(
      await w.database.system.selectFrom('login_attempts').selectAll().where('username', '=', 'student2').execute(),
    ).toEqual([])
    expect(await session(staying)).toMatchObject({ status: 1 })
  })
})

describe('the first login', () => {
  const close = (person: Person, body?: { user_id: number }) =>
    person.send(contract.sessions.changeFirstTimeLoginStatus, { body })

  test('is over once the help video has been closed', async () => {
    const anna = await w.loggedIn('advisor', { site: 150 })
    expect((await anna.me()).is_first_time_login).toBe(1)
    expect(await close(anna)).toMatchObject({ status: 1, data: { is_first_time_login: 0 } })
    expect((await anna.me()).is_first_time_login).toBe(0)
    expect((await (await w.loggedIn('advisor', { site: 150 })).me()).is_first_time_login).toBe(0)
    expect((await (await w.loggedIn('advisor2', { site: 150 })).me()).is_first_time_login).toBe(1)
  })

  test('never ends where the site is configured so', async () => {
    const anna = await w.loggedIn('advisor', { site: 153 })
    expect(await close(anna)).toMatchObject({ status: 1, data: { is_first_time_login: 1 } })
    expect((await anna.me()).is_first_time_login).toBe(1)
  })

  test('shows a help video on sites 150 to 153 and 183, a different one on 183, and nowhere else', async () => {
    const shown: [number, string][] = []
    for (const site of [2, 31, 44, 69, 142, 148, 150, 151, 152, 153, 154, 183, 189]) {
      const { help_video } = (await session(await w.loggedIn('staff', { site }))).data!
      if (help_video) shown.push([site, help_video])
    }
    expect(shown).toEqual([
      [150, 'portal'],
      [151, 'portal'],
      [152, 'portal'],
      [153, 'portal'],
      [183, 'workshop'],
    ])
  })

  test('shows it until closed; site 153 shows it at every login, at most once per session', async () => {
    const video = async (person: Person) => (await session(person)).data!.help_video
    for (const [site, again] of [
      [152, null],
      [153, 'portal'],
    ] as const) {
      const anna = await w.loggedIn('lite', { site })
      expect(await video(anna)).toBe('portal')
      await close(anna)
      expect(await video(anna)).toBeNull()
      expect(await video(await w.loggedIn('lite', { site }))).toBe(again)
    }
  })

  test('shows none on a touch screen', async () => {
    expect((await session(await w.loggedIn('kiosk', { site: 150 }))).data!.help_video).toBeNull()
  })

  test('cannot be changed for another user', async () => {
    const [anna, bob] = [await w.loggedIn('advisor', { site: 151 }), await w.loggedIn('super', { site: 151 })]
    const { user_id } = await anna.me()
    expect(await close(bob, { user_id })).toMatchObject({ http: 403 })
    expect((await anna.me()).is_first_time_login).toBe(1)
    expect(await close(anna, { user_id })).toMatchObject({ status: 1 })
  })
})

test('neither responses nor the log contain a password, a hash or a token', async () => {
  const log = recordLog(w)
  const anna = w.visitor()
  const texts: string[] = []
  const keep = async (path: string, init?: Parameters<Person['request']>[1]) =>
    texts.push(await (await anna.request(path, init)).text())
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  await keep('/api/v1/login', { ...post, body: JSON.stringify({ username: 'advisor', password: 'cutaway-demo' }) })
  const token = anna.cookies.get('cutaway_session')!
  const { user_id } = await anna.me()
  await keep('/api/v1/getUserSession')
  await keep(`/api/v1/getUserPermissions/${user_id}`)
  await keep('/api/v1/logout', { method: 'POST' })
  log.end()
  expect(log.text()).toContain('/api/v1/getUserSession')
  for (const secret of ['cutaway-demo', 'argon2', token, 'password_hash', 'token_hash'])
    expect(texts.join('') + log.text()).not.toContain(secret)
})
