import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { solvedCaptcha } from '../../../testing/captcha.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'
import { mailTo } from '../testing.ts'
import { buyersOf, type Buyers } from './testing.ts'

/** People open and pay for accounts: over HTTP, with the stand-in gateway, whose ledger says what was charged. */

const { signup, billing } = contract

let w: World
let money: TestMoney
let buyers: Buyers
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
  buyers = buyersOf(w, money)
})
afterAll(async () => {
  await w.close()
  await money.close()
})

const good = '4111111111111111'

describe('a workshop in the US pays by card', () => {
  test('from the plans to the first log-in, with the password that is shown once', async () => {
    const renee = await buyers.american()
    const { person, userId, email } = renee
    const due = await person.call(billing.startPayment, { body: { user_id: userId } })
    expect(due).toMatchObject({ means: 'card', total_amount: '254.00', currency: 'USD' })
    const frame = await person.request(`/pay/card/${due.page_token}`)
    expect(frame.status).toBe(200)
    expect(await frame.text()).toContain('TEST MONEY')

    const paid = await buyers.payBy(renee, good)
    expect(paid).toMatchObject({ status: 1, data: { responseType: 'success', amount: '254.00', email } })
    expect(paid.data!.receipt).toEqual({ number: expect.stringMatching(/\d{6}$/), brand: 'visa', last4: '1111' })
    const { username, password, reactivation_token } = paid.data!.user!
    expect({ username, hasLink: reactivation_token.length > 20 }).toEqual({ username: email, hasLink: true })
    expect(await buyers.charged(renee)).toMatchObject([{ amountMinor: 25400, currency: 'USD', authenticated: true }])
    expect(await buyers.bought(renee)).toEqual({
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

  test('a code is good for the amount that it was asked for', async () => {
    const otto = await buyers.american()
    const code = await buyers.codeOf(otto)
    const changed = await buyers.formOf(otto.person, 31, 'US', { email: otto.email, max_location: 7, token: '' })
    const body = { ...changed, user_id: otto.userId, token: '' }
    expect(await otto.person.send(signup.updateRegistrationFirstStepCybersource, { body })).toMatchObject({ status: 1 })
    expect(await buyers.payBy(otto, good, { more: code })).toMatchObject(refusal('code_expired'))
    expect(await buyers.charged(otto)).toEqual([])
    expect(await buyers.payBy(otto, good)).toMatchObject({ status: 1 })
  })

  test('a declined card is told as such, and the next one pays', async () => {
    const omar = await buyers.american()
    expect(await buyers.payBy(omar, '4000000000000002')).toMatchObject({
      status: 0,
      data: { responseType: 'failed' },
      error_message: { error: 'payment_declined' },
    })
    expect(await buyers.bought(omar)).toMatchObject({
      registration: 'draft',
      subscription_status: 'ended',
      state: null,
    })
    expect(await buyers.payBy(omar, good)).toMatchObject({ status: 1, data: { responseType: 'success' } })
    expect(await buyers.charged(omar)).toHaveLength(1)
  })

  test('a charge whose reply never comes is found, once, and the account is given then', async () => {
    const pia = await buyers.american()
    const unclear = await buyers.payBy(pia, '4000000000007023')
    expect(unclear).toMatchObject({
      status: 0,
      data: { responseType: 'payment_error' },
      error_message: { error: 'payment_being_checked' },
    })
    expect((unclear.data as { user?: object } | null)?.user).toBeUndefined()
    // The form cannot be sent again while the money may be moving.
    const again = await buyers.formOf(pia.person, 31, 'US', { email: pia.email })
    expect(await pia.person.send(signup.saveRegistrationFirstStepCybersource, { body: again })).toMatchObject(
      refusal('payment_in_progress'),
    )
    await buyers.lookAgain(pia)
    const { payment } = unclear.data as unknown as { payment: string }
    expect(await pia.person.send(billing.getPaymentStatus, { params: { payment } })).toMatchObject({
      status: 1,
      data: { responseType: 'success' },
    })
    const { username, password } = await pia.person.call(signup.claimAccount)
    expect(await w.visitor().logIn(username, password)).toMatchObject({ status: 1 })
    expect(await buyers.charged(pia)).toHaveLength(1)
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
    const buyer = await buyers.american()
    const answer = await buyers.payBy(buyer, number)
    expect(answer).toMatchObject({
      status: responseType === 'success' ? 1 : 0,
      data: { responseType },
      ...(error === undefined ? {} : { error_message: { error } }),
    })
    if (responseType === 'payment_error') await buyers.lookAgain(buyer)
    expect(await buyers.charged(buyer)).toHaveLength(charges)
    expect(await buyers.bought(buyer)).toMatchObject(
      charges === 1 ? { state: 'active', invoice: 'paid' } : { state: null },
    )
  })

  test('who fails the bank’s question is not charged, and the same card works on the next try', async () => {
    const sam = await buyers.american()
    expect(await buyers.payBy(sam, '4000000000002503', { passes: false })).toMatchObject({
      data: { responseType: 'failed' },
      error_message: { error: 'payment_not_confirmed' },
    })
    expect(await buyers.charged(sam)).toHaveLength(0)
    expect(await buyers.payBy(sam, '4000000000002503')).toMatchObject({ data: { responseType: 'success' } })
    expect(await buyers.charged(sam)).toHaveLength(1)
  })

  test('a payment needs the code of the text message: a wrong, a foreign and a used one are refused', async () => {
    const [tom, una] = [await buyers.american(), await buyers.american()]
    const wrong = { ...(await buyers.codeOf(tom)), mobile_otp: '000000' }
    expect(await buyers.payBy(tom, good, { more: wrong })).toMatchObject(refusal('code_wrong'))
    expect(await buyers.payBy(tom, good, { more: await buyers.codeOf(una) })).toMatchObject(refusal('code_expired'))
    const used = await buyers.codeOf(tom)
    expect(await buyers.payBy(tom, '4000000000000002', { more: used })).toMatchObject({
      data: { responseType: 'failed' },
    })
    expect(await buyers.payBy(tom, good, { more: used })).toMatchObject(refusal('code_expired'))
    expect(await buyers.payBy(tom, good, { more: { mobile_otp: '' } })).toMatchObject(refusal('code_wrong'))
    expect(await buyers.charged(tom)).toHaveLength(0)
  })

  test('a code of 301 seconds, and one that was mistyped five times, pay for nothing', async () => {
    const late = await buyers.american()
    const old = await buyers.codeOf(late)
    w.clock.forward(301)
    expect(await buyers.payBy(late, good, { more: old })).toMatchObject(refusal('code_expired'))
    const clumsy = await buyers.american()
    const code = await buyers.codeOf(clumsy)
    const more = { ...code, mobile_otp: code.mobile_otp === '000000' ? '111111' : '000000' }
    for (let n = 1; n <= 4; n += 1)
      expect(await buyers.payBy(clumsy, good, { more })).toMatchObject(refusal('code_wrong'))
    for (const typed of [more, code])
      expect(await buyers.payBy(clumsy, good, { more: typed })).toMatchObject(refusal('code_too_many'))
    expect([await buyers.charged(late), await buyers.charged(clumsy)]).toEqual([[], []])
  })

  test('two browsers with one e-mail are charged once, and get one account', async () => {
    const first = await buyers.american()
    const second = await buyers.american({ email: first.email.toUpperCase() })
    const answers = await Promise.all([buyers.payBy(first, good), buyers.payBy(second, good)])
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1)
    const refused = answers.find(({ status }) => status === 0)!
    // Before the bank's question, after it, or when the account was open.
    expect(['payment_in_progress', 'failed', 'user_name_already_exists']).toContain(refused.message)
    expect([...(await buyers.charged(first)), ...(await buyers.charged(second))]).toHaveLength(1)
    // Afterwards too.
    const loser = answers[0].status === 1 ? second : first
    expect((await buyers.payBy(loser, good).catch(() => ({ status: 0 }))).status).toBe(0)
    expect([...(await buyers.charged(first)), ...(await buyers.charged(second))]).toHaveLength(1)
  })

  test('after three declined cards a captcha is asked for', async () => {
    const vera = await buyers.american()
    for (let n = 0; n < 3; n += 1) await buyers.payBy(vera, '4000000000000002')
    w.clock.forward(61)
    expect(await buyers.payBy(vera, good)).toMatchObject(refusal('captcha_required'))
    const token = await solvedCaptcha(vera.person)
    expect(await buyers.payBy(vera, good, { more: { token } })).toMatchObject({ data: { responseType: 'success' } })
  })

  test('after five declined cards a captcha is asked for before each one', async () => {
    const yan = await buyers.american()
    const bad = '4000000000000002'
    const needs = async () =>
      (await yan.person.call(billing.startPayment, { body: { user_id: yan.userId } })).needs_captcha
    for (let n = 0; n < 5; n += 1) {
      w.clock.forward(61)
      // Once after the third.
      expect(await needs()).toBe(n === 3)
      const token = n === 3 ? await solvedCaptcha(yan.person) : ''
      expect(await buyers.payBy(yan, bad, { more: { token } })).toMatchObject({ data: { responseType: 'failed' } })
    }
    w.clock.forward(600)
    expect(await needs()).toBe(true)
    expect(await buyers.payBy(yan, bad)).toMatchObject(refusal('captcha_required'))
    const token = await solvedCaptcha(yan.person)
    expect(await buyers.payBy(yan, bad, { more: { token } })).toMatchObject({ data: { responseType: 'failed' } })
    expect(await needs()).toBe(true)
  })

  test('money for a registration that has ended goes back, and a mail says so', async () => {
    const wim = await buyers.american()
    const answer = await buyers.payBy(wim, '4000000000007023')
    expect(answer).toMatchObject({ data: { responseType: 'payment_error' } })
    await sql`update registrations set state = 'expired' where user_id = ${wim.userId}`.execute(w.database.system)
    await buyers.lookAgain(wim)
    expect((await mailTo(w, wim.email)).text).toContain('$254.00')
    expect(await buyers.bought(wim)).toMatchObject({ state: null, subscription_status: 'ended', invoice: null })
  })
})

test('another browser, and an unknown user, can pay for nothing', async () => {
  const [xena, eve] = [await buyers.american(), w.visitor()]
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
  const form = await buyers.formOf(person, 31, 'US', {
    billing_plan_id: plan!.id,
    promo_code: 'stimulus2020',
    max_location: 1,
  })
  const saved = await person.call(signup.saveRegistrationFirstStepCybersource, { body: form })
  expect(saved.is_active).toBe(true)
  expect(await buyers.bought({ userId: saved.user.user_id })).toMatchObject({
    registration: 'active',
    state: 'active',
    payment_type: 'none',
    invoiced: 0,
    invoice: 'paid',
  })
})

test('a workshop in Australia pays by eWAY, with GST', async () => {
  const kylie = await buyers.australian()
  const due = await kylie.person.call(billing.startPayment, { body: { user_id: kylie.userId } })
  expect(due).toMatchObject({ means: 'card', currency: 'AUD', tax_label: 'GST', card_types: ['VISA', 'MASTERCARD'] })
  const paid = await buyers.payBy(kylie, '4444333322221111')
  expect(paid).toMatchObject({ status: 1, data: { responseType: 'success', amount: due.total_amount } })
  const { username, password } = paid.data!.user!
  expect(await w.visitor({ site: 33 }).logIn(username, password)).toMatchObject({ status: 1 })
  expect(await buyers.charged(kylie)).toMatchObject([{ face: 'eway', currency: 'AUD' }])
  expect(await buyers.bought(kylie)).toMatchObject({ state: 'active', payment_type: 'eway', invoice: 'paid' })
})

describe('a workshop in New Zealand pays by PayPal', () => {
  const begun = async () => {
    const person = w.visitor({ site: 33 })
    const body = await buyers.formOf(person, 33, 'NZ')
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
      { timeout: 60_000 },
    )
    const { username, password } = await person.call(signup.claimAccount)
    expect(await w.visitor({ site: 33 }).logIn(username, password)).toMatchObject({ status: 1 })
    expect(await buyers.charged({ userId })).toMatchObject([{ face: 'paypal', currency: 'NZD' }])
    expect(await buyers.bought({ userId })).toMatchObject({ state: 'active', payment_type: 'paypal', invoice: 'paid' })
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
    expect(await buyers.charged({ userId })).toHaveLength(0)
  })
})
