import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../observability/log.ts'
import { makeDatabase, type Database } from './database.ts'
import { embeddedEngine } from './engine.embedded.ts'
import { serverEngine } from './engine.server.ts'
import { lockFolder } from './lock.ts'

/** Opens the configured database, and locks the folder of an embedded one. Adds to `undo` what closes it. */
export async function openDatabase(config: Config, log: Log, undo: (() => Promise<void> | void)[]): Promise<Database> {
  const limits = { statementTimeoutSeconds: config.database.statementTimeoutSeconds }
  if (config.database.url) {
    const { url, poolSize, statementTimeoutSeconds } = config.database
    const engine = serverEngine({ url, poolSize, log, silenceSeconds: statementTimeoutSeconds + 5 })
    const database = makeDatabase(engine, limits)
    undo.push(() => database.close())
    return database
  }
  const folder = resolve(config.dataDir, 'database')
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(resolve(config.dataDir))
  undo.push(unlock)
  const database = makeDatabase(await embeddedEngine({ folder }), limits)
  undo.push(() => database.close())
  return database
}
