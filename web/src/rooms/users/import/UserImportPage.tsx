import { userImportFields } from '@cutaway/contract/administration/import-fields.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import {
  checkUserImport,
  exportUsers,
  getUserImport,
  getUserImportRows,
  getUserImports,
  getUserImportTemplate,
  readUserImport,
  startUserImport,
  undoUserImport,
} from '@cutaway/contract/rooms/users/imports.ts'
import { call, send } from '../../../core/api.ts'
import { paths } from '../../../paths.ts'
import { ImportPage } from '../../organisation/import/ImportPage.tsx'
import type { ImportPageKind } from '../../organisation/import/kind.ts'
import { paged } from '../../organisation/import/paged.ts'

const users: ImportPageKind = {
  name: 'users',
  list: { path: paths.manageUsers, label: 'nav_users' },
  changes: ['users'],
  fields: userImportFields,
  templateUrl: (format) => urlOf(getUserImportTemplate, { format }),
  exportUrl: (format, businessId) => urlOf(exportUsers, { format, businessentity_id: businessId }),
  read: (file, businessId) =>
    send(readUserImport, { file, body: businessId === undefined ? {} : { businessentity_id: businessId } }),
  check: (body) => send(checkUserImport, { body }),
  get: (id, signal) => call(getUserImport, { params: { id }, signal }),
  rows: async (body, signal) => paged(await send(getUserImportRows, { body, ...(signal ? { signal } : {}) })),
  start: (id, invite) => send(startUserImport, { body: { id, invite } }),
  undo: (id) => send(undoUserImport, { body: { id } }),
  imports: async (body, signal) => paged(await send(getUserImports, { body, signal })),
}

/** Imports users from a CSV or Excel file. */
export default function UserImportPage() {
  return <ImportPage kind={users} />
}
