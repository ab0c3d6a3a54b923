import type { ImportFieldName } from '@cutaway/contract/administration/import-fields.ts'
import type {
  Correction,
  Import,
  ImportOutcome,
  ImportRow,
  ImportRowState,
  Replacement,
} from '@cutaway/contract/administration/imports.ts'

/** What the page of imports needs of a kind of records; the rooms pass their calls. */

interface Answered<Data> {
  status: 0 | 1
  message: string
  data: Data | null
}
/** What the person chooses for a file: the field of each column, and what is changed in the dry run. */
export interface Choices {
  fields: (string | null)[]
  replacements: Replacement[]
  corrections: Correction[]
  left_out: number[]
}
export const choicesOf = ({ columns, replacements, corrections, left_out }: Import): Choices => ({
  fields: columns.map(({ field }) => field),
  replacements,
  corrections,
  left_out,
})

export interface RowsAsked {
  id: number
  outcome?: ImportOutcome
  state?: ImportRowState
  page?: number
  size?: number
  search?: string
}
interface Paged<Row> {
  rows: readonly Row[]
  total: number
}

export interface ImportPageKind {
  name: 'users' | 'locations'
  /** The page with the list of records, and the label of its link. */
  list: { path: string; label: string }
  /** The first part of the keys of queries that an import changes. */
  changes: readonly string[]
  fields: readonly ImportFieldName[]
  templateUrl: (format: 'csv' | 'xlsx') => string
  exportUrl: (format: 'csv' | 'xlsx', businessId: number | undefined) => string
  read: (file: File, businessId: number | undefined) => Promise<Answered<Import>>
  check: (body: { id: number } & Choices) => Promise<Answered<Import>>
  get: (id: number, signal: AbortSignal) => Promise<Import>
  rows: (body: RowsAsked, signal?: AbortSignal) => Promise<Paged<ImportRow>>
  start: (id: number, invite: boolean) => Promise<Answered<Import>>
  undo: (id: number) => Promise<Answered<Import>>
  imports: (
    body: { page: number; size: number; search: string; descending: boolean },
    signal: AbortSignal,
  ) => Promise<Paged<Import>>
}
