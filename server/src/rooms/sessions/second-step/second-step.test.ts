import { contract } from '@cutaway/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../../../demo/people.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { logInByForm, mailsTo, refusal } from '../testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const { beginApp, confirmApp, removeApp, beginSecondStep, completeLogin, makeRecoveryCodes, requireSecondStep } =
  contract.sessions

/** Returns the code that the app shows now. */
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(w.clock.now().getTime() / 1000) })

/** Sets up an authenticator app for a user; returns its secret and the recovery codes. */
async function withApp(username: string, site: number) {
  const person = await w.loggedIn(username, { site })
  const { user_id } = await person.me()
  const { typed } = await person.call(beginApp, { body: { user_id } })
  const secret = typed.replaceAll(' ', '')
  const { recovery } = await person.call(confirmApp, { body: { user_id, code: await codeOf(secret) } })
  // The next code of the app: the first one has been used.
  w.clock.forward(30)
  return { person, user_id, secret, recovery }
}

const complete = (person: Person, code: string) => person.send(completeLogin, { body: { code } })

test('a mail tells the owner of an account when a second step is added or removed, or codes are made', async () => {
  const { person, user_id } = await withApp('advisor2', 31)
  const { email } = await person.me()
  await person.call(makeRecoveryCodes, { body: { user_id } })
  await person.call(removeApp, { body: { user_id } })
  const mails = await mailsTo(await w.loggedIn('super'), email, 3)
  const texts = [
    /An authenticator app was added to the account advisor2/,
    /New recovery codes were made for the account advisor2/,
    /The authenticator app was removed from the account advisor2/,
  ]
  for (const text of texts)
    expect(
      mails.filter((mail) => text.test(mail.text)),
      String(text),
    ).toHaveLength(1)
})

describe('a login with an authenticator app', () => {
  test('needs a code after the password; before it there is no session', async () => {
    const { secret } = await withApp('advisor', 31)
    const dana = w.visitor()
    expect(await dana.logIn('advisor')).toMatchObject(refusal('second_step_required'))
    expect((await dana.send(contract.sessions.getUserSession)).status).toBe(0)
    expect(await dana.call(beginSecondStep)).toEqual({ has_app: true, passkey: null, has_recovery_codes: true })
    expect(await complete(dana, '000000')).toMatchObject(refusal('code_wrong'))
    expect(await complete(dana, await codeOf(secret))).toMatchObject({ status: 1 })
    expect((await dana.me()).username).toBe('advisor')
  })

  test('accepts each code once, also from two devices at the same moment', async () => {
    const { secret } = await withApp('advisor', 33)
    const devices = [w.visitor({ site: 33 }), w.visitor({ site: 33 })]
    for (const device of devices) await device.logIn('advisor')
    const code = await codeOf(secret)
    const answers = await Promise.all(devices.map((device) => complete(device, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 1])
    const third = w.visitor({ site: 33 })
    await third.logIn('advisor')
    expect(await complete(third, code)).toMatchObject(refusal('code_wrong'))
  })

  test('counts wrong codes like wrong passwords: a right password between them does not reset the count', async () => {
    const { secret } = await withApp('advisor', 44)
    const thief = w.visitor({ site: 44 })
    const said: string[] = []
    for (let i = 0; i < 6; i += 1) {
      if (i % 2 === 0) await logInByForm(thief, 'advisor')
      said.push((await complete(thief, `00000${i}`)).message)
    }
    // The request for a captcha counts too, as with passwords.
    expect(said.filter((key) => key === 'code_wrong').length).toBeGreaterThanOrEqual(4)
    expect(said.at(-1)).toBe('you_are_blocked_for_1_hour')
    expect(await complete(thief, await codeOf(secret))).toMatchObject(refusal('you_are_blocked_for_1_hour'))
  })

  test('ends with the password that began it, and after 10 minutes', async () => {
    const { person, user_id, secret } = await withApp('advisor', 54)
    const [early, late] = [w.visitor({ site: 54 }), w.visitor({ site: 54 })]
    await late.logIn('advisor')
    w.clock.forward(601)
    expect(await complete(late, await codeOf(secret))).toMatchObject(refusal('login_step_expired'))
    await early.logIn('advisor')
    const body = { user_id, password: 'another good password', current_password: demoPassword }
    await person.call(contract.users.updatePassword, { body })
    expect(await complete(early, await codeOf(secret))).toMatchObject(refusal('login_step_expired'))
    expect(await complete(w.visitor({ site: 54 }), await codeOf(secret))).toMatchObject(refusal('login_step_expired'))
  })
})

describe('recovery codes', () => {
  test('are shown once and stored as hashes; each completes one login', async () => {
    const { recovery } = await withApp('staff', 31)
    expect(new Set(recovery).size).toBe(10)
    const stored = JSON.stringify(await w.database.system.selectFrom('recovery_codes').selectAll().execute())
    for (const code of recovery) expect(stored).not.toContain(code)
    const rosa = w.visitor()
    await rosa.logIn('staff')
    expect(await complete(rosa, recovery[0]!.toUpperCase())).toMatchObject({ status: 1 })
    await rosa.logIn('staff')
    expect(await complete(rosa, recovery[0]!)).toMatchObject(refusal('code_wrong'))
    expect(await complete(rosa, recovery[1]!)).toMatchObject({ status: 1 })
  })

  test('can be made again, which ends the old ones', async () => {
    const { person, user_id, recovery } = await withApp('staff', 33)
    const made = await person.call(makeRecoveryCodes, { body: { user_id } })
    expect(made).toMatchObject({ codes_left: 10 })
    const rosa = w.visitor({ site: 33 })
    await rosa.logIn('staff')
    expect(await complete(rosa, recovery[0]!)).toMatchObject(refusal('code_wrong'))
    expect(await complete(rosa, made.recovery[0]!)).toMatchObject({ status: 1 })
  })
})

test('changing the second step needs the current password unless the login is fresh', async () => {
  const { person, user_id } = await withApp('student', 31)
  w.clock.forward(11 * 60)
  const remove = (current?: string) =>
    person.send(removeApp, { body: { user_id, ...(current ? { current_password: current } : {}) } })
  expect(await remove()).toMatchObject(refusal('current_password_required'))
  expect(await remove('not the password')).toMatchObject(refusal('current_password_wrong'))
  expect(await remove(demoPassword)).toMatchObject({ status: 1, data: { has_app: false, codes_left: 0 } })
  expect(await w.visitor().logIn('student')).toMatchObject({ status: 1 })
})

test('the secret of the app is sealed in the database, and never in the audit log', async () => {
  const { secret } = await withApp('lite', 31)
  for (const table of ['totp_secrets', 'audit_log'] as const)
    expect(JSON.stringify(await w.database.system.selectFrom(table).selectAll().execute())).not.toContain(secret)
})

test('a wrong passkey is refused, and a user without one gets no options', async () => {
  await withApp('translator', 31)
  const person = w.visitor()
  await person.logIn('translator')
  const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', response: {}, clientExtensionResults: {} }
  expect(await person.send(completeLogin, { body: { passkey } })).toMatchObject(refusal('passkey_wrong'))
})

test('a business requires a second step of its managers: they reach nothing before they have one', async () => {
  const site = 102
  const manager = await w.loggedIn('regional', { site })
  const boss = await w.loggedIn('enterprise', { site })
  expect(await boss.send(requireSecondStep, { body: { is_required: true } })).toMatchObject(refusal('no_second_step'))
  const { person, user_id } = await withApp('enterprise', site)
  await person.call(requireSecondStep, { body: { is_required: true } })

  const session = await manager.call(contract.sessions.getUserSession)
  expect(session.required_second_step).toBe(true)
  expect(await manager.send(contract.users.getPersonalSettings)).toMatchObject({
    http: 403,
    message: 'second_step_missing',
  })
  const id = session.user.user_id
  const { typed } = await manager.call(beginApp, { body: { user_id: id } })
  await manager.call(confirmApp, { body: { user_id: id, code: await codeOf(typed.replaceAll(' ', '')) } })
  expect((await manager.send(contract.users.getPersonalSettings)).status).toBe(1)
  expect(await person.send(removeApp, { body: { user_id } })).toMatchObject(refusal('second_step_is_required'))

  // Neither advisers nor the other business are asked.
  for (const who of ['advisor', 'regional2'])
    expect((await (await w.loggedIn(who, { site })).send(contract.users.getPersonalSettings)).status).toBe(1)
  expect(
    await (await w.loggedIn('regional2', { site })).send(requireSecondStep, { body: { is_required: false } }),
  ).toMatchObject({ http: 403 })
})
