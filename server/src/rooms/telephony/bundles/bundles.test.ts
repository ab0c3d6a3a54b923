import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { chargesOf, emptyLater, mailsTo } from '../../billing/life/testing.ts'
import { refundPayment, workRefund } from '../../billing/saga/refunds.ts'
import { settle } from '../../billing/saga/settle.ts'
import { takeTexts } from '../../messaging/credits.ts'
import { afterFailedText } from '../../messaging/failures/after-failure.ts'
import { queueMessage } from '../../messaging/text-messages.ts'
import { balanceOf, bundleOf, buyer, forgetPlan, grant, recharge, sendTexts } from '../testing.ts'
import { watchCredits } from './recharge.ts'

/** Bundles of text messages: buying them, what becomes of them, warnings, and the automatic recharge. */

const { telephony } = contract

let w: World
let money: TestMoney
beforeAll(async () => {
  forgetPlan()
  money = await testMoney()
  w = await world({ payments: money.payments, numbers: money.numbers })
})
afterAll(async () => {
  await w.close()
  await money.close()
})
const site = () => w.running.services.sites.byId(31)!

test('a new business starts at 0 and sends nothing until it has bought', async () => {
  const of = await buyer(w, money)
  expect(await balanceOf(w, of)).toBe(0)
  const may = (count: number) => w.database.inTenant(31, (db) => takeTexts(db, site(), of.businessId, count))
  expect(await may(1)).toBe(false)
  const answer = await recharge(w, of)
  expect(answer).toMatchObject({
    status: 1,
    data: { responseType: 'success', amount: '45.00', currency: 'USD', paid_sms_counter: 500, sms_bundle: 500 },
  })
  expect(await may(500)).toBe(true)
  expect(await chargesOf(w, money, of)).toEqual([4500])
  const person = await of.person()
  const balance = await person.call(telephony.handleSMSMessages, { params: { user: of.userId } })
  expect(balance).toMatchObject({
    paid_sms_counter: 500,
    is_counted: true,
    sms_bundle: 500,
    cost_per_sms: '0.0900',
    total_amount: '45.00',
    symbol: '$',
    pays: 'stored',
    days_left: null,
    means: { kind: 'card' },
  })
  expect(balance.bundles.map(({ sms_bundle, cost_per_sms }) => [sms_bundle, cost_per_sms])).toEqual([
    [500, '0.0900'],
    [1000, '0.0800'],
    [2500, '0.0700'],
    [5000, '0.0600'],
  ])
  expect(await person.call(telephony.handleShowOrderSuccess, { params: {} })).toMatchObject({
    sms_bundle: 500,
    paid_sms_counter: 500,
    invoice: expect.stringMatching(/-\d{6}$/) as string,
  })
  expect(await mailsTo(w, of)).toContain('500 text messages added')
})

test('two tabs with one order are one purchase', async () => {
  const of = await buyer(w, money)
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => recharge(w, of, 500, key)))
  expect(await balanceOf(w, of)).toBe(500)
  expect(await chargesOf(w, money, of)).toEqual([4500])
  expect(answers.filter(({ status }) => status === 1).length).toBeGreaterThan(0)
})

test('a card without money adds nothing, and the failure page says why', async () => {
  const of = await buyer(w, money, { card: emptyLater })
  expect(await recharge(w, of)).toMatchObject({
    status: 0,
    message: 'failed',
    error_message: { error: 'card_no_funds' },
  })
  expect(await balanceOf(w, of)).toBe(0)
  const person = await of.person()
  expect(await person.call(telephony.handleShowOrderFailure, { params: {} })).toMatchObject({
    sms_bundle: 500,
    error: 'card_no_funds',
    invoice: null,
  })
  expect(await person.send(telephony.handleShowOrderSuccess, { params: {} })).toMatchObject({
    message: 'no_records_found',
  })
})

test('50 senders at once never take the balance below 0', async () => {
  const of = await buyer(w, money)
  await grant(w, of, 30)
  const sent = await Promise.all(
    Array.from({ length: 50 }, () =>
      w.database.inTenant(31, async (db) => {
        if (!(await takeTexts(db, site(), of.businessId, 1))) return 0
        await queueMessage(db, w.running.services.jobs, site(), {
          kind: 'sms',
          to: '+15035550142',
          body: 'Your car is ready.',
          segments: 1,
          language: site().languages[0]!,
          paidBy: of.businessId,
        })
        return 1
      }),
    ),
  )
  expect(sent.reduce((sum: number, one) => sum + one, 0)).toBe(30)
  expect(await balanceOf(w, of)).toBe(0)
  // Whoever forgets to ask first is stopped by the database.
  await expect(sendTexts(w, of, 1)).rejects.toThrow('check constraint')
})

test('a failed text costs nothing, and each message stands in the account with its price', async () => {
  const of = await buyer(w, money)
  await recharge(w, of)
  await sendTexts(w, of, 3)
  expect(await balanceOf(w, of)).toBe(497)
  const { message_id } = await w.database.system
    .selectFrom('messages')
    .select('message_id')
    .where('businessentity_id', '=', of.businessId)
    .executeTakeFirstOrThrow()
  const failed = { message_id, why: 'other' as const, now: w.clock.now() }
  for (let twice = 0; twice < 2; twice += 1)
    await w.database.inTenant(31, (db) => afterFailedText(db, site(), {}, failed))
  expect(await balanceOf(w, of)).toBe(498)
  const person = await of.person()
  const { data, total } = await person.send(telephony.getSmsUse, {
    params: { user: of.userId },
    body: { size: 10, descending: true },
  })
  expect(total).toBe(4)
  expect(data?.map(({ reason, messages, cost, balance }) => [reason, messages, cost, balance])).toEqual(
    expect.arrayContaining([
      ['send', 0, '0.0000', expect.any(Number)],
      ['send', -1, '0.0900', expect.any(Number)],
      ['purchase', 500, '45.0000', 500],
    ]),
  )
  expect(data?.[0]?.balance).toBe(497)
})

test('the account says who sent each text, from where and with which film, and filters by them', async () => {
  const dana = await w.loggedIn('advisor')
  const { user } = await dana.call(contract.sessions.getUserSession, {})
  await grant(w, { site: 31, businessId: user.businessentity_id! }, 20)
  const sent = await dana.send(contract.sharing.sendSms, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      moNumber: '+1 503 555 0142',
      opt_in_date: w.clock.now().toISOString().slice(0, 10),
      emailMessage: 'Your front pads are at 2 mm:',
      selectedList: [{ part_id: 'BRKDSC' }],
    },
  })
  expect(sent.status).toBe(1)
  await sendTexts(w, { site: 31, businessId: user.businessentity_id! }, 1)
  const enterprise = await w.loggedIn('enterprise')
  const params = { user: (await enterprise.call(contract.sessions.getUserSession, {})).user.user_id }
  const use = async (only: { sender_id?: number; location_id?: number; part_id?: string }) =>
    enterprise.call(telephony.getSmsUse, { params, body: { descending: true, ...only } })
  const choices = await enterprise.call(telephony.getSmsUseFilters, { params })
  const disc = choices.films.find(({ part_id }) => part_id === 'BRKDSC')!
  expect(disc.name).toMatch(/disc/i)
  const sender = choices.senders.find(({ sender_id }) => sender_id === user.user_id)
  const place = choices.locations.find(({ name }) => name === 'Harbor Road')
  const [other, own] = await use({})
  expect([other, own].map((row) => [row?.reason, row?.sent_by, row?.location_name])).toEqual([
    ['send', '', ''],
    ['send', sender!.name, place!.name],
  ])
  expect(own!.films).toEqual([disc.name])
  for (const only of [
    { sender_id: user.user_id },
    { location_id: place!.location_id },
    { part_id: 'BRKDSC' },
    { part_id: 'BRKDSC', location_id: place!.location_id },
  ]) {
    const rows = await use(only)
    expect(rows[0]).toEqual(own)
    for (const row of rows) {
      if ('sender_id' in only) expect(row.sent_by).toBe(sender!.name)
      if ('location_id' in only) expect(row.location_name).toBe(place!.name)
      if ('part_id' in only) expect(row.films).toContain(disc.name)
    }
  }
  expect(await use({ part_id: 'NOSUCH' })).toEqual([])
  // The other business of the web site sees nothing of it.
  const rival = await w.loggedIn('enterprise2')
  const theirs = { user: (await rival.call(contract.sessions.getUserSession, {})).user.user_id }
  expect(await rival.call(telephony.getSmsUse, { params: theirs, body: { sender_id: user.user_id } })).toEqual([])
  const { senders } = await rival.call(telephony.getSmsUseFilters, { params: theirs })
  expect(senders.map(({ sender_id }) => sender_id)).not.toContain(user.user_id)
})

test('money that goes back takes back what is left of the messages, and no more', async () => {
  const of = await buyer(w, money)
  await recharge(w, of)
  await sendTexts(w, of, 100)
  const { payment_id, amount_minor } = await w.database.system
    .selectFrom('payments')
    .select(['payment_id', 'amount_minor'])
    .where('businessentity_id', '=', of.businessId)
    .where('purpose', '=', 'sms_bundle')
    .executeTakeFirstOrThrow()
  const { services } = w.running
  await w.database.inTenant(31, (db) =>
    refundPayment(db, services, site(), { paymentId: payment_id, amountMinor: amount_minor, reason: 'asked' }),
  )
  const refund = await w.database.system
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment_id)
    .executeTakeFirstOrThrow()
  await workRefund(services, site(), { reference: refund.reference, look: refund.looks })
  expect(await balanceOf(w, of)).toBe(0)
})

describe('warnings and the automatic recharge', () => {
  test('one mail at 20 % of the last purchase and one at 0', async () => {
    const of = await buyer(w, money)
    await grant(w, of, 10)
    await sendTexts(w, of, 8)
    await watchCredits(w.running.services, site())
    await watchCredits(w.running.services, site())
    await sendTexts(w, of, 2)
    await watchCredits(w.running.services, site())
    await watchCredits(w.running.services, site())
    expect((await mailsTo(w, of)).toSorted()).toEqual(['2 text messages left', 'No text messages left'])
  })

  test('recharges below the balance that was set, up to the cap of the month', async () => {
    const of = await buyer(w, money)
    await grant(w, of, 50)
    const person = await of.person()
    const { bundle_id } = await bundleOf(w, 31, 500)
    const settings = { is_on: true, below: 100, bundle_id, cap: '90.00' }
    expect(
      await person.send(telephony.saveSmsRecharge, {
        params: { user: of.userId },
        body: { ...settings, cap: '44.99' },
      }),
    ).toMatchObject({ message: 'sms_cap_too_low' })
    await person.call(telephony.saveSmsRecharge, { params: { user: of.userId }, body: settings })
    const look = () => watchCredits(w.running.services, site())
    await Promise.all([look(), look()])
    expect(await balanceOf(w, of)).toBe(550)
    await sendTexts(w, of, 500)
    await look()
    await sendTexts(w, of, 500)
    await look()
    // The third one would cost 135.00 in this month.
    expect(await balanceOf(w, of)).toBe(50)
    expect(await chargesOf(w, money, of)).toEqual([4500, 4500])
    expect(await person.call(telephony.handleSMSMessages, { params: { user: of.userId } })).toMatchObject({
      recharge: { spent: '90.00', cap: '90.00', paused_by: 'cap' },
    })
    expect(await mailsTo(w, of)).toContain('Your monthly limit for text messages is reached')
    w.clock.forward(32 * 86_400)
    await look()
    expect(await balanceOf(w, of)).toBe(550)
  })

  test('a declined card pauses it until somebody has looked', async () => {
    const of = await buyer(w, money, { card: emptyLater })
    await grant(w, of, 5)
    const person = await of.person()
    const { bundle_id } = await bundleOf(w, 31, 500)
    const body = { is_on: true, below: 100, bundle_id, cap: '900' }
    await person.call(telephony.saveSmsRecharge, { params: { user: of.userId }, body })
    for (let n = 0; n < 3; n += 1) await watchCredits(w.running.services, site())
    const orders = await w.database.system
      .selectFrom('sms_orders')
      .select('state')
      .where('businessentity_id', '=', of.businessId)
      .execute()
    expect(orders).toEqual([{ state: 'failed' }])
    expect((await mailsTo(w, of)).filter((subject) => subject.includes('couldn’t recharge'))).toHaveLength(1)
  })
})

test('on a web site with invoices, messages come at once and not while an invoice is overdue', async () => {
  const enterprise = await w.loggedIn('enterprise', { site: 69 })
  const { user } = await enterprise.call(contract.sessions.getUserSession, {})
  await enterprise.call(contract.sessions.handleAgreeTermsAndCondtion, { params: { web_site_id: 69 } })
  const { bundle_id } = await bundleOf(w, 69, 500)
  const before = (await balanceOf(w, { site: 69, businessId: user.businessentity_id! }))!
  const order = () =>
    enterprise.send(telephony.rechargeSms, {
      params: { user: user.user_id, site: 69 },
      body: { bundle_id, request_key: randomUUID() },
    })
  const first = await order()
  expect(first.message).toBe('ok')
  expect(first).toMatchObject({ status: 1, data: { responseType: 'success', payment: null } })
  expect(await enterprise.call(telephony.handleSMSMessages, { params: { user: user.user_id } })).toMatchObject({
    pays: 'invoice',
    paid_sms_counter: before + 500,
    overdue: null,
  })
  expect(await order()).toMatchObject({ status: 1 })
  w.clock.forward(16 * 86_400)
  const again = await w.loggedIn('enterprise', { site: 69 })
  expect(
    await again.send(telephony.rechargeSms, {
      params: { user: user.user_id, site: 69 },
      body: { bundle_id, request_key: randomUUID() },
    }),
  ).toMatchObject({ status: 0, message: 'sms_invoice_overdue' })
})

test('a web site that takes no payments has no bundles to show', async () => {
  const teacher = await w.loggedIn('enterprise', { site: 142 })
  const { user } = await teacher.call(contract.sessions.getUserSession, {})
  expect(await teacher.send(telephony.handleSMSMessages, { params: { user: user.user_id } })).toMatchObject({
    message: 'Something went wrong. Please try again',
  })
})

test('200 bundles with dropped replies: what was paid was added, and nothing else', { timeout: 240_000 }, async () => {
  const businesses = await Promise.all(Array.from({ length: 4 }, () => buyer(w, money)))
  const { services } = w.running
  /** Asks about what is unclear, as the job does. */
  const settleAll = async () => {
    const open = await w.database.system
      .selectFrom('payment_attempts')
      .select('reference')
      .where('state', 'in', ['sent', 'unknown'])
      .execute()
    for (const { reference } of open) await settle(services, site(), { reference, look: 'now' })
    return open.length
  }
  money.gateway.faults.drop_every = 7
  for (let n = 0; n < 50; n += 1) {
    w.clock.forward(61)
    for (const of of businesses) await recharge(w, of)
    await settleAll()
  }
  money.gateway.faults.drop_every = 0
  for (let round = 0; round < 40 && (await settleAll()) > 0; round += 1) w.clock.forward(120)
  for (const of of businesses) {
    const charges = await chargesOf(w, money, of)
    const credited = await w.database.system
      .selectFrom('sms_orders')
      .select('order_id')
      .where('businessentity_id', '=', of.businessId)
      .where('state', '=', 'credited')
      .execute()
    expect(credited.length).toBe(charges.length)
    expect(await balanceOf(w, of)).toBe(500 * charges.length)
    // Some orders meet a payment that is not settled yet, and are refused.
    expect(charges.length).toBeGreaterThan(30)
  }
})
