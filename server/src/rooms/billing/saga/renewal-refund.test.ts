import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { forwardTo, goodCard, live, sellPlan, subscriber } from '../life/testing.ts'
import { workRefund } from './refunds.ts'

/** Sam of the operator pays a renewal back, whose invoice is older than its payment. */

const { billing } = contract

let w: World
let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

test('a part of a renewal that goes back has a credit note for the invoice of the renewal', async () => {
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  forwardTo([w], '2027-01-10T17:00:00Z')
  const who = await subscriber(w, money, { planId, card: goodCard })
  await live(w, '2027-02-11T17:00:00Z', { site: 31 })
  const sam = await w.loggedIn('super')
  const { payment_id } = await w.database.system
    .selectFrom('payments')
    .select('payment_id')
    .where('web_site_id', '=', 31)
    .where('businessentity_id', '=', who.businessId)
    .where('purpose', '=', 'renewal')
    .executeTakeFirstOrThrow()
  const body = { web_site_id: 31, payment: payment_id, amount: '10.00', reason: 'A week without films' }
  expect(await sam.send(billing.refundPayment, { body })).toMatchObject({ status: 1 })
  const refund = () =>
    w.database.system
      .selectFrom('refunds as r')
      .leftJoin('invoices as c', 'c.invoice_id', 'r.credit_note_id')
      .leftJoin('invoices as i', 'i.invoice_id', 'c.of_invoice_id')
      .select(['r.reference', 'c.total_minor', 'i.issued_on', 'i.total_minor as invoiced'])
      .where('r.payment_id', '=', payment_id)
      .executeTakeFirstOrThrow()
  // Does what the job does, which may have been done by it already.
  const { reference } = await refund()
  await workRefund(w.running.services, w.running.services.sites.byId(31)!, { reference, look: 0 })
  await expect
    .poll(refund, { timeout: 60_000 })
    .toMatchObject({ total_minor: -1000, issued_on: '2027-02-10', invoiced: 4900 })
})
