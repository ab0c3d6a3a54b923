import { locationImportFields } from '@cutaway/contract/administration/import-fields.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import {
  checkLocationImport,
  exportLocations,
  getLocationImport,
  getLocationImportRows,
  getLocationImports,
  getLocationImportTemplate,
  readLocationImport,
  startLocationImport,
  undoLocationImport,
} from '@cutaway/contract/rooms/organisation/imports.ts'
import { call, send } from '../../../core/api.ts'
import { paths } from '../../../paths.ts'
import { ImportPage } from './ImportPage.tsx'
import type { ImportPageKind } from './kind.ts'
import { paged } from './paged.ts'

const locations: ImportPageKind = {
  name: 'locations',
  list: { path: paths.locations, label: 'nav_locations' },
  changes: ['locations'],
  fields: locationImportFields,
  templateUrl: (format) => urlOf(getLocationImportTemplate, { format }),
  exportUrl: (format, businessId) => urlOf(exportLocations, { format, businessentity_id: businessId }),
  read: (file, businessId) =>
    send(readLocationImport, { file, body: businessId === undefined ? {} : { businessentity_id: businessId } }),
  check: (body) => send(checkLocationImport, { body }),
  get: (id, signal) => call(getLocationImport, { params: { id }, signal }),
  rows: async (body, signal) => paged(await send(getLocationImportRows, { body, ...(signal ? { signal } : {}) })),
  start: (id) => send(startLocationImport, { body: { id } }),
  undo: (id) => send(undoLocationImport, { body: { id } }),
  imports: async (body, signal) => paged(await send(getLocationImports, { body, signal })),
}

/** Imports locations from a CSV or Excel file. */
export default function LocationImportPage() {
  return <ImportPage kind={locations} />
}
