import type * as contract from '@cutaway/contract/rooms/users/imports.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import * as imports from '../../../core/import/handlers.ts'
import { importRecords, type ImportRecord } from '../../../core/import/imports.queries.ts'
import { userImport } from './users.ts'

/** The calls of imports of users. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    user_import: ImportRecord
  }
}

export const userImportRecords = importRecords(userImport.record)

export const userImports: Handlers<typeof contract> = {
  getUserImportTemplate: (call) => imports.sendTemplate(call, userImport, call.params.format),
  exportUsers: (call) => imports.sendExport(call, userImport, call.params.format, call.owned.businessentity_id),
  readUserImport: (call) => imports.readImport(call, userImport, call.owned.businessentity_id),
  checkUserImport: (call) => imports.startCheck(call, userImport, call.owned.id, call.body),
  getUserImport: (call) => imports.shownImport(call, call.owned.id),
  getUserImportRows: (call) => imports.pageOfRows(call, call.owned.id, call.body),
  startUserImport: (call) => imports.startImport(call, userImport, call.owned.id, { invite: call.body.invite }),
  undoUserImport: (call) => imports.startUndo(call, userImport, call.owned.id),
  getUserImports: (call) => imports.pageOfImports(call, userImport, call.body),
}
