import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../core/auth/caller.ts'
import { demoPassword, expectSameTime, logInByForm, refusal } from '../rooms/sessions/testing.ts'
import { solvedCaptcha } from '../testing/captcha.ts'
import { world, type Person, type World } from '../testing/world.ts'

/** Guessing a user's password locks out neither that user nor the colleagues at the same address. */

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const minutes = (n: number) => n * 60
const keys = (answers: { message: string }[]) => answers.map((a) => a.message)

/** Returns a browser that was closed and reopened: without its session, with the device cookie. */
function reopened(person: Person): Person {
  person.cookies.delete('cutaway_session')
  return person
}

/** A colleague of Dana or a robot makes `times` attempts and solves every puzzle. */
async function guess(person: Person, username: string, times: number) {
  const answers = []
  for (let i = 0; i < times; i += 1) answers.push(await logInByForm(person, username, `guess ${i}`))
  return keys(answers)
}

describe('a browser and an address of a user whose password leaked', () => {
  test('are no longer known after a password change', async () => {
    const at = { ip: '198.51.100.152' }
    const intruder = await w.loggedIn('advisor', at)
    const dana = w.visitor()
    const token = 'a-token-that-came-by-mail'
    await w.database.system
      .insertInto('password_tokens')
      .values({
        web_site_id: 31,
        token_hash: hashToken(token),
        user_id: (await intruder.me()).user_id,
        expires_at: new Date(w.clock.now().getTime() + 3_600_000),
      })
      .execute()
    await dana.call(contract.sessions.forgetPasswordUpdate, { body: { token, password: 'harbour lantern violet' } })
    await guess(w.visitor(), 'advisor', 5)
    expect(await intruder.logIn('advisor', 'harbour lantern violet')).toMatchObject(
      refusal('you_are_blocked_for_1_hour'),
    )
  })
})

describe('Dana, while a stranger guesses her password', () => {
  test('logs in from the browser that she used before, again and again', async () => {
    const dana = await w.loggedIn('advisor', { site: 33 })
    const stranger = w.visitor({ site: 33 })
    for (let hour = 0; hour < 2; hour += 1) {
      expect(await guess(stranger, 'advisor', 6)).toEqual([
        ...Array.from({ length: 5 }, () => 'incorrect_login_details'),
        'you_are_blocked_for_1_hour',
      ])
      // She is travelling, at another address each time.
      const onTheRoad = w.visitor({ site: 33 })
      onTheRoad.cookies.set('cutaway_device', dana.cookies.get('cutaway_device')!)
      expect(await onTheRoad.logIn('advisor')).toMatchObject({ status: 1 })
      expect(await stranger.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
      w.clock.forward(minutes(61))
    }
  })

  test('logs in from a new browser at her usual address', async () => {
    const office = '198.51.100.44'
    await w.loggedIn('advisor', { site: 44, ip: office })
    await guess(w.visitor({ site: 44 }), 'advisor', 6)
    expect(await w.visitor({ site: 44, ip: office }).logIn('advisor')).toMatchObject({ status: 1 })
    // On an unknown computer and at an unknown address, she cannot be distinguished from the stranger.
    expect(await w.visitor({ site: 44 }).logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
  })

  test('logs in from a shared address where another user tries twenty names', async () => {
    const at = { site: 54, ip: '198.51.100.54' }
    await w.loggedIn('advisor', at)
    const somebody = w.visitor(at)
    for (let i = 0; i < 20; i += 1) await guess(somebody, `name ${i}`, 1)
    expect(await somebody.logIn('translator')).toMatchObject(refusal('your_ip_blocked_1_hour'))
    expect(await w.visitor(at).logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('solves the puzzle in a new browser before the block, and logs in', async () => {
    await guess(w.visitor({ site: 102 }), 'advisor', 3)
    const dana = w.visitor({ site: 102 })
    expect(await dana.logIn('advisor')).toMatchObject(refusal('captcha_required'))
    expect(await dana.logIn('advisor', demoPassword, { captcha: 'made up' })).toMatchObject(
      refusal('captcha_not_solved'),
    )
    expect(await dana.logIn('advisor', demoPassword, { captcha: await solvedCaptcha(dana) })).toMatchObject({
      status: 1,
    })
  })
})

describe('a known browser', () => {
  test('has its own count: five wrong passwords block it, and no other browser', async () => {
    const dana = reopened(await w.loggedIn('advisor', { site: 135 }))
    expect(await guess(dana, 'advisor', 6)).toEqual([
      ...Array.from({ length: 5 }, () => 'incorrect_login_details'),
      'you_are_blocked_for_1_hour',
    ])
    expect(await dana.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
    expect(await w.visitor({ site: 135 }).logIn('advisor')).toMatchObject({ status: 1 })
    w.clock.forward(minutes(61))
    expect(await dana.logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('gets no additional attempts by sending fifty at once', async () => {
    const dana = reopened(await w.loggedIn('advisor', { site: 139 }))
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => dana.logIn('advisor', `guess ${i}`)))
    const of = (key: string) => keys(answers).filter((k) => k === key).length
    expect(of('incorrect_login_details')).toBe(5)
    expect(of('you_are_blocked_for_1_hour')).toBe(45)
  })

  test('is known only for the users who logged in there, on that site', async () => {
    const shared = await w.loggedIn('advisor', { site: 142 })
    await shared.logIn('location')
    const cookie = shared.cookies.get('cutaway_device')!
    for (const name of ['advisor', 'location', 'staff']) await guess(w.visitor({ site: 142 }), name, 5)
    const later = w.visitor({ site: 142 })
    later.cookies.set('cutaway_device', cookie)
    expect(await later.logIn('staff')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
    expect(await later.logIn('advisor')).toMatchObject({ status: 1 })
    expect(await later.logIn('location')).toMatchObject({ status: 1 })

    await guess(w.visitor({ site: 148 }), 'advisor', 5)
    const elsewhere = w.visitor({ site: 148 })
    elsewhere.cookies.set('cutaway_device', cookie)
    expect(await elsewhere.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
  })

  test('cannot be forged, and grants no access by itself', async () => {
    const dana = await w.loggedIn('advisor', { site: 150 })
    const cookie = dana.cookies.get('cutaway_device')!
    await guess(w.visitor({ site: 150 }), 'advisor', 5)
    for (const forged of [
      cookie.slice(0, -1),
      cookie.replace(/\.\d+\./, '.9999999999.'),
      'x',
      '~~~',
      'a'.repeat(3000),
    ]) {
      const thief = w.visitor({ site: 150 })
      thief.cookies.set('cutaway_device', forged)
      expect(await thief.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
    }
    const thief = w.visitor({ site: 150 })
    thief.cookies.set('cutaway_device', cookie)
    expect(await thief.send(contract.sessions.getUserSession)).toMatchObject(refusal('session_required'))
    expect(await thief.logIn('advisor', 'wrong')).toMatchObject(refusal('incorrect_login_details'))
  })

  test('has a cookie that scripts and other sites cannot read, and that lasts for more than a year', async () => {
    const response = await w.visitor({ site: 151 }).request('/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'advisor', password: demoPassword }),
    })
    const line = response.headers.getSetCookie().find((l) => l.startsWith('cutaway_device='))
    expect(line).toMatch(/; HttpOnly/)
    expect(line).toMatch(/; SameSite=Lax/)
    expect(Number(/Max-Age=(\d+)/.exec(line!)![1])).toBe(400 * 86_400)
  })
})

describe('a stranger', () => {
  test('gets five passwords checked out of fifty sent at once from fifty addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => w.visitor({ site: 153 }).logIn('advisor', `guess ${i}`)),
    )
    expect(keys(answers).filter((k) => k === 'incorrect_login_details').length).toBeLessThanOrEqual(5)
    // Depending on the order, five were checked at once, or two and then each new address was asked for the captcha.
    const { status, message } = await w.visitor({ site: 153 }).logIn('advisor')
    expect(status).toBe(0)
    expect(['you_are_blocked_for_1_hour', 'captcha_required']).toContain(message)
  })

  test('is also blocked without solving a puzzle: unchecked attempts count', async () => {
    const robot = w.visitor({ site: 154 })
    const answers = []
    for (let i = 0; i < 8; i += 1) answers.push(await robot.logIn('advisor', `guess ${i}`))
    expect(keys(answers)).toEqual([
      'incorrect_login_details',
      'incorrect_login_details',
      ...Array.from({ length: 4 }, () => 'captcha_required'),
      'you_are_blocked_for_1_hour',
      'you_are_blocked_for_1_hour',
    ])
  })

  test('waits longer with each failure', async () => {
    const robot = w.visitor({ site: 161 })
    const waits = []
    for (let i = 0; i < 5; i += 1) {
      const captcha = await solvedCaptcha(robot)
      const start = w.clock.now().getTime()
      await robot.logIn('advisor', `guess ${i}`, { captcha })
      waits.push(w.clock.now().getTime() - start)
    }
    expect(waits[2]).toBeGreaterThanOrEqual(500)
    expect(waits[3]).toBeGreaterThanOrEqual(1000)
    expect(waits[4]).toBeGreaterThanOrEqual(2000)
  })

  test('who shares an address with Dana does not learn who logs in there', async () => {
    const at = { site: 163, ip: '198.51.100.163' }
    await w.loggedIn('advisor', at)
    const answersTo = async (username: string) => {
      await guess(w.visitor({ site: 163 }), username, 5)
      const neighbour = w.visitor(at)
      const said = []
      for (let i = 0; i < 8; i += 1) said.push((await neighbour.logIn(username, `guess ${i}`)).message)
      return said
    }
    expect(await answersTo('advisor')).toEqual(await answersTo('nobody'))
  })

  test('who shares an address with Dana gets five or six attempts there, as at any address', async () => {
    const at = { site: 172, ip: '198.51.100.172' }
    await w.loggedIn('advisor', at)
    const neighbour = w.visitor(at)
    expect(await guess(neighbour, 'advisor', 6)).toContain('you_are_blocked_for_1_hour')
    await guess(neighbour, 'advisor', 2)
    expect(await neighbour.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
  })

  test('cannot detect by response time whether a blocked name exists', async () => {
    // Each address has a few attempts before it is refused at once.
    await guess(w.visitor({ site: 183 }), 'advisor', 5)
    await guess(w.visitor({ site: 183 }), 'nobody', 5)
    await expectSameTime(
      { tries: 15, rounds: 4 },
      () => w.visitor({ site: 183 }).logIn('advisor', 'guess'),
      () => w.visitor({ site: 183 }).logIn('nobody', 'guess'),
    )
  })
})
