import { contract } from '@cutaway/contract'
import { customerModePermissions, permissions } from '@cutaway/contract/permissions.ts'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../../../demo/people.ts'
import { start } from '../../start.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { demoPassword, expectSameTime, logInByForm, recordLog, refusal } from './testing.ts'

let w: World
beforeAll(async () => {
  w = await world({ hashesAreStrong: true })
})
afterAll(() => w.close())

const minutes = (n: number) => n * 60
const wrong = async (person: Person, username: string, times: number) => {
  for (let i = 0; i < times; i += 1)
    expect(await logInByForm(person, username, `wrong ${i}`)).toMatchObject(refusal('incorrect_login_details'))
}
/** Attempts count per site, so each test has its own site. */
const on = (site: number) => ({ anna: w.visitor({ site }), eve: w.visitor({ site }) })

describe('a user', () => {
  test('logs in, has a session, and logs out', async () => {
    const anna = w.visitor()
    const answer = await anna.logIn('advisor')
    expect(answer).toMatchObject({ status: 1, http: 200, data: { required_password_change: false } })
    expect(answer.data?.user).toMatchObject({ username: 'advisor', user_access_id: 6, first_name: 'Dana' })
    expect(answer.data?.web_site.web_site_id).toBe(31)
    expect(await anna.call(contract.sessions.getUserSession)).toEqual(answer.data)

    expect(await anna.send(contract.sessions.logout)).toMatchObject({ status: 1, data: null })
    expect([...anna.cookies.keys()]).toEqual(['cutaway_device'])
    expect(await anna.send(contract.sessions.getUserSession)).toMatchObject({
      http: 200,
      ...refusal('session_required'),
    })
  })

  test('may enter the name in capitals and with surrounding spaces', async () => {
    expect(await w.visitor().logIn('  ADVISOR ')).toMatchObject({ status: 1 })
  })

  test('may send the fields of older clients', async () => {
    const body = { username: 'advisor', password: demoPassword, web_site_id: 31, flash: 'false' }
    expect(await w.visitor().send(contract.sessions.login, { body })).toMatchObject({ status: 1 })
  })

  test('cannot log in to another site by its id', async () => {
    const body = { username: 'advisor', password: demoPassword, web_site_id: 44 }
    expect(await w.visitor().send(contract.sessions.login, { body })).toMatchObject({
      http: 403,
      ...refusal('permission_denied'),
    })
  })

  test('gets an entry in the login record', async () => {
    const anna = await w.loggedIn('edumanager', { ip: '198.51.100.20' })
    const { user_id } = await anna.me()
    const rows = await w.database.system
      .selectFrom('logins')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('ip', '=', '198.51.100.20')
      .execute()
    expect(rows).toMatchObject([{ web_site_id: 31, ip: '198.51.100.20', kind: 'password' }])
  })
})

describe('the session cookie', () => {
  const cookieOf = async (body: { stay?: boolean }) => {
    const response = await w.visitor().request('/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'advisor', password: demoPassword, ...body }),
    })
    return response.headers.getSetCookie().find((line) => line.startsWith('cutaway_session=')) ?? ''
  }

  test('is HttpOnly and SameSite, and ends with the browser session', async () => {
    const cookie = await cookieOf({})
    expect(cookie).toMatch(/^cutaway_session=[A-Za-z0-9_-]{43};/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    expect(cookie).not.toMatch(/Expires|Max-Age|Domain/i)
  })

  test('lasts 30 days with "stay logged in"', async () => {
    const expires = /Expires=([^;]+)/.exec(await cookieOf({ stay: true }))?.[1]
    const days = (new Date(expires!).getTime() - w.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(29.99)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('is replaced at every login, and the previous one is invalid', async () => {
    const anna = await w.loggedIn('advisor')
    const before = anna.cookies.get('cutaway_session')!
    await anna.logIn('advisor')
    const after = anna.cookies.get('cutaway_session')!
    expect(after).not.toBe(before)
    const thief = w.visitor()
    thief.cookies.set('cutaway_session', before)
    expect(await thief.send(contract.sessions.getUserSession)).toMatchObject(refusal('session_required'))
  })

  test('cannot be chosen by the caller', async () => {
    const anna = w.visitor()
    anna.cookies.set('cutaway_session', 'A'.repeat(43))
    await anna.logIn('advisor')
    expect(anna.cookies.get('cutaway_session')).not.toBe('A'.repeat(43))
  })

  test('is stored only as a hash', async () => {
    const anna = await w.loggedIn('advisor')
    const token = anna.cookies.get('cutaway_session')!
    const rows = await w.database.system.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a wrong password and an unknown name', () => {
  const post = async (username: string) => {
    const response = await w.visitor({ site: 33 }).request('/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'not the password' }),
    })
    return { http: response.status, text: await response.text() }
  }

  test('get the same response', async () => {
    const known = await post('advisor')
    expect(known).toEqual({ http: 200, text: JSON.stringify(refusal('incorrect_login_details')) })
    expect(await post('nobody')).toEqual(known)
  })

  test('take the same time', async () => {
    const names = demoPeople.flatMap((p) => [p.username, `${p.username}2`]).filter((n) => n !== 'advisor')
    // Four failures of a name do not cause a block.
    await expectSameTime(
      { tries: names.length, rounds: 4 },
      (i) => post(names[i]!),
      (i) => post(`no-${names[i]}`),
    )
  })

  test('are logged without the password, the name, a hash or a token', async () => {
    const log = recordLog(w)
    const { anna } = on(39)
    await wrong(anna, 'advisor', 1)
    await anna.logIn('advisor')
    const token = anna.cookies.get('cutaway_session')!
    await anna.send(contract.sessions.logout)
    log.end()
    expect(log.text()).toContain('"Incorrect login details"')
    for (const secret of ['wrong 0', demoPassword, 'advisor', '$argon2', token])
      expect(log.text()).not.toContain(secret)
  })

  test('are also the response to a deleted user and to a user of another site', async () => {
    const { anna, eve } = on(44)
    await w.database.system
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('web_site_id', '=', 44)
      .where('username', '=', 'student')
      .execute()
    expect(await anna.logIn('student')).toMatchObject(refusal('incorrect_login_details'))
    await w.database.system
      .updateTable('users')
      .set({ username: 'only-on-54' })
      .where('web_site_id', '=', 54)
      .where('username', '=', 'student')
      .execute()
    expect(await eve.logIn('only-on-54')).toMatchObject(refusal('incorrect_login_details'))
  })
})

describe('an attacker who guesses a user’s password', () => {
  test('is blocked for an hour after five attempts, as is the user; afterwards the user logs in', async () => {
    const { anna, eve } = on(54)
    await wrong(eve, 'advisor', 5)
    expect(await eve.logIn('Advisor', 'wrong again')).toMatchObject({
      http: 200,
      ...refusal('you_are_blocked_for_1_hour'),
    })
    expect(await anna.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
    w.clock.forward(minutes(59))
    expect(await anna.logIn('ADVISOR')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
    w.clock.forward(minutes(1))
    expect(await anna.logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('gets no more attempts by sending them simultaneously from many addresses', async () => {
    const tries = Array.from({ length: 25 }, (_, i) => w.visitor({ site: 102 }).logIn('advisor', `wrong ${i}`))
    const answers = await Promise.all(tries)
    const of = (key: string) => answers.filter((a) => a.message === key).length
    // On a slow machine some begin after the second failure, from which on a stranger needs a captcha.
    const looked = of('incorrect_login_details')
    expect(looked).toBeGreaterThanOrEqual(2)
    expect(looked).toBeLessThanOrEqual(5)
    expect(looked + of('captcha_required') + of('you_are_blocked_for_1_hour')).toBe(25)
    expect(of('you_are_blocked_for_1_hour') > 0 || looked < 5).toBe(true)
  })

  test('does not learn from the block whether a name exists', async () => {
    const { eve } = on(135)
    await wrong(eve, 'nobody at all', 5)
    expect(await eve.logIn('nobody at all', 'x')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
  })

  test('does not block the user on another site', async () => {
    const { eve } = on(139)
    await wrong(eve, 'advisor', 5)
    expect(await w.visitor({ site: 142 }).logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('starts from zero after the user logs in, and after a quarter of an hour', async () => {
    const { anna, eve } = on(148)
    await wrong(eve, 'advisor', 4)
    expect(await logInByForm(anna, 'advisor')).toMatchObject({ status: 1 })
    await wrong(eve, 'advisor', 4)
    w.clock.forward(minutes(16))
    await wrong(eve, 'advisor', 4)
    expect(await anna.logIn('advisor')).toMatchObject({ status: 1 })
  })
})

describe('an attacker who tries many names from one address', () => {
  test('is blocked for an hour after twenty attempts; other addresses are not', async () => {
    const { anna, eve } = on(151)
    for (let i = 0; i < 20; i += 1) await wrong(eve, `name ${i}`, 1)
    expect(await eve.logIn('one more', 'x')).toMatchObject({ http: 200, ...refusal('your_ip_blocked_1_hour') })
    expect(await eve.logIn('advisor')).toMatchObject(refusal('your_ip_blocked_1_hour'))
    expect(await anna.logIn('advisor')).toMatchObject({ status: 1 })
    w.clock.forward(minutes(61))
    expect(await eve.logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('has twenty attempts on all web sites together, and is then blocked on all of them', async () => {
    const [first, second, third] = [95, 98, 109].map((site) => w.visitor({ site, ip: '198.51.100.77' })) as [
      Person,
      Person,
      Person,
    ]
    for (let i = 0; i < 10; i += 1) await wrong(first, `name ${i}`, 1)
    for (let i = 0; i < 10; i += 1) await wrong(second, `name ${i}`, 1)
    for (const eve of [first, second, third])
      expect(await eve.logIn('advisor')).toMatchObject(refusal('your_ip_blocked_1_hour'))
    // The failures are older than a quarter of an hour, but the block lasts an hour, also on the third site.
    w.clock.forward(minutes(30))
    expect(await third.logIn('advisor')).toMatchObject(refusal('your_ip_blocked_1_hour'))
    expect(await w.visitor({ site: 109 }).logIn('advisor')).toMatchObject({ status: 1 })
    w.clock.forward(minutes(31))
    expect(await third.logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('cannot reset the count by logging in to another account', async () => {
    const { eve } = on(153)
    for (let i = 0; i < 10; i += 1) await wrong(eve, `name ${i}`, 1)
    await wrong(eve, 'advisor', 2)
    expect(await logInByForm(eve, 'advisor')).toMatchObject({ status: 1 })
    for (let i = 10; i < 18; i += 1) await wrong(eve, `name ${i}`, 1)
    expect(await eve.logIn('advisor2')).toMatchObject(refusal('your_ip_blocked_1_hour'))
  })

  test('counts as one address within an IPv6 /64', async () => {
    for (let i = 0; i < 20; i += 1) await wrong(w.visitor({ site: 154, ip: `2001:db8:7:7::${i + 1}` }), `name ${i}`, 1)
    expect(await w.visitor({ site: 154, ip: '2001:db8:7:7::ffff' }).logIn('advisor')).toMatchObject(
      refusal('your_ip_blocked_1_hour'),
    )
    expect(await w.visitor({ site: 154, ip: '2001:db8:7:8::1' }).logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('gets no more attempts by sending them simultaneously', async () => {
    const { eve } = on(163)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => eve.logIn(`name ${i}`, 'x')))
    const of = (key: string) => answers.filter((a) => a.message === key).length
    expect(of('incorrect_login_details')).toBeLessThanOrEqual(20)
    // Attempts that start after the first failures are asked for the captcha.
    expect(of('incorrect_login_details') + of('your_ip_blocked_1_hour') + of('captcha_required')).toBe(30)
  })
})

describe('many simultaneous logins', () => {
  test('all succeed: one account on a dozen devices', async () => {
    const devices = Array.from({ length: 12 }, () => w.visitor({ site: 183 }))
    const answers = await Promise.all(devices.map((d) => d.logIn('kiosk')))
    expect(answers.map((a) => a.message)).toEqual(answers.map(() => 'ok'))
  })

  test('all succeed: a whole workshop behind one address, with one wrong password', async () => {
    const names = demoPeople.flatMap((p) => [p.username, `${p.username}2`])
    const at = { site: 161, ip: '198.51.100.161' }
    const answers = await Promise.all([
      w.visitor(at).logIn('advisor', 'mistyped'),
      ...names.map((name) => w.visitor(at).logIn(name)),
    ])
    expect(answers.map((a) => a.message)).toEqual(['incorrect_login_details', ...names.map(() => 'ok')])
    expect(await w.visitor(at).logIn('advisor')).toMatchObject({ status: 1 })
  })
})

describe('a business whose subscription has ended', () => {
  test('is asked to subscribe, but only with the right password', async () => {
    const { anna } = on(172)
    const { system } = w.database
    const { businessentity_id } = await system
      .selectFrom('users')
      .select('businessentity_id')
      .where('web_site_id', '=', 172)
      .where('username', '=', 'advisor2')
      .executeTakeFirstOrThrow()
    const entity = system.updateTable('business_entities').where('businessentity_id', '=', businessentity_id!)
    await entity.set({ subscription_status: 'ended' }).execute()
    await wrong(anna, 'advisor2', 1)
    expect(await anna.logIn('advisor2')).toMatchObject({ http: 200, ...refusal('purchase_subscription') })
    expect(anna.cookies.size).toBe(0)
    expect(await w.visitor({ site: 172 }).logIn('advisor')).toMatchObject({ status: 1 })
    await entity.set({ subscription_status: 'cancelled' }).execute()
    expect(await anna.logIn('advisor2')).toMatchObject({ status: 1 })
  })
})

describe('a stored hash', () => {
  const stored = async () => {
    const query = w.database.system.selectFrom('users').select('password_hash')
    return (await query.where('web_site_id', '=', 189).where('username', '=', 'advisor').executeTakeFirstOrThrow())
      .password_hash
  }

  test('with outdated parameters is rehashed at the next login', async () => {
    const { anna } = on(189)
    const old = await hash(demoPassword, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await w.database.system
      .updateTable('users')
      .set({ password_hash: old })
      .where('web_site_id', '=', 189)
      .where('username', '=', 'advisor')
      .execute()
    expect(await anna.logIn('advisor')).toMatchObject({ status: 1 })
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await anna.logIn('advisor')).toMatchObject({ status: 1 })
    expect(await stored()).toBe(renewed)
  })

  test('always has a renewed hash in production', async () => {
    const { config, log } = w.running.services
    await expect(start({ ...config, mode: 'production' }, log, { keepPasswordHashes: true })).rejects.toThrow(
      'In production',
    )
  })
})

describe.each(demoPeople.map((p) => [p.username, p.role] as const))('%s (role %i)', (username, role) => {
  test('logs in with the rights of the role; a touch screen has the rights of its customer mode', async () => {
    const { data } = await w.visitor().logIn(username)
    expect(data?.user.user_access_id).toBe(role)
    const ofRole = permissions.filter((p) => (p.roles as readonly number[]).includes(role)).map((p) => p.name)
    const forCustomers = ofRole.filter((name) => customerModePermissions.includes(name))
    expect(data?.permissions).toEqual(role === 7 ? forCustomers : ofRole)
  })
})
