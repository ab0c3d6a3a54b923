import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, readConfig } from './core/config.ts'
import { DatabaseGone } from './core/http/errors.ts'
import { FolderLocked } from './core/db/lock.ts'
import { openDatabase } from './core/db/open.ts'
import { makeLog } from './core/observability/log.ts'
import { siteDirectory } from './core/tenancy.ts'
import { NotADomain, setMailDomain } from './rooms/messaging/mail-domain.ts'

/** `npm run mail-domain -- <web site> <domain> [selector]`: sets the sending domain of a web site's mail. */

const [site, domain, selector, ...more] = process.argv.slice(2)
if (!site || !/^\d+$/.test(site) || !domain || more.length > 0)
  give('Usage: npm run mail-domain -- <number of the web site> <domain> [selector]')

const undo: (() => Promise<void> | void)[] = []
let failure: string | undefined
try {
  const config = readConfig(process.env)
  if (!config.database.url && !existsSync(resolve(config.dataDir, 'database')))
    throw new NotADomain(`There is no database in ${resolve(config.dataDir)} yet. DATA_DIR names another folder.`)
  const database = await openDatabase(config, makeLog({ logLevel: 'silent' }), undo)
  const sites = await siteDirectory(database, config.defaultWebSiteId, () => undefined)
  undo.push(() => sites.stop())
  const found = sites.byId(Number(site))
  if (!found) throw new NotADomain(`There is no web site ${site}.`)
  const records = await database.inTenant(found.web_site_id, (db) =>
    setMailDomain(db, found.web_site_id, { domain, selector }),
  )
  say(`Mail of ${found.name} now comes from no-reply@${domain.toLowerCase()}, signed. Publish in the domain's DNS:\n`)
  for (const { name, type, value } of records) say(`${name}  ${type}  "${value}"\n`)
} catch (error) {
  const isExpected = [NotADomain, ConfigError, FolderLocked, DatabaseGone].some((kind) => error instanceof kind)
  failure = isExpected ? (error as Error).message : `The domain was not set: ${String(error)}`
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
