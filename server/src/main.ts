import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { demoPassword, demoPeople } from '../../demo/people.ts'
import { ConfigError, readConfig, type Config } from './core/config.ts'
import { FolderLocked } from './core/db/lock.ts'
import { makeLog } from './core/observability/log.ts'
import { joinGateway, PortTaken } from './outside/payments/gateway/launch.ts'
import type { Running } from './start.ts'
import { builtPages, developmentPages } from './pages.ts'

/** Starts the portal. Every failure that an operator can fix is reported in one clear sentence, with exit code 1. */

const stopWithin = 20_000

let config: Config
try {
  config = readConfig(process.env)
} catch (error) {
  give(error instanceof ConfigError ? error.message : String(error))
}
const log = makeLog({ logLevel: process.env['LOG_LEVEL'] ?? (config.mode === 'production' ? 'info' : 'warn') })

/** The gateway for test money, unless there are accounts at payment providers. */
const joining =
  config.payments.kind === 'gateway'
    ? joinGateway({
        folder: resolve(config.dataDir, 'gateway'),
        port: config.payments.port,
        // With PORT=0 any port will do for the gateway too.
        preferred: config.port === 0 ? 0 : config.port + 100,
        warn: (error) => log.warn({ err: error }, 'the gateway for test money does not answer'),
      }).catch((error: unknown) => {
        if (error instanceof PortTaken) throw error
        log.warn({ err: error }, 'the gateway for test money could not start: nothing can be paid')
        return undefined
      })
    : undefined
// A failure is reported where it is awaited.
joining?.catch(() => undefined)

let running: Running
try {
  // Loading the whole application takes most of a second. A mistake in the settings is reported before.
  const { start } = await import('./start.ts')
  const pages = config.devServer ? await developmentPages() : builtPages(join(import.meta.dirname, '../../web/dist'))
  const standInAccounts = joining?.then((joined) => joined?.accounts ?? [])
  const standInNumbers = joining?.then((joined) => joined?.numbers)
  running = await start(config, log, {
    pages,
    progress: say,
    ...(standInAccounts ? { standInAccounts } : {}),
    ...(standInNumbers ? { standInNumbers } : {}),
  })
  if (pages.attach) pages.attach(running.app)
  await running.app.listen({ port: config.port, host: config.host })
} catch (error) {
  if (error instanceof FolderLocked || error instanceof PortTaken) give(error.message)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    give(`Port ${config.port} is taken by another program. Choose another: PORT=4001 npm start`)
  if (code === 'EACCES')
    give(`Port ${config.port} may not be used by this user. Choose one above 1023: PORT=4001 npm start`)
  log.fatal({ err: error }, 'the portal could not start')
  give(`The portal could not start: ${message}`)
}

/** A signal to a whole process group arrives twice: directly, and through the program that started this process. */
const sameSignalWithin = 1_000
let stoppingSince: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince < sameSignalWithin) return
      process.exit(1)
    }
    stoppingSince = Date.now()
    setTimeout(() => give('Requests or jobs did not end in time; stopped anyway.'), stopWithin).unref()
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => give(`Stopped, but not cleanly: ${String(error)}`),
    )
  })

const { port } = running.app.server.address() as AddressInfo
const gateway = await joining
void gateway?.attach(`http://127.0.0.1:${port}`)
say(`\nCutaway serves http://localhost:${port}`)
if (config.demo) {
  say(`People, password ${demoPassword}: ${demoPeople.map((p) => p.username).join(', ')}`)
  say(
    `Other sites: http://siteN.localhost:${port} with N of ${running.services.sites
      .all()
      .map((s) => s.web_site_id)
      .join(', ')}`,
  )
  if (config.mail.kind === 'outbox') say(`Mail is kept, not sent: http://localhost:${port}/outbox`)
  if (gateway) say(`Payments are made with test money: ${gateway.address}`)
  if (!config.database.url)
    say('The embedded database is for trying, developing and testing; production needs PostgreSQL (DATABASE_URL).')
}

process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
function give(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
