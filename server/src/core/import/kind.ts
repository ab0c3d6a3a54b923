import type { ImportFieldName } from '@cutaway/contract/administration/import-fields.ts'
import type { ImportOutcome, ImportProblem } from '@cutaway/contract/administration/imports.ts'
import type { PermissionName } from '@cutaway/contract/permissions.ts'
import type { AuditEntry } from '../audit.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Site } from '../tenancy.ts'

/** What a room declares so that its records can be imported. */

export interface ImportField extends ImportFieldName {
  /** Further headers that are recognised. */
  synonyms: readonly string[]
}

/** Adds further headers to the fields of the contract. */
export const withSynonyms = (
  fields: readonly ImportFieldName[],
  synonyms: Readonly<Record<string, readonly string[]>>,
): ImportField[] => fields.map((field) => ({ ...field, synonyms: synonyms[field.name] ?? [] }))

/**
 * The cells of a row by field. A field without a column is missing; an empty cell changes nothing, and `cleared` empties
 * the field.
 */
export type Cells = Readonly<Record<string, string | undefined>>

/** Marks a cell with the word that clears a field. Files cannot contain this value. */
export const cleared = '\u0000'

/** For whom and where an import runs. */
export interface ImportContext {
  db: Db
  site: Site
  services: Services
  caller: Caller
  businessId: number
  /** The language of names of roles, countries and headers, as a BCP 47 tag. */
  language: string
}

/** What a row will do. */
export interface Plan<Values = object> {
  outcome: ImportOutcome
  /** For people: the name of the record. */
  name: string
  problems: ImportProblem[]
  /** The record that the row is about; null for a new one. */
  target: number | null
  before: Values | null
  after: Values | null
  changes: { field: string; before: string; after: string }[]
  /** The user can get an invitation by mail. */
  invite: boolean
}

/** A row of a batch that the import carries out: its plan is still valid. */
export interface PlannedRow<Values = object> {
  row: number
  plan: Plan<Values>
}

/** A row that an undo reverses. */
export interface UndoRow<Values = object> {
  row: number
  outcome: 'add' | 'change'
  target: number
  before: Values | null
  after: Values
}

/** An entry of the audit log for one record. */
export type RecordEntry = Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'>

export interface ImportKind<Values extends object = object, State = unknown> {
  /** The kind of records in `owns`: 'user_import'. */
  record: string
  permission: PermissionName
  /** Names files: 'users'. */
  files: string
  fields: readonly ImportField[]
  /** Returns the value that identifies the record of a row, in lower case; empty if the row has none. */
  keyOf(cells: Cells): string
  /**
   * Reads everything that the plans of some rows depend on, in a few queries. `hold` locks it until the transaction
   * ends.
   */
  readState(context: ImportContext, rows: readonly Cells[], options: { hold: boolean }): Promise<State>
  /** Returns what a row will do. Counts limits in the state, so rows are planned in their order. */
  plan(cells: Cells, state: State, context: ImportContext): Plan<Values>
  /** Carries out rows in a few queries. Returns the ids of the records by row. */
  apply(
    context: ImportContext,
    rows: readonly PlannedRow<Values>[],
    options: { invite: boolean; origin: string },
  ): Promise<Map<number, number>>
  /** Reverses rows in a few queries. Returns the rows that were left as they are, with the message key of the reason. */
  undo(context: ImportContext, rows: readonly UndoRow<Values>[]): Promise<Map<number, string>>
  /** Returns the values as the audit log shows them. */
  audited(
    action: 'add' | 'change' | 'undo_add' | 'undo_change',
    row: { id: number; before: Values | null; after: Values | null },
  ): RecordEntry
  /** Returns the records in reach as rows of a file, in the order of `fields`. */
  exportRows(context: ImportContext): Promise<string[][]>
}
