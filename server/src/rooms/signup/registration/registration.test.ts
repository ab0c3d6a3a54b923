import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import type { Signup } from '@cutaway/contract/rooms/signup/registration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solvedCaptcha } from '../../../testing/captcha.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'
import { mark } from '../codes/attempts.ts'
import { siteSmsMark } from '../codes/codes.rules.ts'
import { codesTo, mailTo } from '../testing.ts'

const { signup } = contract

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const plansOf = async (person: Person, site: number, country: string, query: Record<string, string> = {}) =>
  (await person.call(signup.getAllBillingPlans, { params: { web_site_id: site, country }, query }))[0]!

/** Returns the form of Renee of Cedar Street Auto Repair, with a solved captcha. */
async function form(person: Person, email: string, more: Partial<Signup> = {}, { site = 31, country = 'US' } = {}) {
  const body: Signup = {
    business_name: 'Cedar Street Auto Repair',
    businessentity_street1: '2240 Cedar Street',
    businessentity_city: 'Beaverton',
    businessentity_state: 'OR',
    businessentity_zip: '97005',
    country_code: country,
    email,
    first_name: 'Renee',
    last_name: 'Castillo',
    phone: '503 234 0186',
    billing_plan_id: (await plansOf(person, site, country)).id,
    max_location: 6,
    iaccept: true,
    ...more,
  }
  return { ...body, token: more.token ?? (await solvedCaptcha(person)) }
}
const save = async (person: Person, email: string, more: Partial<Signup> = {}) =>
  person.send(signup.saveRegistrationFirstStepCybersource, { body: await form(person, email, more) })
const rows = (email: string) =>
  w.database.system
    .selectFrom('users as u')
    .innerJoin('registrations as r', 'r.user_id', 'u.user_id')
    .innerJoin('business_entities as b', 'b.businessentity_id', 'u.businessentity_id')
    .select([
      'u.user_id',
      'u.username',
      'r.state',
      'r.locations',
      'r.extra',
      'b.business_name',
      'b.subscription_status',
    ])
    .where('u.email', '=', email)
    .execute()

describe('the first step', () => {
  test('makes a draft that cannot log in and occupies no user name', async () => {
    const renee = w.visitor()
    const email = 'renee@cedarstreet.example'
    const saved = await save(renee, email)
    expect(saved).toMatchObject({
      status: 1,
      data: {
        is_active: false,
        is_trial_subscription: false,
        due: { today: '254.00', renewal: '204.00', currency: 'USD' },
        billingInfo: { business_name: 'Cedar Street Auto Repair', recurring_amount: '204.00' },
        api_key: null,
      },
    })
    expect(await rows(email)).toMatchObject([
      { state: 'draft', locations: 6, business_name: 'Cedar Street Auto Repair', subscription_status: 'ended' },
    ])
    expect(await renee.logIn(email, 'a password')).toMatchObject(refusal('incorrect_login_details'))
    expect(
      await renee.send(signup.checkUserNameAlreadyExists, { params: { web_site_id: 31, username: email } }),
    ).toMatchObject(refusal('user_name_free'))
  })

  test('is no business of the operator before it is paid for', async () => {
    const operator = await w.loggedIn('super')
    const business_name = 'Unpaid Lane Motors'
    const count = async () =>
      (await operator.call(contract.sites.getWebSites, { body: {} })).find((one) => one.web_site_id === 31)!.businesses
    const before = await count()
    const saved = await save(w.visitor(), 'unpaid@lane.example', { business_name })
    expect(saved).toMatchObject({ status: 1 })
    expect(await operator.call(contract.organisation.getBusinesses, { body: { search: business_name } })).toEqual([])
    expect(await count()).toBe(before)
  })

  test('with a card number in a field is refused, and nothing of it is stored', async () => {
    const email = 'card@cedarstreet.example'
    const saved = await save(w.visitor(), email, { business_name: 'Cedar 4111-1111-1111-1111' })
    expect(saved).toMatchObject({ status: 0, message: 'message_bill' })
    expect(await rows(email)).toEqual([])
  })

  test('a second save with the cookie changes the draft, and a reloaded page goes on with it', async () => {
    const omar = w.visitor()
    const email = 'omar@cedarstreet.example'
    const first = await save(omar, email)
    const again = await save(omar, email, { business_name: 'Omar’s Garage', max_location: 2, token: '' })
    expect(again.data?.user).toEqual(first.data?.user)
    const { user_id } = first.data!.user
    const changed = await omar.send(signup.updateRegistrationFirstStepCybersource, {
      body: await form(omar, email, { user_id, business_name: 'Omar’s Garage', max_location: 3, token: '' }),
    })
    expect(changed.data?.due.today).toBe('167.00')
    expect(await rows(email)).toMatchObject([{ business_name: 'Omar’s Garage', locations: 3 }])
    expect(await omar.call(signup.getRegistration)).toMatchObject({
      user_id,
      max_location: 3,
      is_human: true,
      contact: { business_name: 'Omar’s Garage', businessentity_zip: '97005', email },
    })
  })

  test('of another browser cannot be changed or read', async () => {
    const [pia, eve] = [w.visitor(), w.visitor()]
    const { user_id } = (await save(pia, 'pia@cedarstreet.example')).data!.user
    const update = async (person: Person, id: number) =>
      person.send(signup.updateRegistrationFirstStepCybersource, {
        body: await form(person, 'pia@cedarstreet.example', { user_id: id }),
      })
    const foreign = await update(eve, user_id)
    expect(foreign).toMatchObject({ http: 404 })
    expect(await update(eve, 2_000_000_000)).toMatchObject({ http: 404, message: foreign.message })
    expect(await update(pia, user_id + 1)).toMatchObject({ http: 404 })
    expect(await eve.send(signup.getRegistration)).toMatchObject(refusal('registration_missing'))
  })

  test('keeps the account number and where parts are bought only where the web site asks for them', async () => {
    const asked = { cq_acct: '1234567', aap_buy_from: 'carquest, worldpac,elsewhere' }
    await save(w.visitor(), 'parts@cedarstreet.example', asked)
    expect((await rows('parts@cedarstreet.example'))[0]!.extra).toMatchObject({
      cq_acct: '1234567',
      aap_buy_from: 'carquest,worldpac',
    })
    const rider = w.visitor({ site: 44 })
    const body = await form(rider, 'rider@cedarstreet.example', asked, { site: 44 })
    await rider.send(signup.saveRegistrationFirstStepCybersource, { body })
    expect((await rows('rider@cedarstreet.example'))[0]!.extra).not.toHaveProperty('cq_acct')
  })

  test.each([
    ['without the terms', { iaccept: false }, 'read_our_terms_and_conditions'],
    ['without a solved captcha', { token: 'x' }, 'captcha_not_solved'],
    ['from a country in which nothing is sold', { country_code: 'FR' }, 'country_code_not_allow'],
    ['for no location', { max_location: 0 }, 'invalid_number_of_locations'],
    ['for 1e9 locations', { max_location: 1e9 }, 'invalid_number_of_locations'],
    ['with an unknown plan', { billing_plan_id: 2_000_000_000 }, 'Subscription Details Not Found.'],
    ['with an unknown promo code', { promo_code: 'nothing' }, 'invalid_promo_code'],
    ['with an expired promo code', { promo_code: 'Winter2025' }, 'promo_code_expiry'],
    ['without a postcode', { businessentity_zip: '' }, 'zip_missing'],
    ['with a number that is no phone number', { phone: '12' }, 'please_enter_a_valid_phone_number'],
    ['with a user name that is taken', { username: 'Advisor' }, 'user_name_already_exists'],
  ])('is refused %s', async (_, more, key) => {
    const email = 'refused@cedarstreet.example'
    expect(await save(w.visitor(), email, more)).toMatchObject(refusal(key))
    expect(await rows(email)).toEqual([])
  })

  test('asks new car dealers of web site 154 for their job title', async () => {
    const kiri = w.visitor({ site: 154 })
    const at = { site: 154, country: 'NZ' }
    const nz = { phone: '021 123 4567', businessentity_zip: '6011', businessentity_state: '' }
    const pay = async (more: Partial<Signup>) =>
      kiri.send(signup.saveRegistrationPayPalNZ, {
        body: await form(kiri, 'kiri@dealer.example', { ...nz, ...more }, at),
      })
    expect(await pay({})).toMatchObject(refusal('job_title_missing'))
    const saved = await pay({ job_title: 'Owner' })
    expect(saved.data).toMatchObject({
      billingPlanName: 'Workshop',
      subscriptionType: 'monthly',
      recurringAmount: '312.00',
      currencyCode: 'NZD',
      webSiteId: 154,
    })
    expect(saved.data!.merchantUrl).toMatch(/^http:\/\/site154\.localhost:\d+\/pay\/[\w-]{43}$/)
  })

  test('takes Australian cards on the Australian call only', async () => {
    const lee = w.visitor({ site: 33 })
    const au = { phone: '0412 345 678', businessentity_zip: '3000', businessentity_state: 'VIC' }
    const body = await form(lee, 'lee@workshop.example', au, { site: 33, country: 'AU' })
    expect(
      await lee.send(signup.saveRegistrationPayPalNZ, { body: { ...body, token: await solvedCaptcha(lee) } }),
    ).toMatchObject(refusal('country_code_not_allow'))
    const saved = await lee.send(signup.saveRegistrationFirstStepEwayAU, { body })
    // 6 x 49.00, GST on it, and the set-up.
    expect(saved.data?.due).toEqual({ today: '389.40', renewal: '323.40', currency: 'AUD' })
  })

  test('takes PayPal on the international web sites', async () => {
    const jo = w.visitor({ site: 172 })
    const ph = { phone: '0917 123 4567', businessentity_zip: '1000', businessentity_state: '' }
    const body = await form(jo, 'jo@island.example', ph, { site: 172, country: 'PH' })
    expect((await jo.send(signup.saveRegistrationPayPalIntl, { body })).data).toMatchObject({ currencyCode: 'USD' })
  })

  test('a promo code in the address gives an API key, once', async () => {
    const mei = w.visitor()
    const more = { promo_code: 'WELCOME', promo_from_url: true }
    const saved = await save(mei, 'mei@cedarstreet.example', more)
    expect(saved.data?.api_key).toMatch(/^[a-z0-9]{12}$/)
    expect((await save(mei, 'mei@cedarstreet.example', { ...more, token: '' })).data?.api_key).toBeNull()
  })

  test('that key works once the account is open, and not before', async () => {
    const kit = w.visitor()
    const read = (key: string) =>
      w.visitor().request(urlOf(contract.catalogue.getCommonSymptoms, { lang: '50' }), {
        headers: { authorization: `Bearer ${key}` },
      })
    const promo = { promo_code: 'WELCOME', promo_from_url: true }
    const first = await save(kit, 'kit@cedarstreet.example', promo)
    const key = first.data!.api_key!
    expect((await read(key)).status).toBe(401)
    const rest = { promo_code: 'stimulus2020', promo_from_url: true, max_location: 2, token: '' }
    expect((await save(kit, 'kit@cedarstreet.example', rest)).data).toMatchObject({ is_active: true, api_key: null })
    expect((await read(key)).status).toBe(200)
    const stored = await w.database.system.selectFrom('api_keys').select(['key_hash', 'last4']).execute()
    expect(stored.some(({ last4 }) => last4 === key.slice(-4))).toBe(true)
    expect(JSON.stringify(stored)).not.toContain(key)
  })
})

describe('an account for which nothing is due', () => {
  test('opens at once; its password is shown once, and logs in', async () => {
    const sam = w.visitor()
    const email = 'sam@cedarstreet.example'
    const saved = await save(sam, email, { promo_code: 'Stimulus2020', max_location: 2 })
    expect(saved.data).toMatchObject({ is_active: true, due: { today: '0.00' } })
    expect((await mailTo(w, email)).text).toContain('/reset_password/')
    expect(await w.visitor().send(signup.claimAccount)).toMatchObject(refusal('registration_missing'))
    const { username, password } = await sam.call(signup.claimAccount)
    expect(username).toBe(email)
    expect(await sam.send(signup.claimAccount)).toMatchObject(refusal('account_claimed'))
    expect((await sam.logIn(username, password)).data?.user).toMatchObject({
      user_access_id: 3,
      business_name: 'Cedar Street Auto Repair',
    })
  })

  test('is a trial plan, once for each mail address', async () => {
    const site = 44
    const start = async (email: string) => {
      const kai = w.visitor({ site })
      const plans = await kai.call(signup.getAllBillingPlans, { params: { web_site_id: site, country: 'US' } })
      const billing_plan_id = plans.find((plan) => plan.is_trial_subscription)!.id
      const body = await form(
        kai,
        email,
        { billing_plan_id, max_location: 1, username: email.split('@')[0]!.toLowerCase() },
        { site },
      )
      return kai.send(signup.saveRegistrationFirstStepCybersource, { body })
    }
    expect((await start('kai@riders.example')).data).toMatchObject({ is_trial_subscription: true, is_active: true })
    expect(await start('Kai+again@riders.example')).toMatchObject(refusal('unable_to_create_account'))
  })

  test('counts its promo code once, and takes a user name with a number if the wanted one was taken meanwhile', async () => {
    const email = 'twin@cedarstreet.example'
    const [one, two] = [w.visitor(), w.visitor()]
    // Both drafts want the name; the second one is opened after the first.
    await save(two, email)
    await save(one, email, { promo_code: 'stimulus2020' })
    const [, second] = (await rows(email)).toSorted((a, b) => (a.state < b.state ? -1 : 1))
    expect(second!.username).toContain('pending-')
    expect((await one.call(signup.claimAccount)).username).toBe(email)
    expect(await save(two, email, { promo_code: 'stimulus2020', token: '' })).toMatchObject(
      refusal('user_name_already_exists'),
    )
  })
})

describe('the code of a card payment', () => {
  test('goes to a number of a country in which the web site sells, for the own draft only', async () => {
    const ray = w.visitor()
    const { user_id } = (await save(ray, 'ray@cedarstreet.example')).data!.user
    const ask = (person: Person, id: number, cybersource_mobile: string) =>
      person.send(signup.applyMobileOtp, { body: { user_id: id, cybersource_mobile } })
    expect(await ask(w.visitor(), user_id, '5032340186')).toMatchObject({ http: 404 })
    expect(await ask(ray, user_id, '+33 6 12 34 56 78')).toMatchObject(refusal('please_enter_a_valid_phone_number'))
    const sent = await ask(ray, user_id, '503 234 0199')
    expect(sent).toMatchObject({ status: 1, message: 'otp_sent', data: { otpStatus: 1, seconds: 20 } })
    expect(await codesTo(w, '+15032340199')).toHaveLength(1)
    expect(await ask(ray, user_id, '503 234 0199')).toMatchObject(refusal('code_wait'))
  })

  test('goes by mail when the web site may send no more text messages, so that people can still pay', async () => {
    const site = w.running.services.sites.byId(31)!
    const now = w.clock.now()
    const ask = (person: Person, user_id: number, cybersource_mobile: string) =>
      person.send(signup.applyMobileOtp, { body: { user_id, cybersource_mobile } })
    const [first, second] = [w.visitor(), w.visitor()]
    const draft = await save(first, 'wes@cedarstreet.example')
    // Free trials, which anybody can ask for, do not use up the messages of people who pay.
    await w.database.inTenant(31, (db) => mark(db, site, siteSmsMark, Array<string>(100).fill('trial'), now))
    expect(await ask(first, draft.data!.user.user_id, '503 234 0150')).toMatchObject({
      message: 'otp_sent',
      data: { sent_by: 'mobile' },
    })
    await w.database.inTenant(31, (db) => mark(db, site, siteSmsMark, Array<string>(100).fill('payment'), now))
    const email = 'xia@cedarstreet.example'
    const { user_id } = (await save(second, email)).data!.user
    expect(await ask(second, user_id, '503 234 0151')).toMatchObject({
      status: 1,
      message: 'code_sent_by_mail',
      data: { sent_by: 'email' },
    })
    expect(await codesTo(w, email)).toHaveLength(1)
    expect(await codesTo(w, '+15032340151')).toHaveLength(0)
    w.clock.forward(3601)
  })

  test('can be sent to another number than that of the form', async () => {
    const lou = w.visitor()
    await save(lou, 'lou@cedarstreet.example', { phone: '503 234 0177' })
    const check = (mobile: string) => lou.send(signup.checkMobileNumber, { params: { mobile } })
    expect(await check('+1 (503) 234-0177')).toMatchObject(refusal('mobile_number_matched'))
    expect(await check('503 234 0178')).toMatchObject({ status: 1, data: { mobile: '+15032340178' } })
    expect(await check('none')).toMatchObject(refusal('please_enter_a_valid_phone_number'))
    // The number of another registration is not accepted.
    expect(await w.visitor().send(signup.checkMobileNumber, { params: { mobile: '503 234 0177' } })).toMatchObject({
      status: 1,
    })
  })
})

test('a draft expires after a week, and what it held about people is gone', async () => {
  const tom = w.visitor()
  const email = 'tom@cedarstreet.example'
  await save(tom, email)
  const { expireDrafts } = await import('./registration.queries.ts')
  w.clock.forward(7 * 24 * 3600 + 1)
  expect(await tom.send(signup.getRegistration)).toMatchObject(refusal('registration_missing'))
  await expireDrafts(w.database.system, w.clock.now())
  expect(await rows(email)).toEqual([])
  const left = await w.database.system
    .selectFrom('locations')
    .select('street1')
    .where('street1', '=', '2240 Cedar Street')
    .execute()
  // Only those of accounts that are open.
  const open = await w.database.system
    .selectFrom('registrations')
    .select('state')
    .where('state', '=', 'active')
    .execute()
  expect(left).toHaveLength(open.length)
})
