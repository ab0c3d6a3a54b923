import { z } from 'zod'
import {
  Import,
  importCheck,
  importCheckFails,
  ImportFormat,
  importReadFails,
  ImportRow,
  importRowsFilter,
  importStartFails,
  importUndoFails,
  importUpload,
  Invite,
} from '../../administration/imports.ts'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, file, may, notAudited } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** Imports of users from CSV and Excel files, and the export in the same format. */

export const getUserImportTemplate = endpoint({
  method: 'GET',
  path: '/getUserImportTemplate/:format',
  who: may('manage_users'),
  summary: 'Returns an empty file with the columns of an import of users: CSV or Excel.',
  params: z.object({ format: ImportFormat }),
  reply: file('application/octet-stream'),
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/exportUsers/:format/:businessentity_id?',
  who: may('manage_users'),
  owns: { businessentity_id: 'business' },
  summary: 'Returns the users of a business in the caller’s reach in the format of an import: CSV or Excel.',
  params: z.object({ format: ImportFormat, businessentity_id: PathId.optional() }),
  fails: ['Please select business entity'],
  reply: file('application/octet-stream'),
})

export const readUserImport = endpoint({
  method: 'POST',
  path: '/readUserImport',
  who: may('manage_users'),
  owns: { businessentity_id: 'business' },
  audit: notAudited('no user changes before the import starts'),
  summary:
    'Uploads a CSV or Excel file of users and matches its columns by the names in the first row. At most 100,000 rows.',
  upload: importUpload,
  limit: { max: 30 },
  body: z.object({ businessentity_id: Id.optional() }),
  fails: importReadFails,
  reply: Import,
})

export const checkUserImport = endpoint({
  method: 'POST',
  path: '/checkUserImport',
  who: may('manage_users'),
  owns: { id: 'user_import' },
  audit: notAudited('a dry run'),
  limit: { max: 60 },
  summary: 'Starts the dry run with the chosen columns: says for each row what the import will do.',
  body: z.object({ id: Id, ...importCheck }),
  fails: importCheckFails,
  reply: Import,
})

export const getUserImport = endpoint({
  method: 'GET',
  path: '/getUserImport/:id',
  who: may('manage_users'),
  owns: { id: 'user_import' },
  summary: 'Returns the state of an import: progress, counts, result.',
  params: z.object({ id: PathId }),
  reply: Import,
})

export const getUserImportRows = endpoint({
  method: 'POST',
  path: '/getUserImportRows',
  who: may('manage_users'),
  owns: { id: 'user_import' },
  audit: notAudited('reads only'),
  summary: 'Returns the rows of a checked import, in pages: filtered by outcome and state, and searched.',
  body: z.object({ id: Id, ...importRowsFilter }),
  reply: z.array(ImportRow),
  beside: listTotal(),
})

export const startUserImport = endpoint({
  method: 'POST',
  path: '/startUserImport',
  who: may('manage_users'),
  owns: { id: 'user_import' },
  notWhileActing: true,
  audit: { action: 'user_import.start' },
  summary: 'Starts a checked import. It does what the check said; a row that changed since is reported and left out.',
  body: z.object({ id: Id, invite: Invite }),
  fails: importStartFails,
  reply: Import,
})

export const undoUserImport = endpoint({
  method: 'POST',
  path: '/undoUserImport',
  who: may('manage_users'),
  owns: { id: 'user_import' },
  notWhileActing: true,
  audit: { action: 'user_import.undo' },
  summary: 'Undoes a whole import within 30 days: deletes what it added, and sets back what was not changed since.',
  body: z.object({ id: Id }),
  fails: importUndoFails,
  reply: Import,
})

export const getUserImports = endpoint({
  method: 'POST',
  path: '/getUserImports',
  who: may('manage_users'),
  audit: notAudited('reads only'),
  summary: 'Returns the imports of the caller and of users in reach, newest first, in pages.',
  body: z.object(listFields(['created'])).prefault({}),
  reply: z.array(Import),
  beside: listTotal(),
})
