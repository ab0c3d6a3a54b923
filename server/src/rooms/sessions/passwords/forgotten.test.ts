import { contract } from '@cutaway/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../../../../demo/people.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { demoPassword, expectSameTime, forgot, linkIn, mailsTo, recordLog, refusal } from '../testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const newPassword = 'a new password of mine'
const expired = { http: 200, ...refusal('password_link_expired') }
const check = (person: Person, token: string) =>
  person.send(contract.sessions.forgotPasswordTokenCheck, { body: { token } })
const choose = (person: Person, token: string, password = newPassword) =>
  person.send(contract.sessions.forgetPasswordUpdate, { body: { token, password } })
const session = (person: Person) => person.send(contract.sessions.getUserSession)

describe('password reset', () => {
  test('sets a new password from the mailed link, and ends all sessions of the old one', async () => {
    const [tablet, anna] = [await w.loggedIn('advisor'), w.visitor()]
    const { href, token } = await forgot(anna, 'Advisor', 'advisor@site31.example')
    expect(href).toBe(`http://${anna.host}/forgot_password/${token}`)

    expect(await check(anna, token)).toMatchObject({ status: 1, data: { username: 'advisor' } })
    expect(await choose(anna, token)).toMatchObject({ status: 1, message: 'password_changed', data: null })

    expect(await session(tablet)).toMatchObject(refusal('session_required'))
    expect(await anna.logIn('advisor', demoPassword)).toMatchObject(refusal('incorrect_login_details'))
    expect(await anna.logIn('advisor', newPassword)).toMatchObject({ status: 1 })
    const mails = await mailsTo(anna, 'advisor@site31.example', 2)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.text).not.toContain('forgot_password')
  })

  test('accepts the e-mail address instead of the user name', async () => {
    const anna = w.visitor()
    await anna.send(contract.sessions.forgotPassword, { body: { email: 'Attorney@Site31.example' } })
    const [mail] = await mailsTo(anna, 'attorney@site31.example')
    expect(await check(anna, linkIn(mail!).token)).toMatchObject({ data: { username: 'attorney' } })
  })

  test('mails each account of a shared address its own link', async () => {
    const address = 'workshop@site33.example'
    const both = w.database.system.updateTable('users').set({ email: address }).where('web_site_id', '=', 33)
    await both.where('username', 'in', ['advisor', 'staff']).execute()
    const anna = w.visitor({ site: 33 })
    await anna.send(contract.sessions.forgotPassword, { body: { email: address } })
    const mails = await mailsTo(anna, address, 2)
    const owners = await Promise.all(mails.map(async (m) => (await check(anna, linkIn(m).token)).data?.username ?? ''))
    expect(owners.toSorted()).toEqual(['advisor', 'staff'])
  })

  test('mails in the user’s language, or in the site’s', async () => {
    const language = w.database.system.updateTable('users').set({ language_id: 71 }).where('web_site_id', '=', 39)
    await language.where('username', '=', 'advisor').execute()
    const anna = w.visitor({ site: 39 })
    await forgot(anna, 'advisor', 'advisor@site39.example')
    await forgot(anna, 'staff', 'staff@site39.example')
    expect(await mailsTo(anna, 'advisor@site39.example')).toMatchObject([{ language_code: 'he-IL' }])
    expect(await mailsTo(anna, 'staff@site39.example')).toMatchObject([{ language_code: 'en-US' }])
  })

  test('mails in the language that was chosen on the page', async () => {
    const anna = w.visitor({ site: 39 })
    anna.cookies.set('cutaway_language', '50')
    await forgot(anna, 'advisor', 'advisor@site39.example')
    const [, second] = await mailsTo(anna, 'advisor@site39.example', 2)
    expect(second).toMatchObject({ language_code: 'en-US' })
  })

  test('lifts a block, because access to the mail proves ownership', async () => {
    const anna = w.visitor({ site: 44 })
    for (let i = 0; i < 6; i += 1) await anna.logIn('advisor', `wrong ${i}`)
    expect(await anna.logIn('advisor')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
    const { token } = await forgot(anna, 'advisor', 'advisor@site44.example')
    await choose(anna, token)
    expect(await anna.logIn('advisor', newPassword)).toMatchObject({ status: 1 })
  })

  test('ends a session that was opened concurrently with the old password', async () => {
    for (const [n, wait] of [0, 3, 6, 9, 12, 18].entries()) {
      const { username } = demoPeople[n]!
      const [anna, thief] = [w.visitor({ site: 183 }), w.visitor({ site: 183 })]
      const { token } = await forgot(anna, username, `${username}@site183.example`)
      const late = async () => {
        await sleep(wait)
        return thief.logIn(username)
      }
      const [chosen, entered] = await Promise.all([choose(anna, token), late()])
      expect(chosen.status).toBe(1)
      expect(['ok', 'incorrect_login_details', 'conflict']).toContain(entered.message)
      expect(await session(thief)).toMatchObject(refusal('session_required'))
    }
  })

  test('satisfies a forced password change', async () => {
    const flagged = w.database.system
      .updateTable('users')
      .set({ required_password_change: true })
      .where('web_site_id', '=', 44)
    await flagged.where('username', '=', 'staff').execute()
    const anna = w.visitor({ site: 44 })
    await choose(anna, (await forgot(anna, 'staff', 'staff@site44.example')).token)
    expect((await anna.logIn('staff', newPassword)).data?.required_password_change).toBe(false)
  })
})

describe('the response to a reset request', () => {
  const ask = async (person: Person, body: object) => {
    const response = await person.request('/api/v1/forgotPassword', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { http: response.status, text: await response.text() }
  }

  test('does not reveal whether the account exists', async () => {
    const anna = w.visitor({ site: 54 })
    const deleted = w.database.system.updateTable('users').set({ deleted_at: new Date() }).where('web_site_id', '=', 54)
    await deleted.where('username', '=', 'lite').execute()
    const known = await ask(anna, { username: 'advisor' })
    expect(known).toMatchObject({ http: 200 })
    for (const body of [
      { username: 'nobody' },
      { email: 'nobody@example.com' },
      { username: 'lite' },
      { username: "x' or 1=1 --" },
    ])
      expect(await ask(anna, body)).toEqual(known)
    // Jobs run in order: once the last mail has arrived, any earlier ones would have arrived too.
    await forgot(anna, 'staff', 'staff@site54.example')
    const all = await w.database.system
      .selectFrom('mails')
      .select('to_address')
      .where('web_site_id', '=', 54)
      // The seeded demo users have sent mail to customers.
      .where('to_address', 'not like', '%@mailbox.example')
      .execute()
    expect(all.map((m) => m.to_address).toSorted()).toEqual(['advisor@site54.example', 'staff@site54.example'])
  })

  test('takes the same time for existing and unknown accounts', async () => {
    await expectSameTime(
      { tries: 20, rounds: 3 },
      () => ask(w.visitor({ site: 102 }), { username: 'student' }),
      (i) => ask(w.visitor({ site: 102 }), { username: `nobody ${i}` }),
    )
  })

  test('requires a name or an address, and finds none of another site', async () => {
    expect(await ask(w.visitor(), {})).toMatchObject({ http: 400 })
    expect(await ask(w.visitor(), { username: 'a\u0000b' })).toMatchObject({ http: 400 })
    expect(await ask(w.visitor(), { username: 'advisor', web_site_id: 44 })).toMatchObject({ http: 403 })
  })

  test('sends at most three mails an hour, regardless of the number of requests', async () => {
    const anna = w.visitor({ site: 135 })
    for (let n = 1; n <= 3; n += 1) await forgot(anna, 'advisor', 'advisor@site135.example', n)
    await anna.send(contract.sessions.forgotPassword, { body: { username: 'advisor' } })
    await forgot(anna, 'staff', 'staff@site135.example')
    expect(await mailsTo(anna, 'advisor@site135.example')).toHaveLength(3)
    w.clock.forward(3601)
    await forgot(anna, 'advisor', 'advisor@site135.example', 4)
  })

  test('is limited to ten requests a minute per IP address', async () => {
    const eve = w.visitor({ site: 139 })
    for (let i = 0; i < 10; i += 1) expect(await ask(eve, { username: `n${i}` })).toMatchObject({ http: 200 })
    expect(await ask(eve, { username: 'advisor' })).toMatchObject({ http: 429 })
  })

  test('never contains a link to a foreign host', async () => {
    const response = await w.visitor().request('/api/v1/forgotPassword', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example', origin: 'http://evil.example' },
      body: JSON.stringify({ username: 'translator' }),
    })
    expect(response.status).toBe(200)
    const [mail] = await mailsTo(w.visitor(), 'translator@site31.example')
    expect(mail?.html).not.toContain('evil.example')
    expect(linkIn(mail!).href).toMatch(/^http:\/\/site31\.localhost[:/]/)
  })
})

describe('a password reset link', () => {
  const on = async (site: number) => {
    const anna = w.visitor({ site })
    return { anna, token: (await forgot(anna, 'advisor', `advisor@site${site}.example`)).token }
  }

  test('works once', async () => {
    const { anna, token } = await on(142)
    expect(await choose(anna, token)).toMatchObject({ status: 1 })
    expect(await check(anna, token)).toMatchObject(expired)
    expect(await choose(anna, token, 'another password')).toMatchObject(expired)
    expect(await anna.logIn('advisor', newPassword)).toMatchObject({ status: 1 })
  })

  test('is invalidated when another link of the same account is used', async () => {
    const { anna, token } = await on(148)
    const { token: second } = await forgot(anna, 'advisor', 'advisor@site148.example', 2)
    expect(await choose(anna, second)).toMatchObject({ status: 1 })
    expect(await choose(anna, token, 'another password')).toMatchObject(expired)
  })

  test('is valid for an hour', async () => {
    const { anna, token } = await on(150)
    w.clock.forward(3590)
    expect(await check(anna, token)).toMatchObject({ status: 1 })
    w.clock.forward(11)
    expect(await check(anna, token)).toMatchObject(expired)
    expect(await choose(anna, token)).toMatchObject(expired)
    expect(await anna.logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('that never existed returns the same response as an expired one', async () => {
    const anna = w.visitor()
    for (const token of ['x', 'A'.repeat(43), "'; drop table users --", '\u0001', 'é'])
      expect(await check(anna, token)).toMatchObject(expired)
    expect(await choose(anna, 'A'.repeat(43))).toMatchObject(expired)
  })

  test('is invalid on another site and for a deleted account', async () => {
    const { anna, token } = await on(151)
    expect(await check(w.visitor({ site: 152 }), token)).toMatchObject(expired)
    expect(await choose(w.visitor({ site: 152 }), token)).toMatchObject(expired)
    const gone = w.database.system.updateTable('users').set({ deleted_at: new Date() }).where('web_site_id', '=', 151)
    await gone.where('username', '=', 'advisor').execute()
    expect(await check(anna, token)).toMatchObject(expired)
    expect(await choose(anna, token)).toMatchObject(expired)
  })

  test('succeeds for one of two simultaneous uses', async () => {
    const { anna, token } = await on(153)
    const passwords = ['the first password', 'the second password']
    const answers = await Promise.all(passwords.map((p) => choose(anna, token, p)))
    expect(answers.map((a) => a.message).toSorted()).toEqual(['password_changed', 'password_link_expired'])
    const winner = passwords[answers.findIndex((a) => a.status === 1)]!
    for (const p of passwords) expect((await anna.logIn('advisor', p)).status).toBe(p === winner ? 1 : 0)
  })

  test('succeeds for one of two links of an account that are used simultaneously', async () => {
    const { anna, token } = await on(172)
    const { token: second } = await forgot(anna, 'advisor', 'advisor@site172.example', 2)
    const answers = await Promise.all([
      choose(anna, token, 'the first password'),
      choose(anna, second, 'the second one'),
    ])
    expect(answers.map((a) => a.message).toSorted()).toEqual(['password_changed', 'password_link_expired'])
  })

  test('changes only its own account, whatever the other fields say', async () => {
    const { anna, token } = await on(154)
    const { user_id: id } = await (await w.loggedIn('super', { site: 154 })).me()
    const body = {
      token,
      password: newPassword,
      username: 'super',
      id,
      email: 'super@site154.example',
      web_site_id: 31,
    }
    expect(await anna.send(contract.sessions.forgetPasswordUpdate, { body })).toMatchObject({ status: 1 })
    expect(await anna.logIn('super', newPassword)).toMatchObject({ status: 0 })
    expect(await anna.logIn('advisor', newPassword)).toMatchObject({ status: 1 })
  })

  test('requires a password of at least ten characters', async () => {
    const { anna, token } = await on(161)
    expect(await choose(anna, token, 'too short')).toMatchObject({ http: 400, message: 'invalid_request' })
    expect(await choose(anna, token, 'x'.repeat(201))).toMatchObject({ http: 400 })
    expect(await check(anna, token)).toMatchObject({ status: 1 })
  })

  test('appears in the mail and nowhere else', async () => {
    const log = recordLog(w)
    const { anna, token } = await on(163)
    await choose(anna, token)
    log.end()
    expect(log.text()).toContain('/api/v1/forgetPasswordUpdate')
    for (const secret of [token, newPassword, '$argon2']) expect(log.text()).not.toContain(secret)
    const rows = await w.database.system.selectFrom('password_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
