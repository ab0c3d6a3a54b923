import { stringify } from 'csv-stringify/sync'
import type { findConsents } from './consent.queries.ts'
import { shownRemoteAddress } from './consent.rules.ts'

type Row = Awaited<ReturnType<typeof findConsents>>[number]

/**
 * The ledger of one address for a spreadsheet: UTF-8 with its mark, and cells that begin a formula made harmless. Remote
 * addresses are shown as the reader's level allows.
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
