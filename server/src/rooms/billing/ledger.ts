import { randomUUID } from 'node:crypto'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { ProviderName } from '../../outside/payments.ts'

/**
 * The ledger. Each entry has postings whose amounts sum to 0 in each currency; the database checks that at the commit.
 * Postings are added and never changed. The cause makes an entry happen once: it is posted in the transaction of the
 * change that it records, and a second one with the same cause is refused by the database.
 */

export type LedgerAccount =
  'receivable' | `cash:${ProviderName}` | 'cash:bank' | 'revenue' | 'tax' | 'customer_credit' | 'clearing'

export interface Entry {
  businessentity_id: number | null
  currency: string
  /** 'payment <id>', 'invoice <id>', 'refund <id>', 'transfer <id>'. */
  cause: string
  /** Positive: what we have and are owed; negative: what we owe and have earned. Zero amounts are left out. */
  postings: readonly (readonly [LedgerAccount, number])[]
  at: Date
}

/** Posts an entry. Throws if it does not sum to 0. */
export async function post(
  db: Db,
  site: Site,
  { businessentity_id, currency, cause, postings, at }: Entry,
): Promise<void> {
  if (postings.reduce((sum, [, amount]) => sum + amount, 0) !== 0)
    throw new Error(`the entry of ${cause} does not sum to zero`)
  const entry_id = randomUUID()
  const rows = postings
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount_minor]) => ({
      web_site_id: site.web_site_id,
      entry_id,
      account,
      businessentity_id,
      currency,
      amount_minor,
      cause,
      at,
    }))
  if (rows.length > 0) await db.insertInto('ledger_postings').values(rows).execute()
}

/** A charge arrived; what it pays for is not delivered yet. */
export const chargedEntry = (provider: ProviderName, amount: number): Entry['postings'] => [
  [`cash:${provider}`, amount],
  ['clearing', -amount],
]

/** A document was issued for what is owed; a credit note has negative amounts. */
export const issuedEntry = ({ net_minor, tax_minor, total_minor }: Totals): Entry['postings'] => [
  ['receivable', total_minor],
  ['revenue', -net_minor],
  ['tax', -tax_minor],
]
interface Totals {
  net_minor: number
  tax_minor: number
  total_minor: number
}

/** A charge pays a document. */
export const appliedEntry = (amount: number): Entry['postings'] => [
  ['clearing', amount],
  ['receivable', -amount],
]

/** A charge goes back: before its delivery from clearing, afterwards against the credit note. */
export const refundedEntry = (provider: ProviderName, amount: number, isDelivered: boolean): Entry['postings'] => [
  [isDelivered ? 'receivable' : 'clearing', amount],
  [`cash:${provider}`, -amount],
]
