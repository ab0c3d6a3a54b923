import { stringify } from 'csv-stringify/sync'
import type { findConsents } from './consent.queries.ts'
import { shownRemoteAddress } from './consent.rules.ts'

type Row = Awaited<ReturnType<typeof findConsents>>[number]

/**
 * Writes the ledger of one address as CSV: UTF-8 with a byte order mark; cells that would begin a formula are escaped.
 * Remote addresses are masked for the reader's level.
 */
export const consentsAsCsv = (rows: readonly Row[], level: number): string =>
  stringify(
    rows.map((row) => ({
      at: row.at.toISOString(),
      address: row.address_key,
      action: row.action,
      wording: row.wording,
      screen: row.screen,
      user: row.username ?? '',
      opt_in_date: row.opt_in_date ?? '',
      remote_address: shownRemoteAddress(row.remote_address, level),
    })),
    {
      header: true,
      bom: true,
      escape_formulas: true,
      columns: ['at', 'address', 'action', 'wording', 'screen', 'user', 'opt_in_date', 'remote_address'],
    },
  )
