import { contract } from '@cutaway/contract'
import type { Signup } from '@cutaway/contract/rooms/signup/registration.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { enterCard, type TestMoney } from '../../../outside/payments/testing.ts'
import { solvedCaptcha } from '../../../testing/captcha.ts'
import type { Person, World } from '../../../testing/world.ts'
import { settle } from '../../billing/saga/settle.ts'
import { codesTo } from '../testing.ts'

/** People who open an account and pay for it: over HTTP, with the stand-in gateway, whose ledger says what was charged. */

const { signup, billing } = contract

export interface Buyer {
  person: Person
  email: string
  userId: number
  site: number
  account: 'cybersource' | 'eway'
}
export type Buyers = ReturnType<typeof buyersOf>

/** Buyers of a world whose payments go to the stand-in gateway. */
export function buyersOf(world: World, money: TestMoney) {
  let count = 0

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
      email: `renee${(count += 1)}@cedarstreet.example`,
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
    const person = world.visitor()
    const body = await formOf(person, 31, 'US', more)
    const { user } = await person.call(signup.saveRegistrationFirstStepCybersource, { body })
    return { person, email: body.email, userId: user.user_id, site: 31, account: 'cybersource' }
  }
  async function australian(): Promise<Buyer> {
    const person = world.visitor({ site: 33 })
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
    const code = (await codesTo(world, mobile)).at(-1)!
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
      where r.user_id = ${userId}`.execute(world.database.system)
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
      left join invoices i using (web_site_id, businessentity_id) where r.user_id = ${userId}`.execute(
      world.database.system,
    )
    expect(rows).toHaveLength(1)
    return rows[0]!
  }
  /** A minute later the portal looks at what was unclear. */
  async function lookAgain({ userId, site }: Buyer) {
    world.clock.forward(61)
    const { rows } = await sql<{ reference: string }>`select a.reference from payment_attempts a
      join payments p using (web_site_id, payment_id) join registrations r on r.registration_id::text = p.order_id
      where r.user_id = ${userId}`.execute(world.database.system)
    for (const { reference } of rows)
      await settle(world.running.services, world.running.services.sites.byId(site)!, { reference, look: 'now' })
  }

  return { formOf, american, australian, codeOf, payBy, answerBank, charged, bought, lookAgain }
}
