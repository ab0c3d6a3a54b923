import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterCard, testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { booksOf, chargesOf, sellPlan, subscriber, subscriptionOf } from '../../billing/life/testing.ts'
import { codesTo } from '../testing.ts'

const { signup, sessions, billing } = contract
const {
  handleShowUpgradeUserMessage: show,
  handleUpgradeMessageSeen: seen,
  handleIAccept: accept,
  handleUpgradeUser: confirmDetails,
  handleTermsAndConditionsForupgradedMembers: acceptTerms,
  handleSubmitPromoCodeTrialUpgrade: applyCode,
  upgradeTrialUser: choosePlan,
  handleConfirmUpgradeUser: payFor,
} = signup

let w: World
let money: TestMoney
let planId: number
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
  planId = await sellPlan(w, { site: 153, country: 'US', currency: 'USD', recurring: 4900, setup: 1000, most: 5 })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

/** Starts a free trial by mail. */
async function onTrial(email: string, site = 153): Promise<Person> {
  const person = w.visitor({ site })
  const token = async () => (await person.call(signup.getWebSiteDetailsForFreeTrial)).token
  await person.call(signup.sendFreeTrailOTP, { body: { token: await token(), email } })
  const code = (await codesTo(w, email)).at(-1)!
  await person.call(signup.registerFreeTrailUser, { body: { token: await token(), email, code, app_number: 'A1' } })
  return person
}

const details = {
  business_name: 'Cedar Street Auto',
  first_name: 'Mia',
  last_name: 'Reyes',
  phone: '(503) 234-0187',
  businessentity_street1: '1 Cedar Street',
  businessentity_city: 'Portland',
  businessentity_state: 'OR',
  businessentity_zip: '97201',
  country_code: 'US',
}
const message = (person: Person) => person.call(show)
/** Takes the steps up to the choice of the plan. */
async function upToPlan(person: Person, more: object = {}): Promise<void> {
  await person.call(accept, { body: { accept: 1 } })
  await person.call(confirmDetails, { body: { ...details, ...more } })
  await person.call(acceptTerms, { body: { iaccept: true } })
}
/** Pays with a card, through the steps of the bank, as the page does. */
async function payWith(person: Person, card: string, key: string) {
  const payment_token = await enterCard(money, 'cybersource', card)
  for (;;) {
    const answer = await person.send(payFor, { body: { payment_token, name_on_card: 'Mia Reyes', request_key: key } })
    if (answer.status === 0 || !answer.data?.action) return answer
  }
}
const userId = async (person: Person) => (await person.call(sessions.getUserSession)).user.user_id
const businessOf = async (person: Person) =>
  (await person.call(sessions.getUserSession)).user.businessentity_id as number

describe('the visitor of a free trial', () => {
  test('goes from the message to a paid account; each step is kept, and none can be left out', async () => {
    const mia = await onTrial('mia@cedar.example')
    expect(await message(mia)).toMatchObject({
      step: 'message',
      seen: false,
      is_new_business: true,
      provider: 'cybersource',
    })
    expect(await mia.call(seen)).toMatchObject({ step: 'message', seen: true })
    const early = await mia.send(choosePlan, { body: { billing_plan_id: planId, max_location: 1 } })
    expect(early).toMatchObject({ status: 0, message: 'unable_to_proceed_please_try_later' })

    expect((await mia.call(accept, { body: { accept: 1 } })).state.step).toBe('details')
    const noPhone = await mia.send(confirmDetails, { body: { ...details, phone: '' } })
    expect(noPhone).toMatchObject({ status: 0, message: 'message_billing', data: { field: 'phone' } })
    expect(await mia.send(confirmDetails, { body: { ...details, country_code: 'FR' } })).toMatchObject({
      message: 'country_code_not_allow',
    })
    const confirmed = await mia.call(confirmDetails, { body: details })
    expect(confirmed).toMatchObject({ step: 'terms', details: { email: 'mia@cedar.example', phone: '+15032340187' } })
    expect(await mia.send(acceptTerms, { body: {} })).toMatchObject({ message: 'read_our_terms_and_conditions' })
    expect(await mia.call(acceptTerms, { body: { iaccept: true } })).toMatchObject({ step: 'plan' })

    const tooMany = await mia.send(choosePlan, { body: { billing_plan_id: planId, max_location: 6 } })
    expect(tooMany).toMatchObject({ status: 0, message: 'invalid_number_of_locations', data: { in_use: 1 } })
    const quote = await mia.call(choosePlan, { body: { billing_plan_id: planId, max_location: 2 } })
    expect(quote).toMatchObject({
      step: 'confirm',
      means: 'card',
      total_amount: '59.00',
      renewal_amount: '49.00',
      card_types: expect.any(Array),
    })
    expect((await mia.request(`/pay/card/${quote.page_token}`)).status).toBe(200)

    const paid = await payWith(mia, '4111111111111111', quote.request_key)
    expect(paid).toMatchObject({ status: 1, data: { responseType: 'success', amount: '59.00' } })
    expect(await message(mia)).toMatchObject({ step: 'done' })
    // The same key is the same payment, and a second upgrade is none.
    expect(await payWith(mia, '4111111111111111', quote.request_key)).toMatchObject({
      data: { responseType: 'success' },
    })

    const { user } = await mia.call(sessions.getUserSession)
    expect(user).toMatchObject({ user_access_id: 3, is_employee: 0, username: 'mia@cedar.example', first_name: 'Mia' })
    const who = {
      site: 153,
      businessId: await businessOf(mia),
      username: user.username,
      userId: user.user_id,
      person: async () => mia,
    }
    expect(await subscriptionOf(w, who)).toMatchObject({ state: 'active', locations: 2, payment_type: 'cybersource' })
    expect(await chargesOf(w, money, who)).toEqual([5900])
    expect(Object.values(await booksOf(w, who)).reduce((a, b) => a + b, 0)).toBe(0)
    expect(await mia.call(billing.getSubscriptionStatus, { params: { user: user.user_id } })).toMatchObject({
      subscription_status: 'active',
    })
    // The login of the trial would have ended after an hour.
    w.clock.forward(3700)
    expect((await mia.send(sessions.getUserSession)).status).toBe(1)
    const { rows } = await sql<{ subject: string }>`select subject from mails
      where to_address = 'mia@cedar.example' and subject not like '%code%' order by created_at`.execute(
      w.database.system,
    )
    expect(rows.length).toBe(2)
  })

  test('a declined card is said and another one pays; declining the offer leads away or logs out', async () => {
    const ada = await onTrial('ada@cedar.example')
    expect(await ada.call(accept, { body: { accept: 0 } })).toMatchObject({
      leads_to: null,
      state: { step: 'message' },
    })
    await upToPlan(ada)
    const body = { billing_plan_id: planId, max_location: 1 }
    const first = await ada.call(choosePlan, { body })
    expect(await payWith(ada, '4000000000000002', first.request_key)).toMatchObject({ status: 0, message: 'failed' })
    expect(await message(ada)).toMatchObject({ step: 'confirm', error: 'payment_declined', billing_plan_id: planId })
    expect((await ada.call(sessions.getUserSession)).user.user_access_id).toBe(9)
    const second = await ada.call(choosePlan, { body })
    expect(await payWith(ada, '4111111111111111', second.request_key)).toMatchObject({ status: 1 })
    expect(await message(ada)).toMatchObject({ step: 'done', error: null })
  })

  test('a promo code counts once typed right, and without a price nothing is charged', async () => {
    const free = await sellPlan(w, {
      site: 153,
      country: 'US',
      currency: 'USD',
      recurring: 0,
      // oxlint-disable-next-line no-thenable -- the plan that follows
      promo: { code: 'welcome100', periods: 3, then: planId },
    })
    const leo = await onTrial('leo@cedar.example')
    await upToPlan(leo)
    const code = (text: string) => ({ params: { user: 0, site: 153, code: text } })
    const user = await userId(leo)
    const typed = (text: string) => leo.send(applyCode, { params: { ...code(text).params, user } })
    expect(await leo.send(applyCode, { params: { ...code('WELCOME100').params, user: user + 1 } })).toMatchObject({
      message: 'not_found',
    })
    expect(await typed('nothing')).toMatchObject({ status: 0, message: 'invalid_promo_code' })
    expect(await typed('WELCOME100')).toMatchObject({ status: 1, data: { promo_code: 'welcome100', step: 'plan' } })
    expect(await typed('welcome100')).toMatchObject({ status: 0, message: 'promo_code_already_applied' })
    const quote = await leo.call(choosePlan, { body: { billing_plan_id: free, max_location: 1 } })
    expect(quote).toMatchObject({ means: 'nothing', total_amount: '0.00', page_token: null })
    const done = await leo.call(payFor, { body: { request_key: quote.request_key } })
    expect(done).toMatchObject({ responseType: 'success', amount: '0.00' })
    expect((await leo.call(sessions.getUserSession)).user.user_access_id).toBe(3)
  })

  test('a closed browser goes on where it stopped, also in the middle of a payment at PayPal', async () => {
    const ben = await onTrial('ben@cedar.example', 172)
    await ben.call(accept, { body: { accept: 1 } })
    const { details: known, countries } = await message(ben)
    expect(countries).toContain(known.country_code)
    await ben.call(confirmDetails, { body: { ...details, phone: '+63 2 8123 4567', country_code: known.country_code } })
    expect(await message(ben)).toMatchObject({ step: 'terms', details: { business_name: 'Cedar Street Auto' } })
    await ben.call(acceptTerms, { body: { i_accept: 1 } })
    const wallet = await sellPlan(w, {
      site: 172,
      country: known.country_code.toUpperCase(),
      currency: 'USD',
      recurring: 2900,
    })
    const quote = await ben.call(choosePlan, { body: { billing_plan_id: wallet, max_location: 1 } })
    expect(quote).toMatchObject({ means: 'approval', total_amount: '29.00' })
    const away = await ben.request(`/pay/${quote.page_token}`)
    expect(away.status).toBe(303)
    expect(away.headers.get('location')).toContain('paypal')
    // Nothing moves before the approval, so another try is possible.
    expect(await message(ben)).toMatchObject({ step: 'confirm', billing_plan_id: wallet })
  })

  test('steps are not taken by following a link', async () => {
    const eve = await onTrial('eve@cedar.example')
    for (const step of [
      signup.handleUpgradeMessageSeenByGet,
      signup.handleIAcceptByGet,
      signup.handleUpgradeUserByGet,
      signup.upgradeTrialUserByGet,
      signup.handleConfirmUpgradeUserByGet,
    ])
      expect(await eve.send(step)).toMatchObject({ status: 0, message: 'method_not_allowed' })
    expect(await message(eve)).toMatchObject({ step: 'message', seen: false })
  })

  test('a web site that sells nothing offers no upgrade', async () => {
    const zoe = await onTrial('zoe@cedar.example', 39)
    expect(await message(zoe)).toMatchObject({ step: 'none' })
    expect(await zoe.send(accept, { body: { accept: 1 } })).toMatchObject({ status: 0 })
  })
})

describe('the administrator of a business', () => {
  test('with a trial plan pays the whole first period; the trial ends with it, and its places stay', async () => {
    const plan = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
    const who = await subscriber(w, money, { planId: plan, card: null, inUse: 2, locations: 2 })
    const trialEnd = '2099-01-01'
    await sql`update subscriptions set state = 'trialing', payment_type = 'none', trial_ends_on = ${trialEnd},
      period_end = ${trialEnd} where businessentity_id = ${who.businessId}`.execute(w.database.system)
    const trial = await subscriptionOf(w, who)
    const dana = await who.person()
    expect(await message(dana)).toMatchObject({
      step: 'message',
      is_new_business: false,
      in_use: 2,
      details: { first_name: 'Dana', business_name: expect.stringContaining('Cedar') },
    })
    await upToPlan(dana)
    expect(await dana.send(choosePlan, { body: { billing_plan_id: plan, max_location: 1 } })).toMatchObject({
      message: 'invalid_number_of_locations',
    })
    const quote = await dana.call(choosePlan, { body: { billing_plan_id: plan, max_location: 3 } })
    expect(quote).toMatchObject({ total_amount: '49.00' })
    expect(await payWith(dana, '4111111111111111', quote.request_key)).toMatchObject({ status: 1 })
    const now = await subscriptionOf(w, who)
    expect(now).toMatchObject({ state: 'active', locations: 3 })
    expect(now.subscription_id).not.toBe(trial.subscription_id)
    const { rows } =
      await sql`select state from subscriptions where subscription_id = ${trial.subscription_id}`.execute(
        w.database.system,
      )
    expect(rows).toEqual([{ state: 'ended' }])
    expect(await chargesOf(w, money, who)).toEqual([4900])
  })

  test('with a subscription has nothing to upgrade, and an old account has where the web site offers it', async () => {
    const plan = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
    const busy = await subscriber(w, money, { planId: plan })
    const person = await busy.person()
    expect(await message(person)).toMatchObject({ step: 'none' })
    await sql`delete from subscription_periods where subscription_id in
      (select subscription_id from subscriptions where businessentity_id = ${busy.businessId})`.execute(
      w.database.system,
    )
    await sql`delete from subscriptions where businessentity_id = ${busy.businessId}`.execute(w.database.system)
    expect(await message(person)).toMatchObject({ step: 'none' })
    await sql`insert into web_site_features (web_site_id, feature) values (31, 'upgrade_old_accounts')`.execute(
      w.database.system,
    )
    await expect.poll(async () => (await message(person)).step).toBe('message')
  })

  test('whose details are read-only confirms them as they are', async () => {
    const plan = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
    const who = await subscriber(w, money, { planId: plan, card: null })
    await sql`update subscriptions set state = 'trialing', payment_type = 'none'
      where businessentity_id = ${who.businessId}`.execute(w.database.system)
    await sql`update users set permissions = array['upgrade_account', 'disable_edit_upgrade_dialogue'], phone = '+15032340188'
      where user_id = ${who.userId}`.execute(w.database.system)
    const dana = await who.person()
    await dana.call(accept, { body: { accept: 1 } })
    const state = await dana.call(confirmDetails, { body: { ...details, business_name: 'Somebody else' } })
    expect(state).toMatchObject({ read_only: true, step: 'terms', details: { first_name: 'Dana' } })
    expect(state.details.business_name).toContain('Cedar Street Auto ')
  })
})
