import type * as contract from '@cutaway/contract/rooms/organisation/imports.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import * as imports from '../../../core/import/handlers.ts'
import { importRecords, type ImportRecord } from '../../../core/import/imports.queries.ts'
import { locationImport } from './locations.ts'

/** The calls of imports of locations. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    location_import: ImportRecord
  }
}

export const locationImportRecords = importRecords(locationImport.record)

export const locationImports: Handlers<typeof contract> = {
  getLocationImportTemplate: (call) => imports.sendTemplate(call, locationImport, call.params.format),
  exportLocations: (call) => imports.sendExport(call, locationImport, call.params.format, call.owned.businessentity_id),
  readLocationImport: (call) => imports.readImport(call, locationImport, call.owned.businessentity_id),
  checkLocationImport: (call) => imports.startCheck(call, locationImport, call.owned.id, call.body),
  getLocationImport: (call) => imports.shownImport(call, call.owned.id),
  getLocationImportRows: (call) => imports.pageOfRows(call, call.owned.id, call.body),
  startLocationImport: (call) => imports.startImport(call, locationImport, call.owned.id, { invite: false }),
  undoLocationImport: (call) => imports.startUndo(call, locationImport, call.owned.id),
  getLocationImports: (call) => imports.pageOfImports(call, locationImport, call.body),
}
