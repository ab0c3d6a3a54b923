import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupError } from './core/backup/format.ts'
import { makeBackup } from './core/backup/backup.ts'
import { ConfigError, readConfig } from './core/config.ts'
import { DatabaseGone } from './core/http/errors.ts'
import { FolderLocked } from './core/db/lock.ts'
import { openDatabase } from './core/db/open.ts'
import { makeLog } from './core/observability/log.ts'

/** `npm run backup -- [folder]`: writes a backup of the configured database and its uploaded files. */

const [given, ...more] = process.argv.slice(2)
if (more.length > 0 || given?.startsWith('-')) give('Usage: npm run backup -- [folder]')

const undo: (() => Promise<void> | void)[] = []
let failure: string | undefined
try {
  const config = readConfig(process.env)
  const now = new Date()
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  // npm runs this in the project's folder; a relative path is resolved from the operator's current folder.
  const from = process.env['INIT_CWD'] ?? '.'
  const folder = given ? resolve(from, given) : resolve(config.dataDir, 'backups', stamp)
  if (!config.database.url && !existsSync(resolve(config.dataDir, 'database')))
    throw new BackupError(`There is no database in ${resolve(config.dataDir)} yet. DATA_DIR names another folder.`)

  const database = await openDatabase(config, makeLog({ logLevel: 'silent' }), undo)
  const storageFolder = config.storage.kind === 'folder' ? join(resolve(config.dataDir), 'storage') : null
  say(`Backing up ${database.engine.kind === 'embedded' ? 'the embedded database' : 'the PostgreSQL database'}`)
  await makeBackup(database, { folder, storageFolder, now, progress: (line) => say(`  ${line}`) })
  if (config.storage.kind === 's3')
    say(`Uploaded files are in the bucket ${config.storage.bucket}: back that up as well.`)
  say(`Backup written to ${folder}`)
} catch (error) {
  const isExpected = [BackupError, ConfigError, FolderLocked, DatabaseGone].some((kind) => error instanceof kind)
  failure = isExpected ? (error as Error).message : `The backup failed: ${String(error)}`
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
