import { stringify } from 'csv-stringify/sync'
import type { findConsents } from './consent.queries.ts'

type Row = Awaited<ReturnType<typeof findConsents>>[number]

/** The ledger of one address for a spreadsheet: UTF-8 with its mark, and cells that begin a formula made harmless. */
export const consentsAsCsv = (rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => ({
      at: row.at.toISOString(),
      address: row.address_key,
      action: row.action,
      wording: row.wording,
      screen: row.screen,
      user: row.username ?? '',
      opt_in_date: row.opt_in_date ?? '',
      remote_address: row.remote_address,
    })),
    {
      header: true,
      bom: true,
      escape_formulas: true,
      columns: ['at', 'address', 'action', 'wording', 'screen', 'user', 'opt_in_date', 'remote_address'],
    },
  )
