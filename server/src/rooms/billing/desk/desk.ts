import type * as contract from '@cutaway/contract/rooms/billing/desk.ts'
import { randomUUID } from 'node:crypto'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { reachedSites } from '../../sites/reached-sites.ts'
import { dayOf } from '../days.ts'
import { pdfFile } from '../documents/documents.ts'
import { findDocument } from '../documents/facts.queries.ts'
import { post } from '../ledger.ts'
import { fromDecimal } from '../money.ts'
import { findPayment } from '../payments.queries.ts'
import { refundPayment } from '../saga/refunds.ts'
import { lockSubscriptionOf, settleByTransfer } from '../life/open-invoice.ts'
import * as queries from './desk.queries.ts'
import { monthEnds, revenueOf } from './revenue.rules.ts'
import { paidAt, pastDue } from './revenue.queries.ts'

/** The desk of payments, for the operator. Every act is in the audit log, with its reason. */

/** Seconds for which a paid order may wait for its delivery before a person hears of it. */
const undeliveredAfter = 600

function ofSites({ caller, services }: AnyCall, only: number | undefined) {
  const sites = reachedSites(caller, services, only)
  const names = new Map(sites.map(({ web_site_id, name }) => [web_site_id, name]))
  return {
    of: { webSiteIds: sites.map(({ web_site_id }) => web_site_id) },
    nameOf: (webSiteId: number) => names.get(webSiteId) ?? '',
  }
}

const personOf = ({ caller: { user } }: Pick<AnyCall, 'caller'>) =>
  `${user.first_name} ${user.last_name}`.trim() || user.username

export const desk: Handlers<typeof contract> = {
  getDeskItems: async (call) => {
    const { body, services } = call
    const { of, nameOf } = ofSites(call, body.web_site_id)
    const undeliveredBefore = secondsAfter(services.clock.now(), -undeliveredAfter)
    const filter = { isDone: body.state === 'done', undeliveredBefore }
    const { rows, total } = await queries.findItems(services.database.system, of, filter, body)
    return answer(
      rows.map(({ payment_id, at, resolved_at, ours, theirs, ...row }) => ({
        ...row,
        payment: payment_id,
        site_name: nameOf(row.web_site_id),
        at: at.toISOString(),
        resolved_at: resolved_at?.toISOString() ?? null,
        ours: plain(ours),
        theirs: plain(theirs),
      })),
      { beside: { total } },
    )
  },

  resolveDeskItem: async (call) => {
    const { db, site, body, services } = call
    const { reference, kind, note } = body
    const by = personOf(call)
    const isResolved = await queries.resolveDifference(db, site, {
      reference,
      kind,
      note,
      by,
      at: services.clock.now(),
    })
    if (isResolved === undefined) notFound()
    if (!isResolved) fail('desk_item_settled')
    call.audit({ target: { kind: 'payment', id: reference }, after: { kind, note } })
    return answer({ resolved_by: by }, { message: 'desk_item_marked' })
  },

  searchPayments: async (call) => {
    const { body, services } = call
    const { of, nameOf } = ofSites(call, body.web_site_id)
    const { rows, total } = await queries.findPayments(services.database.system, of, body)
    return answer(
      rows.map(({ payment_id, created_at, invoice_id, full_number, refundable_minor, ...row }) => ({
        ...row,
        site_name: nameOf(row.web_site_id),
        payment: payment_id,
        created_at: created_at.toISOString(),
        refundable_minor: Number(refundable_minor),
        invoice: invoice_id === null || full_number === null ? null : { id: invoice_id, full_number },
      })),
      { beside: { total } },
    )
  },

  refundPayment: async (call) => {
    const { db, site, body, services } = call
    const payment = (await findPayment(db, site, body.payment)) ?? notFound()
    const { payment_id: paymentId, currency } = payment
    const amountMinor = fromDecimal(body.amount, currency) ?? fail('refund_above_payment')
    const outcome = await refundPayment(db, services, site, { paymentId, amountMinor, reason: body.reason })
    if (outcome !== 'begun') fail(outcome)
    const after = { amount: body.amount, currency, reason: body.reason }
    call.audit({ target: { kind: 'payment', id: paymentId }, businessId: payment.businessentity_id, after })
    return answer({ payment: paymentId }, { message: 'refund_begun' })
  },

  getOpenInvoices: async (call) => {
    const { body, services } = call
    const { of, nameOf } = ofSites(call, body.web_site_id)
    const { rows, total } = await queries.findOpenInvoices(services.database.system, of, body)
    const now = services.clock.now()
    return answer(
      rows.map(({ invoice_id, paid_minor, ...row }) => {
        const { time_zone } = services.sites.byId(row.web_site_id)!
        return {
          ...row,
          site_name: nameOf(row.web_site_id),
          invoice: invoice_id,
          is_overdue: row.due_on < dayOf(now, time_zone),
          open_minor: row.total_minor - paid_minor,
        }
      }),
      { beside: { total } },
    )
  },

  recordTransfer: async (call) => {
    const { db, site, body, services } = call
    const now = services.clock.now()
    if (body.received_on > dayOf(now, site.time_zone)) fail('transfer_in_future')
    const subscription = await lockSubscriptionOf(db, site, body.invoice)
    const invoice = (await queries.lockInvoice(db, site, body.invoice)) ?? notFound()
    const { invoice_id, currency, businessentity_id } = invoice
    const amount_minor = fromDecimal(body.amount, currency) ?? fail('transfer_above_invoice')
    const transfer_id = randomUUID()
    const { received_on, bank_reference, note } = body
    const about = { currency, amount_minor, received_on, bank_reference, note }
    const recorded = { recorded_by: personOf(call), recorded_at: now }
    // The same line of the statement twice is said to be known, also when nothing is left to pay.
    const isNew =
      amount_minor > 0 && (await queries.addTransfer(db, site, { transfer_id, invoice_id, ...about, ...recorded }))
    if (amount_minor > 0 && !isNew) fail('transfer_recorded')
    const left = invoice.kind === 'invoice' && invoice.state === 'open' ? invoice.total_minor - invoice.paid_minor : 0
    if (amount_minor < 1 || amount_minor > left) fail('transfer_above_invoice')
    const paid_minor = invoice.paid_minor + amount_minor
    await queries.setPaid(db, site, invoice_id, { paid_minor, isPaid: amount_minor === left })
    if (amount_minor === left) await settleByTransfer(db, site, subscription, invoice_id, now)
    await post(db, site, {
      businessentity_id,
      currency,
      cause: `transfer ${transfer_id}`,
      postings: [
        ['cash:bank', amount_minor],
        ['receivable', -amount_minor],
      ],
      at: now,
    })
    call.audit({
      target: { kind: 'invoice', id: invoice.full_number },
      businessId: businessentity_id,
      after: { amount: body.amount, currency, received_on, bank_reference, note },
    })
    return answer({ invoice: invoice_id, open_minor: left - amount_minor }, { message: 'transfer_added' })
  },

  deskInvoicePdf: async (call) => {
    const { db, site, params } = call
    const facts = await findDocument(db, site, { id: params.id })
    // A browser saves any response as the file, so a refusal must not look like one.
    if (!facts) throw new HttpRefusal(404, 'not_found')
    return pdfFile(call, facts)
  },

  getRevenue: async ({ db, site, services }) => {
    const ends = monthEnds(dayOf(services.clock.now(), site.time_zone))
    return revenueOf(ends, await paidAt(db, site, ends), await pastDue(db, site))
  },
}

/** Returns names and values without what is nested. */
const plain = (given: object): Record<string, string | number | boolean | null> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | number | boolean | null),
    ]),
  )
