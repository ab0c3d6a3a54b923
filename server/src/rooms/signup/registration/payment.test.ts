import { contract } from '@cutaway/contract'
import type { Signup } from '@cutaway/contract/rooms/signup/registration.ts'
import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { symbols } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enterCard, testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { solvedCaptcha } from '../../../testing/captcha.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { settle } from '../../billing/saga/settle.ts'
import type * as Hashing from '../../sessions/passwords/hashing.ts'
import { refusal } from '../../sessions/testing.ts'
import { codesTo, mailTo } from '../testing.ts'

/** People open and pay for accounts: over HTTP, with the stand-in gateway, whose ledger says what was charged. */

const { signup, billing } = contract

/** How many transactions of web sites are open, and how many were when a password was hashed. */
const { open, atHash } = vi.hoisted(() => ({ open: { count: 0 }, atHash: [] as number[] }))
vi.mock('../../sessions/passwords/hashing.ts', async (original) => {
  const hashing = await original<typeof Hashing>()
  return {
    ...hashing,
    hashPassword: (password: string) => {
      atHash.push(open.count)
      return hashing.hashPassword(password)
    },
  }
})

let w: World
let money: TestMoney
/** The lines of the portal's log. */
const logged: string[] = []
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments, env: { LOG_LEVEL: 'trace' } })
  // Everything that the portal logs is kept, and none of it is printed.
  const log = w.running.services.log as unknown as Record<symbol, unknown>
  log[symbols.streamSym] = { write: (line: string) => void logged.push(line) }
})
afterAll(async () => {
  await w.close()
  await money.close()
})

const good = '4111111111111111'

interface Buyer {
  person: Person
  email: string
  userId: number
  site: number
  account: 'cybersource' | 'eway'
}
let buyers = 0

/** Fills in the first step with the first plan of a country. */
async function formOf(person: Person, site: number, country: string, more: Partial<Signup> = {}): Promise<Signup> {
  const [plan] = await person.call(signup.getAllBillingPlans, { params: { web_site_id: site, country } })
  return {
    business_name: 'Cedar Street Auto Repair',
    businessentity_street1: '2240 Cedar Street',
    businessentity_city: 'Beaverton',
    businessentity_state: 'OR',
    businessentity_zip: country === 'AU' ? '3000' : country === 'NZ' ? '1010' : '97005',
    country_code: country,
    email: `renee${(buyers += 1)}@cedarstreet.example`,
    first_name: 'Renee',
    last_name: 'Castillo',
    phone: country === 'US' ? '503 234 0186' : country === 'AU' ? '0412 345 678' : '021 123 4567',
    billing_plan_id: plan!.id,
    max_location: 6,
    iaccept: true,
    token: await solvedCaptcha(person),
    ...more,
  }
}
async function american(more: Partial<Signup> = {}): Promise<Buyer> {
  const person = w.visitor()
  const body = await formOf(person, 31, 'US', more)
  const { user } = await person.call(signup.saveRegistrationFirstStepCybersource, { body })
  return { person, email: body.email, userId: user.user_id, site: 31, account: 'cybersource' }
}
async function australian(): Promise<Buyer> {
  const person = w.visitor({ site: 33 })
  const body = await formOf(person, 33, 'AU')
  const { user } = await person.call(signup.saveRegistrationFirstStepEwayAU, { body })
  return { person, email: body.email, userId: user.user_id, site: 33, account: 'eway' }
}

let mobiles = 0
/** Asks for a code to a mobile number, and reads it there. */
async function codeOf({ person, userId }: Buyer) {
  mobiles += 1
  const mobile = `+1503234${String(mobiles).padStart(4, '0')}`
  const body = { user_id: userId, cybersource_mobile: mobile }
  const { cybersource_otp_id } = await person.call(signup.applyMobileOtp, { body })
  const code = (await codesTo(w, mobile)).at(-1)!
  return { mobile_otp: code, cybersource_otp_id, cybersource_mobile: mobile }
}

/** Types a card into the frame and pays, with every step that the bank asks for, as the dialog does. */
async function payBy(
  buyer: Buyer,
  number: string,
  { passes = true, more = {} }: { passes?: boolean; more?: object } = {},
) {
  const { person, userId, account } = buyer
  const step = account === 'eway' ? billing.paymentSecondStepEwayAU : billing.paymentSecondStepCybersource
  const { request_key } = await person.call(billing.startPayment, { body: { user_id: userId } })
  const payment_token = await enterCard(money, account, number)
  const code = account === 'cybersource' && !('mobile_otp' in more) ? await codeOf(buyer) : {}
  const body = { user_id: userId, payment_token, request_key, name_on_card: 'Renee Castillo', ...code }
  // A captcha counts once: the steps that follow do not repeat it.
  for (let round = 0; ; round += 1) {
    const answer = await person.send(step, { body: { ...body, ...more, ...(round > 0 ? { token: '' } : {}) } })
    const action = answer.status === 1 ? answer.data?.action : null
    if (!action) return answer
    if (!action.hidden) await answerBank(action, passes)
  }
}
/** The cardholder answers at the page of the bank. */
async function answerBank(action: { url: string; post: Record<string, string> }, passes: boolean) {
  const id = action.post['JWT'] ?? new URL(action.url).searchParams.get('AccessCode') ?? ''
  const body = new URLSearchParams({ result: passes ? 'passed' : 'failed' }).toString()
  await (await fetch(`${money.gateway.address}/3ds/${id}`, { method: 'POST', body })).text()
}

/** What the gateway has charged for a buyer. */
async function charged({ userId }: { userId: number }) {
  const { rows } = await sql<{ reference: string }>`select a.reference from payment_attempts a
    join payments p using (web_site_id, payment_id) join registrations r on r.registration_id::text = p.order_id
    where r.user_id = ${userId}`.execute(w.database.system)
  const ours = new Set(rows.map(({ reference }) => reference))
  return [...money.gateway.ledger.charges.values()].filter(
    ({ reference, state }) => state === 'paid' && ours.has(reference),
  )
}
/** What the product has made of it. */
async function bought({ userId }: { userId: number }) {
  const { rows } = await sql<Record<string, unknown>>`select r.state as registration, b.subscription_status,
      s.state, s.payment_type, s.locations, i.total_minor::int as invoiced, i.state as invoice
    from registrations r join business_entities b using (web_site_id, businessentity_id)
    left join subscriptions s using (web_site_id, businessentity_id)
    left join invoices i using (web_site_id, businessentity_id) where r.user_id = ${userId}`.execute(w.database.system)
  expect(rows).toHaveLength(1)
  return rows[0]!
}
/** A minute later the portal looks at what was unclear. */
async function lookAgain({ userId, site }: Buyer) {
  w.clock.forward(61)
  const { rows } = await sql<{ reference: string }>`select a.reference from payment_attempts a
    join payments p using (web_site_id, payment_id) join registrations r on r.registration_id::text = p.order_id
    where r.user_id = ${userId}`.execute(w.database.system)
  for (const { reference } of rows)
    await settle(w.running.services, w.running.services.sites.byId(site)!, { reference, look: 'now' })
}

describe('an old client sends the number of a card itself', () => {
  const typed = { card_expiry_month: '12', card_expiry_year: '2034', cvv: '123', name_on_card: 'Renee Castillo' }
  async function send(buyer: Buyer, more: object) {
    const { request_key } = await buyer.person.call(billing.startPayment, { body: { user_id: buyer.userId } })
    const body = { user_id: buyer.userId, request_key, ...typed, ...more }
    // The second step of 3-D Secure repeats the call.
    const first = await buyer.person.send(billing.paymentSecondStepCybersource, { body })
    return first.data?.action ? buyer.person.send(billing.paymentSecondStepCybersource, { body }) : first
  }

  test('with test money, a number that the gateway prints pays as if it were typed into the fields', async () => {
    const ole = await american()
    expect(await send(ole, { card_number: '4456 5300 0000 1005', ...(await codeOf(ole)) })).toMatchObject({
      status: 1,
      data: { responseType: 'success' },
    })
    expect(await charged(ole)).toMatchObject([{ source: { last4: '1005' }, authenticated: true }])
  })

  test.each([
    ['a number that the gateway does not print', { card_number: '4012888888881881' }, 'card_number'],
    ['a brand that the web site does not take', { card_number: '6011111111111117' }, 'card_number'],
    ['a number in another field', { card_number: '', name_on_card: '4111111111111111' }, 'card_number'],
    ['a month that does not exist', { card_number: good, card_expiry_month: '13' }, 'card_expiry_month'],
    ['a card that has expired', { card_number: good, card_expiry_year: '2020' }, 'card_expiry_month'],
    ['a card of the next century', { card_number: good, card_expiry_year: '2099' }, 'card_expiry_month'],
    ['a code that is none', { card_number: good, cvv: '12' }, 'cvv'],
  ])('%s is refused, and nothing is charged', async (_what, more, field) => {
    const ona = await american()
    expect(await send(ona, more)).toMatchObject({ status: 0, message: 'message_bill', data: { field } })
    expect(await charged(ona)).toEqual([])
  })

  test('no digit of it reaches the database, a message or the gateway’s ledger', async () => {
    const pam = await american()
    const number = '4012888888881881'
    for (const form of [number, '4012 8888 8888 1881', '4012-8888-8888-1881', '4012.8888.8888.1881', `x${number}y`])
      for (const field of ['card_number', 'name_on_card', 'bill_email', 'bill_businessentity_city', 'returnUrl'])
        await send(pam, { card_number: '', [field]: form })
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(w.database.system)
    for (const { name } of rows) {
      const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t
        where regexp_replace(t::text, '[ .-]', '', 'g') like ${`%${number}%`}`.execute(w.database.system)
      expect({ name, found: found.rows[0]!.n }).toEqual({ name, found: 0 })
    }
    expect(JSON.stringify(money.gateway.ledger.lines)).not.toContain(number)
  })
})

describe('a workshop in the US pays by card', () => {
  test('from the plans to the first log-in, with the password that is shown once', async () => {
    const renee = await american()
    const { person, userId, email } = renee
    const due = await person.call(billing.startPayment, { body: { user_id: userId } })
    expect(due).toMatchObject({ means: 'card', total_amount: '254.00', currency: 'USD' })
    const frame = await person.request(`/pay/card/${due.page_token}`)
    expect(frame.status).toBe(200)
    expect(await frame.text()).toContain('TEST MONEY')

    const paid = await payBy(renee, good)
    expect(paid).toMatchObject({ status: 1, data: { responseType: 'success', amount: '254.00', email } })
    expect(paid.data!.receipt).toEqual({ number: expect.stringMatching(/\d{6}$/), brand: 'visa', last4: '1111' })
    const { username, password, reactivation_token } = paid.data!.user!
    expect({ username, hasLink: reactivation_token.length > 20 }).toEqual({ username: email, hasLink: true })
    expect(await charged(renee)).toMatchObject([{ amountMinor: 25400, currency: 'USD', authenticated: true }])
    expect(await bought(renee)).toEqual({
      registration: 'active',
      subscription_status: 'active',
      state: 'active',
      payment_type: 'cybersource',
      locations: 6,
      invoiced: 25400,
      invoice: 'paid',
    })
    expect(await person.send(signup.claimAccount)).toMatchObject(refusal('account_claimed'))
    expect((await mailTo(w, email)).text).toContain('/reset_password/')
    expect(await w.visitor().logIn(username, password)).toMatchObject({ status: 1 })
    // The frame of a registration that is paid shows no fields.
    expect((await person.request(`/pay/card/${due.page_token}`)).status).toBe(404)
  })

  test('the password is hashed while no transaction is open', async () => {
    const { database } = w.running.services
    const inTenant = database.inTenant.bind(database)
    const counted = vi.spyOn(database, 'inTenant').mockImplementation(async (...args: Parameters<typeof inTenant>) => {
      open.count += 1
      return inTenant(...args).finally(() => (open.count -= 1))
    })
    const hanna = await american()
    atHash.length = 0
    expect(await payBy(hanna, good)).toMatchObject({ status: 1, data: { user: { username: hanna.email } } })
    counted.mockRestore()
    expect(atHash).toEqual([0])
  })

  test('a code is good for the amount that it was asked for', async () => {
    const otto = await american()
    const code = await codeOf(otto)
    const changed = await formOf(otto.person, 31, 'US', { email: otto.email, max_location: 7, token: '' })
    const body = { ...changed, user_id: otto.userId, token: '' }
    expect(await otto.person.send(signup.updateRegistrationFirstStepCybersource, { body })).toMatchObject({ status: 1 })
    expect(await payBy(otto, good, { more: code })).toMatchObject(refusal('code_expired'))
    expect(await charged(otto)).toEqual([])
    expect(await payBy(otto, good)).toMatchObject({ status: 1 })
  })

  test('a declined card is told as such, and the next one pays', async () => {
    const omar = await american()
    expect(await payBy(omar, '4000000000000002')).toMatchObject({
      status: 0,
      data: { responseType: 'failed' },
      error_message: { error: 'payment_declined' },
    })
    expect(await bought(omar)).toMatchObject({ registration: 'draft', subscription_status: 'ended', state: null })
    expect(await payBy(omar, good)).toMatchObject({ status: 1, data: { responseType: 'success' } })
    expect(await charged(omar)).toHaveLength(1)
  })

  test('a charge whose reply never comes is found, once, and the account is given then', async () => {
    const pia = await american()
    const unclear = await payBy(pia, '4000000000007023')
    expect(unclear).toMatchObject({
      status: 0,
      data: { responseType: 'payment_error' },
      error_message: { error: 'payment_being_checked' },
    })
    expect((unclear.data as { user?: object } | null)?.user).toBeUndefined()
    // The form cannot be sent again while the money may be moving.
    const again = await formOf(pia.person, 31, 'US', { email: pia.email })
    expect(await pia.person.send(signup.saveRegistrationFirstStepCybersource, { body: again })).toMatchObject(
      refusal('payment_in_progress'),
    )
    await lookAgain(pia)
    const { payment } = unclear.data as unknown as { payment: string }
    expect(await pia.person.send(billing.getPaymentStatus, { params: { payment } })).toMatchObject({
      status: 1,
      data: { responseType: 'success' },
    })
    const { username, password } = await pia.person.call(signup.claimAccount)
    expect(await w.visitor().logIn(username, password)).toMatchObject({ status: 1 })
    expect(await charged(pia)).toHaveLength(1)
  })

  test.each([
    ['4000000000009995', 'failed', 'card_no_funds', 0],
    ['4000000000000069', 'failed', 'card_expired', 0],
    ['4000000000000127', 'failed', 'card_cvv_wrong', 0],
    ['4000000000009987', 'failed', 'payment_declined', 0],
    ['4000000000009979', 'failed', 'payment_declined', 0],
    ['4000000000007015', 'payment_error', 'payment_being_checked', 0],
    ['4000000000007031', 'payment_error', 'payment_being_checked', 1],
    ['4000000000007049', 'payment_error', 'payment_being_checked', 1],
    ['4000000000007080', 'payment_error', 'payment_being_checked', 1],
    ['4000000000000341', 'success', undefined, 1],
    ['4000000000007056', 'success', undefined, 1],
    ['4000000000007064', 'success', undefined, 1],
    ['4000000000007072', 'success', undefined, 1],
    ['4000000000007098', 'success', undefined, 1],
    ['4456530000001005', 'success', undefined, 1],
    ['4000000000002503', 'success', undefined, 1],
    ['378282246310005', 'success', undefined, 1],
    ['5555555555554444', 'success', undefined, 1],
  ])('card %s: %s %s, and the ledger has %i charges', async (number, responseType, error, charges) => {
    const buyer = await american()
    const answer = await payBy(buyer, number)
    expect(answer).toMatchObject({
      status: responseType === 'success' ? 1 : 0,
      data: { responseType },
      ...(error === undefined ? {} : { error_message: { error } }),
    })
    if (responseType === 'payment_error') await lookAgain(buyer)
    expect(await charged(buyer)).toHaveLength(charges)
    expect(await bought(buyer)).toMatchObject(charges === 1 ? { state: 'active', invoice: 'paid' } : { state: null })
  })

  test('who fails the bank’s question is not charged, and the same card works on the next try', async () => {
    const sam = await american()
    expect(await payBy(sam, '4000000000002503', { passes: false })).toMatchObject({
      data: { responseType: 'failed' },
      error_message: { error: 'payment_not_confirmed' },
    })
    expect(await charged(sam)).toHaveLength(0)
    expect(await payBy(sam, '4000000000002503')).toMatchObject({ data: { responseType: 'success' } })
    expect(await charged(sam)).toHaveLength(1)
  })

  test('a payment needs the code of the text message: a wrong, a foreign and a used one are refused', async () => {
    const [tom, una] = [await american(), await american()]
    const wrong = { ...(await codeOf(tom)), mobile_otp: '000000' }
    expect(await payBy(tom, good, { more: wrong })).toMatchObject(refusal('code_wrong'))
    expect(await payBy(tom, good, { more: await codeOf(una) })).toMatchObject(refusal('code_expired'))
    const used = await codeOf(tom)
    expect(await payBy(tom, '4000000000000002', { more: used })).toMatchObject({ data: { responseType: 'failed' } })
    expect(await payBy(tom, good, { more: used })).toMatchObject(refusal('code_expired'))
    expect(await payBy(tom, good, { more: { mobile_otp: '' } })).toMatchObject(refusal('code_wrong'))
    expect(await charged(tom)).toHaveLength(0)
  })

  test('a code of 301 seconds, and one that was mistyped five times, pay for nothing', async () => {
    const late = await american()
    const old = await codeOf(late)
    w.clock.forward(301)
    expect(await payBy(late, good, { more: old })).toMatchObject(refusal('code_expired'))
    const clumsy = await american()
    const code = await codeOf(clumsy)
    const more = { ...code, mobile_otp: code.mobile_otp === '000000' ? '111111' : '000000' }
    for (let n = 1; n <= 4; n += 1) expect(await payBy(clumsy, good, { more })).toMatchObject(refusal('code_wrong'))
    for (const typed of [more, code])
      expect(await payBy(clumsy, good, { more: typed })).toMatchObject(refusal('code_too_many'))
    expect([await charged(late), await charged(clumsy)]).toEqual([[], []])
  })

  test('two browsers with one e-mail are charged once, and get one account', async () => {
    const first = await american()
    const second = await american({ email: first.email.toUpperCase() })
    const answers = await Promise.all([payBy(first, good), payBy(second, good)])
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1)
    const refused = answers.find(({ status }) => status === 0)!
    // Before the bank's question, after it, or when the account was open.
    expect(['payment_in_progress', 'failed', 'user_name_already_exists']).toContain(refused.message)
    expect([...(await charged(first)), ...(await charged(second))]).toHaveLength(1)
    // Afterwards too.
    const loser = answers[0]!.status === 1 ? second : first
    expect((await payBy(loser, good).catch(() => ({ status: 0 }))).status).toBe(0)
    expect([...(await charged(first)), ...(await charged(second))]).toHaveLength(1)
  })

  test('after three declined cards a captcha is asked for', async () => {
    const vera = await american()
    for (let n = 0; n < 3; n += 1) await payBy(vera, '4000000000000002')
    w.clock.forward(61)
    expect(await payBy(vera, good)).toMatchObject(refusal('captcha_required'))
    const token = await solvedCaptcha(vera.person)
    expect(await payBy(vera, good, { more: { token } })).toMatchObject({ data: { responseType: 'success' } })
  })

  test('after five declined cards a captcha is asked for before each one', async () => {
    const yan = await american()
    const bad = '4000000000000002'
    const needs = async () =>
      (await yan.person.call(billing.startPayment, { body: { user_id: yan.userId } })).needs_captcha
    for (let n = 0; n < 5; n += 1) {
      w.clock.forward(61)
      // Once after the third.
      expect(await needs()).toBe(n === 3)
      const token = n === 3 ? await solvedCaptcha(yan.person) : ''
      expect(await payBy(yan, bad, { more: { token } })).toMatchObject({ data: { responseType: 'failed' } })
    }
    w.clock.forward(600)
    expect(await needs()).toBe(true)
    expect(await payBy(yan, bad)).toMatchObject(refusal('captcha_required'))
    const token = await solvedCaptcha(yan.person)
    expect(await payBy(yan, bad, { more: { token } })).toMatchObject({ data: { responseType: 'failed' } })
    expect(await needs()).toBe(true)
  })

  test('money for a registration that has ended goes back, and a mail says so', async () => {
    const wim = await american()
    const answer = await payBy(wim, '4000000000007023')
    expect(answer).toMatchObject({ data: { responseType: 'payment_error' } })
    await sql`update registrations set state = 'expired' where user_id = ${wim.userId}`.execute(w.database.system)
    await lookAgain(wim)
    expect((await mailTo(w, wim.email)).text).toContain('$254.00')
    expect(await bought(wim)).toMatchObject({ state: null, subscription_status: 'ended', invoice: null })
  })
})

test('another browser, and an unknown user, can pay for nothing', async () => {
  const [xena, eve] = [await american(), w.visitor()]
  const body = { user_id: xena.userId }
  expect(await eve.send(billing.startPayment, { body })).toMatchObject({ http: 404 })
  expect(await xena.person.send(billing.startPayment, { body: { user_id: xena.userId + 1 } })).toMatchObject({
    http: 404,
  })
})

test('a plan that costs nothing today opens at once, with its subscription and an invoice of 0.00', async () => {
  const person = w.visitor()
  const params = { web_site_id: 31, country: 'US' }
  const [plan] = await person.call(signup.getAllBillingPlans, { params, query: { promo_code: 'stimulus2020' } })
  const form = await formOf(person, 31, 'US', {
    billing_plan_id: plan!.id,
    promo_code: 'stimulus2020',
    max_location: 1,
  })
  const saved = await person.call(signup.saveRegistrationFirstStepCybersource, { body: form })
  expect(saved.is_active).toBe(true)
  expect(await bought({ userId: saved.user.user_id })).toMatchObject({
    registration: 'active',
    state: 'active',
    payment_type: 'none',
    invoiced: 0,
    invoice: 'paid',
  })
})

test('a workshop in Australia pays by eWAY, with GST', async () => {
  const kylie = await australian()
  const due = await kylie.person.call(billing.startPayment, { body: { user_id: kylie.userId } })
  expect(due).toMatchObject({ means: 'card', currency: 'AUD', tax_label: 'GST', card_types: ['VISA', 'MASTERCARD'] })
  const paid = await payBy(kylie, '4444333322221111')
  expect(paid).toMatchObject({ status: 1, data: { responseType: 'success', amount: due.total_amount } })
  const { username, password } = paid.data!.user!
  expect(await w.visitor({ site: 33 }).logIn(username, password)).toMatchObject({ status: 1 })
  expect(await charged(kylie)).toMatchObject([{ face: 'eway', currency: 'AUD' }])
  expect(await bought(kylie)).toMatchObject({ state: 'active', payment_type: 'eway', invoice: 'paid' })
})

describe('a workshop in New Zealand pays by PayPal', () => {
  const begun = async () => {
    const person = w.visitor({ site: 33 })
    const body = await formOf(person, 33, 'NZ')
    const saved = await person.call(signup.saveRegistrationPayPalNZ, { body })
    return { person, saved, email: body.email, userId: saved.userId }
  }
  /** Opens an address of the portal as the browser does; returns where it leads. */
  const follow = async (person: Person, url: string) => {
    const { pathname, search } = new URL(url)
    const response = await person.request(pathname + search, { redirect: 'manual' })
    return response.headers.get('location') ?? ''
  }
  /** Presses a button of PayPal's page. */
  const press = async (approval: string, act: string) => {
    const id = new URL(approval).searchParams.get('token')!
    const body = new URLSearchParams({ act, wallet: 'pays' }).toString()
    const answer = await fetch(`${money.gateway.address}/paypal/checkoutnow/${id}`, {
      method: 'POST',
      redirect: 'manual',
      body,
    })
    return answer.headers.get('location') ?? ''
  }

  test('approves there, and gets the account', async () => {
    const { person, saved, email, userId } = await begun()
    expect(saved).toMatchObject({ currencyCode: 'NZD', is_active: false })
    const approval = await follow(person, saved.merchantUrl)
    expect(new URL(approval).origin).toBe(money.gateway.address)
    // Opened twice, it is the same order.
    expect(await follow(person, saved.merchantUrl)).toBe(approval)
    expect(await follow(person, await press(approval, 'approve'))).toBe('/paypalSuccess')
    await vi.waitFor(
      async () =>
        expect(await person.send(billing.paypalSuccessUrl)).toMatchObject({ data: { responseType: 'success', email } }),
      { timeout: 15_000 },
    )
    const { username, password } = await person.call(signup.claimAccount)
    expect(await w.visitor({ site: 33 }).logIn(username, password)).toMatchObject({ status: 1 })
    expect(await charged({ userId })).toMatchObject([{ face: 'paypal', currency: 'NZD' }])
    expect(await bought({ userId })).toMatchObject({ state: 'active', payment_type: 'paypal', invoice: 'paid' })
    expect(await w.visitor({ site: 33 }).send(billing.paypalSuccessUrl)).toMatchObject({ http: 404 })
  })

  test('cancels there, and may begin again', async () => {
    const { person, saved, userId } = await begun()
    const back = await press(await follow(person, saved.merchantUrl), 'cancel')
    expect(await follow(person, back)).toBe(`/paypalCancel/${userId}`)
    expect(await person.call(billing.paypalCancelUrl, { params: { user: userId } })).toEqual({
      can_pay: true,
      responseType: 'failed',
    })
    const { merchantUrl } = await person.call(billing.handlePayWithPaypal, { body: { user_id: userId } })
    expect(new URL(await follow(person, merchantUrl)).origin).toBe(money.gateway.address)
    expect(await charged({ userId })).toHaveLength(0)
  })
})

/** Returns the number in base64, at each of the three places that it can have in a longer text. */
const inBase64 = (number: string) =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from('x'.repeat(before) + number)
      .toString('base64')
      .replace(/=+$/, '')
    const isCut = ((before + number.length) * 8) % 6 !== 0
    return encoded.slice(before === 0 ? 0 : before + 1, isCut ? -1 : undefined)
  })
/** Whether a text holds a card number: plain, in groups, URL-encoded, in hexadecimal or in base64. */
function holds(text: string, number: string): boolean {
  const digits = text.replaceAll(/(?<=\d)(?:[ .+\u00a0-]|%20|%2D|%C2%A0|\\u00a0)(?=\d)/gi, '')
  const others = [Buffer.from(number).toString('hex'), ...inBase64(number)]
  return digits.includes(number) || others.some((form) => text.includes(form))
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test.each([
  ['plain', (n: string) => n],
  ['in groups', (n: string) => n.replaceAll(/(\d{4})(?=\d)/g, '$1 ')],
  ['in groups of a URL', (n: string) => encodeURIComponent(n.replaceAll(/(\d{4})(?=\d)/g, '$1 '))],
  ['in a form', (n: string) => n.replaceAll(/(\d{4})(?=\d)/g, '$1+')],
  ['in base64', (n: string) => Buffer.from(`{"card":"${n}"}`).toString('base64')],
  ['in hexadecimal', (n: string) => Buffer.from(`a ${n}`).toString('hex')],
])('the search for card numbers finds one that is %s', (_how, write) => {
  expect(holds(`before ${write('4456530000001005')} after`, '4456530000001005')).toBe(true)
  expect(holds(`before ${write('4456530000001013')} after`, '4456530000001005')).toBe(false)
})

test('after payments and a decline at both card providers, database, log and files have no more of a card than its last four', async () => {
  const numbers = ['4456530000001005', '4444333322221111', '4000000000000002']
  const renee = await american()
  expect(await payBy(renee, numbers[2]!)).toMatchObject({ message: 'failed' })
  w.clock.forward(120)
  expect(await payBy(renee, numbers[0]!)).toMatchObject({ status: 1 })
  expect(await payBy(await australian(), numbers[1]!)).toMatchObject({ status: 1 })

  const { system } = w.database
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(system)
  expect(tables.length).toBeGreaterThan(50)
  const holding: string[] = []
  let isLastFourThere = false
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.raw(name)} t`.execute(
      system,
    )
    const text = rows.map((row) => row.text).join('\n')
    if (name === 'public.instruments') isLastFourThere = text.includes('"last4":"1005"')
    if (numbers.some((number) => holds(text, number))) holding.push(name)
    if (/"(cvv|cvn|card_number|securityCode)" ?: ?"\d/i.test(text)) holding.push(`${name}: a code`)
  }
  expect(isLastFourThere).toBe(true)
  expect(holding).toEqual([])
  // The log has every request at its most talkative level, and the gateway's ledger is a file too.
  expect(logged.length).toBeGreaterThan(100)
  expect(numbers.filter((number) => holds(logged.join(''), number))).toEqual([])
  const files = [w.running.services.config.dataDir, money.folder].flatMap(filesIn)
  expect(files.some((file) => file.endsWith('ledger.jsonl'))).toBe(true)
  for (const file of files) {
    const text = readFileSync(file, 'latin1')
    expect([file, numbers.filter((number) => holds(text, number))]).toEqual([file, []])
  }
})
