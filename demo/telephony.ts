import type { Db } from '@cutaway/server/src/core/db/database.ts'
import type { Site } from '@cutaway/server/src/core/tenancy.ts'
import { dayOf } from '@cutaway/server/src/rooms/billing/days.ts'
import { issueDocument } from '@cutaway/server/src/rooms/billing/invoices.ts'
import { post } from '@cutaway/server/src/rooms/billing/ledger.ts'
import { addressOf, findContact, providerOf } from '@cutaway/server/src/rooms/billing/life/buyer.ts'
import { sellerOf } from '@cutaway/server/src/rooms/billing/life/seller.ts'
import { quoteOf } from '@cutaway/server/src/rooms/billing/rules.ts'
import { findBundles, type Bundle } from '@cutaway/server/src/rooms/telephony/bundles/orders.queries.ts'
import { lowPart } from '@cutaway/server/src/rooms/telephony/bundles/recharge.ts'
import { findSeller } from '@cutaway/server/src/rooms/signup/plans/plans.queries.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { DemoSite } from './sites.ts'

/**
 * The accounts of text messages: every text that the demo says a business sent was paid. The first business of each web
 * site buys a bundle when few are left; the second one uses up what the operator gave it.
 */

/** Messages that the operator gave a business that has bought none. */
const granted = 412
/** The balance below which the first business bought. */
const fewLeft = 60
const bought = 500

interface Business {
  site: DemoSite
  n: number
  entity: number
}

interface Entry {
  at: Date
  delta: number
  reason: 'grant' | 'purchase' | 'send' | 'return'
  order_id: string | null
  message_id: string | null
}

interface Text {
  businessentity_id: number
  message_id: string
  at: Date
  has_failed: boolean
}

const hourLater = (at: Date, hours = 1) => new Date(at.getTime() + hours * 3_600_000)

/** Writes accounts, purchases and their invoices for the texts that are in the database. */
export async function insertDemoTextAccounts(db: Db, businesses: readonly Business[], now: Date): Promise<void> {
  await db
    .insertInto('message_credits')
    .values(businesses.map(({ site, entity }) => ({ web_site_id: site.id, businessentity_id: entity, remaining: 0 })))
    .execute()
  const { rows: texts } =
    await sql<Text>`select m.businessentity_id, m.message_id, m.created_at as at, d.state = 'failed' as has_failed
    from messages m join deliveries d on d.web_site_id = m.web_site_id and d.delivery_id = m.message_id
    where m.businessentity_id is not null and m.created_at < ${now}::timestamptz order by m.created_at`.execute(db)
  for (const business of businesses) {
    const { site: of, n } = business
    const site = { web_site_id: of.id, features: of.features, time_zone: of.timeZone } as unknown as Site
    const bundle = n === 1 ? (await findBundles(db, site)).find(({ sms_count }) => sms_count === bought) : undefined
    const own = texts.filter(({ businessentity_id }) => businessentity_id === business.entity)
    const entries = entriesOf(own, bundle !== undefined, now)
    for (const entry of entries)
      if (entry.reason === 'purchase' && bundle)
        entry.order_id = await insertPurchase(db, site, business, bundle, entry.at)
    await db
      .insertInto('message_credit_entries')
      .values(entries.map((entry) => ({ web_site_id: of.id, businessentity_id: business.entity, ...entry })))
      .execute()
  }
  await markWarned(db, now)
}

/** Marks businesses with few messages left as warned, so that the first start of a demo sends no mail. */
async function markWarned(db: Db, now: Date): Promise<void> {
  await sql`insert into sms_alerts (web_site_id, businessentity_id, kind, since_entry_id, sent_at)
    select c.web_site_id, c.businessentity_id, case when c.remaining = 0 then 'empty' else 'low' end, max(e.entry_id), ${now}::timestamptz
    from message_credits c join message_credit_entries e using (web_site_id, businessentity_id)
    where e.reason in ('purchase', 'grant')
    group by c.web_site_id, c.businessentity_id, c.remaining
    having c.remaining <= (array_agg(e.delta order by e.entry_id desc))[1] * ${lowPart}::numeric`.execute(db)
}

/** Returns the entries of an account in the order of time. */
function entriesOf(texts: readonly Text[], canBuy: boolean, now: Date): Entry[] {
  const first = hourLater(texts[0]?.at ?? now, -20)
  const none = { order_id: null, message_id: null }
  const entries: Entry[] = canBuy ? [] : [{ at: first, delta: granted, reason: 'grant', ...none }]
  let balance = canBuy ? 0 : granted
  for (const { at, message_id, has_failed } of texts) {
    if (canBuy && balance < fewLeft) {
      entries.push({ at: hourLater(at, -20), delta: bought, reason: 'purchase', ...none })
      balance += bought
    }
    entries.push({ at, delta: -1, reason: 'send', order_id: null, message_id })
    if (has_failed) entries.push({ at: hourLater(at), delta: 1, reason: 'return', order_id: null, message_id })
    balance -= has_failed ? 0 : 1
  }
  if (canBuy && texts.length === 0) entries.push({ at: first, delta: bought, reason: 'purchase', ...none })
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Writes an order that was paid, with its invoice, and returns its id. */
async function insertPurchase(db: Db, site: Site, { site: of, n, entity }: Business, bundle: Bundle, at: Date) {
  const { bundle_id, sms_count, total_minor, currency, gst_bp } = bundle
  const { web_site_id } = site
  const isInvoiced = of.features.includes('different_sms_payment')
  const order_id = uuidOf(`demo bundle ${web_site_id} ${entity} ${at.toISOString()}`)
  const seller = await findSeller(db, site)
  const provider = providerOf(site, undefined, of.country.toUpperCase())
  const day = dayOf(at, of.timeZone)
  const quote = quoteOf(currency, gst_bp, [
    {
      kind: 'bundle',
      quantity: sms_count,
      unit_minor: Math.trunc(total_minor / sms_count),
      net_minor: total_minor,
      taxed: true,
    },
  ])
  const invoice =
    seller &&
    (await issueDocument(db, site, {
      kind: 'invoice',
      businessentity_id: entity,
      seller: sellerOf(seller),
      buyer: addressOf(await findContact(db, site, entity), n === 1 ? of.name : `${of.name} West`),
      quote,
      issuedOn: day,
      dueOn: day,
      period: null,
      isPaid: true,
      subscriptionId: null,
      paymentId: null,
      ofInvoiceId: null,
      at,
    }))
  if (invoice)
    await post(db, site, {
      businessentity_id: entity,
      currency,
      cause: `demo ${invoice.invoice_id}`,
      postings: [
        [`cash:${provider ?? 'bank'}`, quote.total_minor],
        ['receivable', -quote.total_minor],
      ],
      at,
    })
  await db
    .insertInto('sms_orders')
    .values({
      web_site_id,
      order_id,
      businessentity_id: entity,
      user_id: null,
      bundle_id,
      sms_count,
      total_minor,
      currency,
      gst_bp,
      request_key: order_id,
      invoice_id: invoice?.invoice_id ?? null,
      state: isInvoiced ? 'invoiced' : 'credited',
      created_at: at,
      settled_at: at,
    })
    .execute()
  return order_id
}

function uuidOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
