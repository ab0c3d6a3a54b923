import type {
  Correction,
  ImportOutcome,
  ImportProblem,
  ImportRowState,
  ImportState,
  Replacement,
} from '@cutaway/contract/administration/imports.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Default, Json } from '../db/tables.ts'
import type { Plan } from './kind.ts'

/** The tables of imports. */
declare module '../db/tables.ts' {
  interface Tables {
    imports: {
      web_site_id: number
      import_id: Generated<number>
      kind: string
      businessentity_id: number
      user_id: number
      state: Default<ImportState>
      failure: Default<string | null>
      file_name: string
      encoding: string | null
      delimiter: string | null
      sheet: string | null
      other_sheets: number
      language: string
      row_count: number
      header: Json<string[]>
      samples: Json<string[][]>
      fields: Json<(string | null)[]>
      replacements: Json<Replacement[]>
      corrections: ColumnType<Correction[], string | undefined, string>
      left_out: ColumnType<number[], string | undefined, string>
      content: string | null
      counts: ColumnType<ImportCounts, string | undefined, string>
      invitations: Default<number>
      progress: Default<number>
      progress_of: Default<number>
      check_milliseconds: Default<number | null>
      check_number: Default<number>
      invite: Default<boolean>
      origin: Default<string>
      ip: Default<string>
      user_agent: Default<string>
      request_id: Default<string>
      created_at: Written
      started_at: Written | null
      finished_at: Written | null
      undone_by: Default<number | null>
    }
    import_rows: {
      web_site_id: number
      import_id: number
      row_no: number
      outcome: ImportOutcome
      state: ImportRowState
      name: string
      key: string
      problems: Json<ImportProblem[]>
      changes: Json<Plan['changes']>
      plan: ColumnType<StoredPlan | null, string | null, string | null>
      target_id: number | null
      cells: ColumnType<string[] | null, string | null, string | null>
    }
    import_columns: {
      web_site_id: number
      businessentity_id: number
      kind: string
      header: string
      field: string | null
    }
  }
}

export type ImportCounts = Record<ImportOutcome, number>

/** The part of a plan that a new one is compared with. */
export type StoredPlan = Pick<Plan, 'target' | 'before' | 'after'>
