import { z } from 'zod'
import { Id, Yes } from '../fields.ts'
import { listFields } from './list.ts'

/**
 * Imports of users and of locations from CSV and Excel files. A file is uploaded, its columns are matched, a check says
 * for each row what the import will do, and the import does that. It can be undone for 30 days.
 */

/** Largest number of rows of a file, without its header. */
export const mostImportRows = 100_000
/** Days in which an import can be undone. */
export const undoDays = 30
export const importUpload = {
  maxBytes: 20 * 1024 * 1024,
  mediaTypes: [
    '.csv',
    '.txt',
    '.xlsx',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
}

/**
 * `uploaded`: columns are to be matched. `checking`, `checked`: the dry run. `importing`, `done`: the changes. `undoing`,
 * `undone`: their reversal. `failed`: see `failure`; nothing runs.
 */
export const ImportState = z.enum([
  'uploaded',
  'checking',
  'checked',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
])
export type ImportState = z.infer<typeof ImportState>

/**
 * What a row does: adds a record, changes one, changes nothing, is refused, or was left out by the person who imports the
 * file.
 */
export const ImportOutcome = z.enum(['add', 'change', 'same', 'refused', 'left_out'])
export type ImportOutcome = z.infer<typeof ImportOutcome>

/**
 * What happened to a row: `waiting` for the import, `done`, `skipped` because something changed since the check,
 * `undone`, or `kept` by an undo because it was changed since the import.
 */
export const ImportRowState = z.enum(['waiting', 'done', 'skipped', 'undone', 'kept'])
export type ImportRowState = z.infer<typeof ImportRowState>

/** A field of the record, or null for a column that is not imported. */
const FieldName = z.string().max(60).nullable()

export const ImportColumn = z.object({
  header: z.string(),
  field: FieldName,
  /** The first values of the column. */
  samples: z.array(z.string()),
})

/** Replaces a value everywhere in a column: an unknown location by a known one. */
export const Replacement = z.object({
  field: z.string().max(60),
  from: z.string().max(500),
  to: z.string().max(500),
})
export type Replacement = z.infer<typeof Replacement>

/** Rows that can be left out, and cells that can be corrected; beyond them, the file is corrected. */
export const mostLeftOut = 1000
export const mostCorrections = 1000
/** The number of a row as the spreadsheet counts. */
const RowNumber = z.int().min(2).max(2_000_000)

/** Replaces the text of one cell. `field` may have no column in the file. */
export const Correction = z.object({ row: RowNumber, field: z.string().max(60), to: z.string().max(500) })
export type Correction = z.infer<typeof Correction>

/** A sentence about a row or a cell: a message key with its values. */
export const ImportProblem = z.object({
  /** Null if it concerns the whole row. */
  field: FieldName,
  key: z.string(),
  values: z.record(z.string(), z.string()),
  /** A value that may be meant. */
  suggestion: z.string().optional(),
  /** What the cell holds. */
  value: z.string().optional(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

export const Import = z.object({
  id: Id,
  state: ImportState,
  /** A message key. */
  failure: z.string().nullable(),
  file_name: z.string(),
  /** 'UTF-8', 'UTF-16 LE', 'Windows-1252'; null for Excel files. */
  encoding: z.string().nullable(),
  /** ',' ';' '|' or a tab; null for Excel files. */
  delimiter: z.string().nullable(),
  /** The sheet that was read; null for CSV files. */
  sheet: z.string().nullable(),
  /** How many sheets were not read. */
  other_sheets: z.int(),
  rows: z.int(),
  columns: z.array(ImportColumn),
  replacements: z.array(Replacement),
  corrections: z.array(Correction),
  /** The rows that are left out. */
  left_out: z.array(z.int()),
  /** How many rows have each outcome; zeros before the check. */
  counts: z.object({ add: z.int(), change: z.int(), same: z.int(), refused: z.int(), left_out: z.int() }),
  /** How many users would get an invitation by mail. */
  invitations: z.int(),
  /** Rows that the job under way has passed: of the check, the import or the undo. */
  progress: z.int(),
  progress_of: z.int(),
  /** How many rows have each state, after the import began. */
  results: z.object({ done: z.int(), skipped: z.int(), undone: z.int(), kept: z.int() }),
  check_seconds: z.number().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** The end of the time in which the import can be undone; null if it cannot be. */
  undo_until: z.string().nullable(),
  created_by: z.string(),
  /** Whether the caller may continue it: only the user who uploaded the file. */
  is_own: z.boolean(),
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  /** As the spreadsheet counts: the header is row 1. */
  row: z.int(),
  name: z.string(),
  /** The value that identifies the record. */
  key: z.string(),
  outcome: ImportOutcome,
  state: ImportRowState,
  problems: z.array(ImportProblem),
  /** The fields that change, as texts; roles as numbers. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The cells as they are in the file, in the order of the columns; after the import, only those of refused rows. */
  cells: z.array(z.string()).nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The fields of the calls of both kinds. */
export const ImportFormat = z.enum(['csv', 'xlsx'])
export const importCheck = {
  /** The field of each column, in the order of the file. */
  fields: z.array(FieldName).max(200),
  replacements: z.array(Replacement).max(500).default([]),
  corrections: z.array(Correction).max(mostCorrections).default([]),
  left_out: z.array(RowNumber).max(mostLeftOut).default([]),
}
export const importRowsFilter = {
  outcome: ImportOutcome.optional(),
  state: ImportRowState.optional(),
  ...listFields(['row', 'key']),
}
export const importReadFails = [
  'Please select business entity',
  'import_file_not_readable',
  'import_file_empty',
  'import_too_many_rows',
  'import_too_many_columns',
  'import_quote_open',
  'import_file_too_large',
] as const
export const importCheckFails = ['import_not_possible_now', 'import_columns_missing', 'import_column_twice'] as const
export const importStartFails = ['import_not_possible_now', 'import_nothing_to_do'] as const
export const importUndoFails = ['import_not_possible_now', 'import_undo_too_late'] as const
/** Mails new users a link to choose a password. */
export const Invite = Yes.default(false)
