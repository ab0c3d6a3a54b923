import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, readConfig } from '../server/src/core/config.ts'
import { DatabaseGone } from '../server/src/core/http/errors.ts'
import { FolderLocked } from '../server/src/core/db/lock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { makeLog } from '../server/src/core/observability/log.ts'
import { siteDirectory } from '../server/src/core/tenancy.ts'
import { checkSums } from '../server/src/rooms/player/tracking/sums.ts'

/** `npm run check-sums`: compares the sums by day with the events, and ends with 1 if any is different. */

class NoDatabase extends Error {}

const undo: (() => Promise<void> | void)[] = []
let failure: string | undefined
try {
  const config = readConfig(process.env)
  if (!config.database.url && !existsSync(resolve(config.dataDir, 'database')))
    throw new NoDatabase(`There is no database in ${resolve(config.dataDir)} yet. DATA_DIR names another folder.`)
  const database = await openDatabase(config, makeLog({ logLevel: 'silent' }), undo)
  const sites = await siteDirectory(database, config.defaultWebSiteId, () => undefined)
  undo.push(() => sites.stop())
  const found = await checkSums(database, sites.all(), new Date())
  for (const { web_site_id, day, businessentity_id, part_id, what, tracktype, sum, events } of found)
    say(
      `web site ${web_site_id}, ${day}, business ${businessentity_id}, ${part_id}, ${what}, ${tracktype}: sum ${sum}, events ${events}`,
    )
  if (found.length > 0) failure = `${found.length} sums differ from their events.`
  else say('Every sum by day is the number of its events.')
} catch (error) {
  const isExpected = [NoDatabase, ConfigError, FolderLocked, DatabaseGone].some((kind) => error instanceof kind)
  failure = isExpected ? (error as Error).message : `The sums were not compared: ${String(error)}`
}
for (const step of undo.toReversed()) await step()
if (failure !== undefined) {
  process.stderr.write(`${failure}\n`)
  process.exit(1)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
