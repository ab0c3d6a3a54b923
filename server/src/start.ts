import type { FastifyInstance } from 'fastify'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { exportSources, makeApp, makePurposes } from './app.ts'
import { forwardClock, systemClock, type Clock } from './core/clock.ts'
import type { Config } from './core/config.ts'
import type { Database } from './core/db/database.ts'
import { makeNotices } from './core/db/notices.ts'
import { makeResponseCache } from './core/http/response-cache.ts'
import { makeJobs } from './core/jobs/jobs.ts'
import { watchFolder } from './core/file-watcher.ts'
import { databaseProofs } from './core/http/used-proofs.ts'
import type { Log } from './core/observability/log.ts'
import { migrate } from './core/db/migrate.ts'
import { openDatabase } from './core/db/open.ts'
import { makePdfs } from './core/pdf/pdf.ts'
import type { Services } from './core/services.ts'
import { makeStorage } from './core/storage/storage.ts'
import { siteDirectory } from './core/tenancy.ts'
import * as texts from './core/texts.ts'
import { makeCaptcha, type Difficulty } from './outside/captcha.ts'
import { httpHosts, type Hosts } from './outside/hosts.ts'
import { findFfmpeg } from './rooms/customvideos/ffmpeg.ts'
import { checkPlanAccounts } from './rooms/signup/plans/plan-accounts.ts'
import { deleteNodes } from './rooms/sites/health/health.queries.ts'
import { readLogo } from './rooms/sites/site-logos.ts'
import { tlsCertificates, type Certificates } from './outside/certificates.ts'
import { serverDns, type Dns } from './outside/dns.ts'
import { standInDns } from './outside/dns.stand-in.ts'
import type { PaymentAccount } from './outside/payments/accounts.ts'
import { twilioNumbers, type Numbers, type NumbersAccount } from './outside/numbers/numbers.ts'
import { makePayments } from './outside/payments/providers.ts'
import { countryOf } from './outside/geo.ts'
import { demoMemberships, listedMemberships } from './outside/membership.ts'
import type { PaymentAccounts } from './rooms/billing/accounts.ts'
import { secondsAhead } from './rooms/billing/life/pages/kept-clock.ts'
import type { Purpose } from './rooms/billing/purposes.ts'
import { loadLibrary, type Library } from './rooms/catalogue/library/library.ts'
import { reloadableLibrary } from './rooms/catalogue/library/hot-reload.ts'
import { webhookEvents } from './rooms/integrations/webhooks/events.ts'
import { favouriteIds } from './rooms/favourites/favourites.queries.ts'
import { endLeases } from './rooms/messaging/outbox.queries.ts'
import type { PageSource } from './rooms/sites/page.ts'

/** Starts the application from a configuration, and stops it. Used by main.ts and the tests. */

export interface Running {
  app: FastifyInstance
  services: Services
  /** Finishes requests and jobs, then closes the database. */
  stop(): Promise<void>
}

export interface StartOptions {
  pages?: PageSource & { folder?: string }
  clock?: Clock
  /** An existing database (tests). stop() does not close it. */
  database?: Database
  /** The difficulty of the captcha's puzzle (tests). */
  captchaDifficulty?: Difficulty
  /** Leaves outdated password hashes as they are at a log-in (tests, whose hashes are cheap). Refused in production. */
  keepPasswordHashes?: boolean
  /** Reads the library from its folder. Tests that change no film share one that was read once. */
  readLibrary?: (folder: string) => Library
  /** Records of mail domains (tests). */
  dns?: Dns
  /** Certificates of hosts (tests). */
  certificates?: Certificates
  /** The accounts of the gateway for test money. Without it and without accounts in the configuration, nothing can be paid. */
  standInAccounts?: readonly PaymentAccount[] | Promise<readonly PaymentAccount[]>
  /** The account of the gateway that buys telephone numbers, where the configuration has none. */
  standInNumbers?: NumbersAccount | undefined | Promise<NumbersAccount | undefined>
  /** Telephone numbers (tests). */
  numbers?: Numbers
  /** Accounts at payment providers (tests). */
  payments?: PaymentAccounts
  /** What can be paid for (tests). */
  purposes?: readonly Purpose[]
  /** Requests to hosts of web sites (tests). */
  hosts?: Hosts
  /** Moves the clock of a test by demoClock; the demo has a clock of its own. */
  moveClock?: (seconds: number) => void
  /** Called at each step of a first start. */
  progress?: (step: string) => void
}

export const libraryFolder = (config: Pick<Config, 'libraryDir'>): string =>
  config.libraryDir ?? join(import.meta.dirname, '../../library')

export async function start(config: Config, log: Log, options: StartOptions = {}): Promise<Running> {
  const progress = options.progress ?? (() => {})
  const undo: (() => Promise<void> | void)[] = []
  if (options.keepPasswordHashes && config.mode === 'production')
    throw new Error('In production, outdated password hashes are renewed at the next log-in.')
  try {
    // Backups, uploads and what is made on demand are written there, and the health page reads its disk.
    await mkdir(resolve(config.dataDir), { recursive: true })
    const database = options.database ?? (await openDatabase(config, log, undo))
    if (!options.database) {
      const ran = await migrate(database)
      // The folder of the embedded database is locked, so any process that held a lease there is dead.
      if (database.engine.kind === 'embedded') {
        await endLeases(database.system)
        await deleteNodes(database.system)
      }
      if (ran.length) progress(`Database brought up to date (${ran.length} steps)`)
      if (config.seedDemo) {
        const { loadDemo } = await import('../../demo/load.ts')
        if (await loadDemo(database, config.linkSecret)) progress('Demo world loaded')
      }
    }
    const movable = options.clock || !config.demo ? undefined : forwardClock()
    const clock = options.clock ?? movable ?? systemClock
    movable?.forward(await secondsAhead(database.system))
    const responses = makeResponseCache(config.responseCacheSize, clock)
    const folder = libraryFolder(config)
    const records = resolve(config.dataDir, 'cache', 'library')
    const readLibrary = options.readLibrary ?? ((of: string) => loadLibrary(of, records))
    const library = reloadableLibrary(() => readLibrary(folder))
    const follow = (of: string, reload: () => void) =>
      watchFolder(of, {
        changed: () => {
          reload()
          responses.clear()
          log.info({ folder: of }, 'library reloaded')
        },
        failed: (err) => log.warn({ err, folder: of }, 'changes were not taken; what was read before stays'),
      })
    undo.push(
      follow(folder, library.reload),
      follow(texts.folder, () => texts.reload()),
    )
    // Notices come first, so that a change after the web sites are read is not missed.
    const notices = await makeNotices(database.engine, log)
    undo.push(() => notices.stop())
    const sites = await siteDirectory(database, config.defaultWebSiteId, (err) =>
      log.warn({ err }, 'web sites could not be reloaded'),
    )
    undo.push(
      () => sites.stop(),
      notices.reload(['sites', 'languages', 'translations'], sites.refresh),
      notices.on(['sites', 'languages', 'home', 'translations'], responses.clear),
    )
    const jobs = makeJobs(database.engine, log)
    const storage = makeStorage(config)
    const pdfs = makePdfs({
      folder: resolve(config.dataDir, 'cache', 'pdf'),
      readLogo: (url) => readLogo({ storage }, url),
    })
    undo.push(() => pdfs.stop())
    const services: Services = {
      config,
      database,
      sites,
      notices,
      responses,
      jobs,
      storage,
      pdfs,
      texts,
      clock,
      log,
      countryOf,
      captcha: makeCaptcha(
        config.captchaSecret,
        clock,
        databaseProofs(database.engine, clock),
        options.captchaDifficulty,
      ),
      renewsPasswordHashes: !options.keepPasswordHashes,
      dns: options.dns ?? (config.dns.kind === 'servers' ? serverDns(config.dns.servers) : standInDns()),
      certificates: options.certificates ?? tlsCertificates(),
      payments:
        options.payments ??
        makePayments(
          config.payments.kind === 'accounts' ? config.payments.accounts : ((await options.standInAccounts) ?? []),
        ),
      exportSources,
      purposes: options.purposes ?? makePurposes({ config, sites, jobs, clock, database }),
      numbers: options.numbers ?? numbersOf(config, await options.standInNumbers),
      carrierToken: await tokenOf(config, options.standInNumbers),
      moveClock: options.moveClock ?? movable?.forward ?? null,
      hosts: options.hosts ?? httpHosts(config),
      memberships:
        config.memberships.kind === 'list' ? listedMemberships(config.memberships.hashes) : demoMemberships(),
      ffmpeg: findFfmpeg(config),
      library,
      favouriteIds: favouriteIds(),
      customerEvents: webhookEvents({ jobs, clock, library, sites }),
    }
    if (config.mode === 'production') await checkPlanAccounts(services)
    const app = await makeApp(services, options.pages)
    undo.push(() => app.close())
    await jobs.start()
    undo.push(() => jobs.stop())
    return { app, services, stop: () => unwind(undo) }
  } catch (error) {
    await unwind(undo)
    throw error
  }
}

/** Numbers are bought with the account of text messages; without one, at the stand-in of the demo. */
function numbersOf({ messages }: Config, standIn: NumbersAccount | undefined): Numbers | null {
  if (messages.kind !== 'twilio') return standIn ? twilioNumbers(standIn) : null
  const { accountSid, authToken, apiUrl } = messages
  const pricingUrl = apiUrl === 'https://api.twilio.com' ? 'https://pricing.twilio.com' : apiUrl
  return twilioNumbers({ accountSid, authToken, apiUrl, pricingUrl })
}

/** Who sells the numbers also reports what comes to them, and signs with the token of the same account. */
const tokenOf = async ({ messages }: Config, standIn: StartOptions['standInNumbers']): Promise<string | null> =>
  messages.kind === 'twilio' ? messages.authToken : ((await standIn)?.authToken ?? null)

/** Closes in reverse order of opening. A failure does not keep the others from closing. */
async function unwind(undo: (() => Promise<void> | void)[]) {
  const failures: unknown[] = []
  for (const step of undo.splice(0).toReversed()) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length) throw new AggregateError(failures, 'some resources could not be closed')
}
