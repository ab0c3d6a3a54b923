import { join, resolve } from 'node:path'
import { BackupError, readManifest } from './core/backup/format.ts'
import { restoreBackup } from './core/backup/restore.ts'
import { ConfigError, readConfig } from './core/config.ts'
import { DatabaseGone } from './core/http/errors.ts'
import { FolderLocked } from './core/db/lock.ts'
import { openDatabase } from './core/db/open.ts'
import { makeLog } from './core/observability/log.ts'

/** `npm run restore -- <folder> [--replace]`: restores a backup into the configured database and uploads folder. */

const given = process.argv.slice(2)
const replace = given.includes('--replace')
const [folder, ...more] = given.filter((word) => word !== '--replace')
if (!folder || more.length > 0 || folder.startsWith('-')) give('Usage: npm run restore -- <folder> [--replace]')

const undo: (() => Promise<void> | void)[] = []
let failure: string | undefined
try {
  const config = readConfig(process.env)
  // npm runs this in the project's folder; a relative path is resolved from the operator's current folder.
  const from = resolve(process.env['INIT_CWD'] ?? '.', folder)
  // Checked before the database is opened, because opening creates an empty one in the folder.
  const { files } = readManifest(from)

  const database = await openDatabase(config, makeLog({ logLevel: 'silent' }), undo)
  const storageFolder = config.storage.kind === 'folder' ? join(resolve(config.dataDir), 'storage') : null
  say(`Restoring into ${database.engine.kind === 'embedded' ? 'the embedded database' : 'the PostgreSQL database'}`)
  await restoreBackup(database, { folder: from, storageFolder, replace, progress: (line) => say(`  ${line}`) })
  if (config.storage.kind === 's3' && files?.count)
    say(
      `Copy ${join(from, 'files')} into the bucket ${config.storage.bucket}: uploaded files are not put there by this command.`,
    )
  if (files === null && storageFolder)
    say('The backup has no uploaded files: they were in an S3 store. Copy them from there.')
  say('Restored. Start the portal: npm start')
} catch (error) {
  const isExpected = [BackupError, ConfigError, FolderLocked, DatabaseGone].some((kind) => error instanceof kind)
  failure = isExpected ? (error as Error).message : `Nothing was restored: ${String(error)}`
}
for (const step of undo.toReversed()) await step()
if (failure !== undefined) give(failure)

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
function give(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
