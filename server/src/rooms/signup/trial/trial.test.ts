import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'
import { codesTo } from '../testing.ts'

const { signup, sessions } = contract

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const page = (person: Person) => person.call(signup.getWebSiteDetailsForFreeTrial)
const ask = async (person: Person, to: object) =>
  person.send(signup.sendFreeTrailOTP, { body: { token: (await page(person)).token, ...to } })
const start = async (person: Person, to: object, code: string, more: object = {}) =>
  person.send(signup.registerFreeTrailUser, { body: { token: (await page(person)).token, ...to, code, ...more } })
/** Asks for a code by mail, and reads it. */
async function codeBy(person: Person, email: string): Promise<string> {
  expect(await ask(person, { email })).toMatchObject({ status: 1, message: 'otp_sent' })
  return (await codesTo(w, email)).at(-1)!
}
const session = (person: Person) => person.send(sessions.getUserSession)
const onTrialSite = () => w.visitor({ site: 39 })

describe('a free trial', () => {
  test('by mail: Mia asks for a code, enters it, and is logged in as a free trial', async () => {
    const mia = onTrialSite()
    const email = 'mia@garage.example'
    const sent = await ask(mia, { email })
    expect(sent.data).toEqual({ sent_to: 'm•••@garage.example', seconds: 20 })
    const [code] = await codesTo(w, email)
    const started = await start(mia, { email }, code!)
    expect(started).toMatchObject({ status: 1, data: { user: { user_access_id: 9, email } } })
    expect((await session(mia)).data?.user.user_access_id).toBe(9)
  })

  test('by text message: the number counts the same however it is typed', async () => {
    const leo = onTrialSite()
    expect(
      await ask(leo, { mobile_number: '(503) 234-0186', mobile_dail_code: '+1', country_code: 'us' }),
    ).toMatchObject({
      status: 1,
    })
    const [code] = await codesTo(w, '+15032340186')
    expect(await start(leo, { mobile_number: '5032340186', country_code: 'us' }, code!)).toMatchObject({ status: 1 })
  })

  test('ends on the server after an hour, and use does not lengthen it', async () => {
    const ada = onTrialSite()
    const email = 'ada@garage.example'
    await start(ada, { email }, await codeBy(ada, email))
    const left = () => ada.call(signup.checkLastLoginFreeTrial)
    expect((await left()).seconds_left).toBeGreaterThan(3590)
    w.clock.forward(3000)
    await session(ada)
    expect((await left()).seconds_left).toBeLessThanOrEqual(600)
    w.clock.forward(601)
    expect(await session(ada)).toMatchObject(refusal('session_required'))
    expect(await left()).toEqual({ last_login: null, logins_left: 0, seconds_left: 0 })
  })

  test('a second login within 24 hours is refused, with the time until the next one', async () => {
    const [tablet, phone] = [onTrialSite(), onTrialSite()]
    const email = 'ben@garage.example'
    await start(tablet, { email }, await codeBy(tablet, email))
    w.clock.forward(3601)
    const again = await start(phone, { email }, await codeBy(phone, email))
    expect(again).toMatchObject({ ...refusal('free_trial_used'), timeCount: { second: expect.any(Number) } })
    expect(again.timeCount!.second).toBeGreaterThan(20 * 3600)
    w.clock.forward(24 * 3600)
    expect(await start(phone, { email }, await codeBy(phone, email))).toMatchObject({ status: 1 })
  })

  test('one account for each address: plus parts and the dots of Gmail do not make another one', async () => {
    const cleo = onTrialSite()
    await start(cleo, { email: 'cleo.v@gmail.com' }, await codeBy(cleo, 'cleo.v@gmail.com'))
    w.clock.forward(60)
    const other = onTrialSite()
    const spelt = 'Cleo.V+second@googlemail.com'
    expect(await start(other, { email: spelt }, await codeBy(other, spelt))).toMatchObject(refusal('free_trial_used'))
  })

  test('asks for the app number where the web site does', async () => {
    const rider = w.visitor({ site: 153 })
    const email = 'rider@garage.example'
    const code = await codeBy(rider, email)
    expect(await start(rider, { email }, code)).toMatchObject(refusal('app_number_missing'))
    expect(await start(rider, { email }, code, { app_number: 'A-17' })).toMatchObject({ status: 1 })
  })

  test('does not exist on a web site that offers none', async () => {
    expect(await ask(w.visitor({ site: 31 }), { email: 'x@garage.example' })).toMatchObject(
      refusal('free_trial_not_offered'),
    )
  })

  test('gives no password: the reset link is not sent to its address', async () => {
    const eva = onTrialSite()
    const email = 'eva@garage.example'
    await start(eva, { email }, await codeBy(eva, email))
    await eva.send(sessions.forgotPassword, { body: { email } })
    await eva.send(sessions.forgotPassword, { body: { email: 'staff@site39.example' } })
    // Jobs run in order: once the second mail is there, the first one would be too.
    await expect.poll(async () => (await mailsOf('staff@site39.example')).length).toBe(1)
    expect((await mailsOf(email)).filter((subject) => !/\d{6}/.test(subject))).toEqual([])
  })
})

const mailsOf = async (address: string) =>
  (await w.database.system.selectFrom('mails').select('subject').where('to_address', '=', address).execute()).map(
    ({ subject }) => subject,
  )

describe('a code', () => {
  test('is refused after five wrong tries, also when it is right', async () => {
    const eve = onTrialSite()
    const email = 'eve@garage.example'
    const code = await codeBy(eve, email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let n = 1; n <= 4; n += 1)
      expect(await start(eve, { email }, wrong)).toMatchObject(refusal('incorrect_login_details'))
    expect(await start(eve, { email }, wrong)).toMatchObject(refusal('code_too_many'))
    expect(await start(eve, { email }, code)).toMatchObject(refusal('code_too_many'))
  })

  test('is valid for five minutes, once, and for its own address only', async () => {
    const [gil, email, other] = [onTrialSite(), 'gil@garage.example', 'other@garage.example']
    const code = await codeBy(gil, email)
    expect(await start(gil, { email: other }, code)).toMatchObject(refusal('code_expired'))
    w.clock.forward(301)
    expect(await start(gil, { email }, code)).toMatchObject(refusal('code_expired'))
    const second = await codeBy(gil, email)
    expect(await start(gil, { email }, second)).toMatchObject({ status: 1 })
    expect(await start(onTrialSite(), { email }, second)).toMatchObject(refusal('code_expired'))
  })

  test('is only good where it was asked for, and a stranger cannot spend its tries', async () => {
    const [fay, stranger] = [onTrialSite(), onTrialSite()]
    const email = 'fay@garage.example'
    const code = await codeBy(fay, email)
    for (let n = 0; n < 6; n += 1)
      expect(await start(stranger, { email }, '000000')).toMatchObject(refusal('code_expired'))
    expect(await start(stranger, { email }, code)).toMatchObject(refusal('code_expired'))
    // A code that the stranger asks for does not end that of Fay.
    w.clock.forward(21)
    await ask(stranger, { email })
    expect(await start(fay, { email }, code)).toMatchObject({ status: 1 })
  })

  test('can be asked for again after 20 seconds', async () => {
    const ina = onTrialSite()
    const email = 'ina@garage.example'
    await codeBy(ina, email)
    const soon = await ask(ina, { email })
    expect(soon).toMatchObject(refusal('code_wait'))
    expect(soon.timeCount!.second).toBeLessThanOrEqual(20)
    w.clock.forward(20)
    await codeBy(ina, email)
  })

  test('goes to one address three times in ten minutes', async () => {
    const email = 'jan@garage.example'
    for (let n = 1; n <= 3; n += 1) {
      await codeBy(onTrialSite(), email)
      w.clock.forward(21)
    }
    expect(await ask(onTrialSite(), { email })).toMatchObject(refusal('code_too_many'))
    w.clock.forward(600)
    await codeBy(onTrialSite(), email)
  })

  test('200 requests to 200 numbers from one address send at most 20', async () => {
    const pump = w.visitor({ site: 161, ip: '203.0.113.77' })
    let sent = 0
    for (let n = 0; n < 200; n += 1) {
      w.clock.forward(61)
      const body = { mobile_number: `+1503234${String(1000 + n)}` }
      const { status } = await ask(pump, body)
      sent += status
    }
    expect(sent).toBe(20)
  })

  test('does not go to numbers that cost extra, and not to countries where nothing is sold', async () => {
    const kim = onTrialSite()
    expect(await ask(kim, { mobile_number: '+19002345678' })).toMatchObject(
      refusal('please_enter_a_valid_phone_number'),
    )
    expect(await ask(kim, { mobile_number: '+2250707123456' })).toMatchObject(refusal('country_code_not_allow'))
    expect(await ask(kim, { mobile_number: 'none' })).toMatchObject(refusal('please_enter_a_valid_phone_number'))
    expect(await ask(kim, { email: 'not an address' })).toMatchObject(refusal('email_not_valid'))
  })
})

describe('an IP address', () => {
  test('asks for three codes in a minute', async () => {
    const lab = w.visitor({ site: 39, ip: '203.0.113.90' })
    for (const n of [1, 2, 3]) expect(await ask(lab, { email: `lab${n}@garage.example` })).toMatchObject({ status: 1 })
    expect(await ask(lab, { email: 'lab4@garage.example' })).toMatchObject(refusal('free_trial_per_minute_block'))
    const block = await lab.call(signup.getIpBlockFreeTrialDetails, { params: { web_site_id: 39 } })
    expect(block).toMatchObject({ blockstatus: 'per_minute', contact_email: 'service@site39.example' })
    w.clock.forward(block.seconds)
    expect((await page(lab)).blockstatus).toBe('none')
  })

  test('starts ten trials a day', async () => {
    const ip = '203.0.113.91'
    for (let n = 1; n <= 10; n += 1) {
      const email = `many${n}@garage.example`
      w.clock.forward(700)
      const one = w.visitor({ site: 39, ip })
      expect(await start(one, { email }, await codeBy(one, email))).toMatchObject({ status: 1 })
    }
    const last = w.visitor({ site: 39, ip })
    expect(await page(last)).toMatchObject({ blockstatus: 'temporary', contact_email: 'service@site39.example' })
    expect(await ask(last, { email: 'many11@garage.example' })).toMatchObject(refusal('free_trial_temporary_block'))
  })

  test('shows the block of its logins', async () => {
    const until = new Date(w.clock.now().getTime() + 3600_000)
    await w.database.system.insertInto('address_blocks').values({ address: '203.0.113.92', until }).execute()
    const blocked = await w.visitor({ ip: '203.0.113.92' }).call(signup.getIpBlockDetails)
    expect(blocked.blockstatus).toBe('temporary')
    expect(blocked.seconds).toBeGreaterThan(3500)
    expect(await w.visitor().call(signup.getIpBlockDetails)).toMatchObject({ blockstatus: 'none', seconds: 0 })
  })
})

test('the token belongs to the page: not to another address, web site or time', async () => {
  const [anna, bob] = [onTrialSite(), onTrialSite()]
  const { token } = await page(anna)
  const withToken = (person: Person, given: string) =>
    person.send(signup.sendFreeTrailOTP, { body: { token: given, email: 'anna@garage.example' } })
  expect(await withToken(bob, token)).toMatchObject(refusal('free_trial_page_expired'))
  expect(await withToken(anna, 'x')).toMatchObject(refusal('free_trial_page_expired'))
  w.clock.forward(601)
  expect(await withToken(anna, token)).toMatchObject(refusal('free_trial_page_expired'))
})
