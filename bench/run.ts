import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../e2e/support/browser.ts'
import { measureFirstFrame, measureLoginScripts } from './browser.ts'
import { measureCall, type Asked, type CallFigures, type Latency } from './calls.ts'
import { measureEmbed } from './embeds.ts'
import { startFloor } from './floors.ts'
import { importedRows, measureImport } from './imports.ts'
import { measureMoney, moneyInWords, moneyLines } from './money.ts'
import { measureLargeLibrary, parts as largeLibrary, type LargeLibraryFigures } from './large-library.ts'
import { at, get, logIn, logInAll, sessionCount, type Session } from './people.ts'
import { temporaryPostgres } from './postgres.ts'
import { startProcess, type ServerProcess } from './processes.ts'
import { measureReports, reportLines } from './reports/reports.ts'
import { holds, store, storeImport, storeMoney, storeReports, storeWall, table, type Line } from './results.ts'
import { measureSearch } from './search.ts'
import { measureSoak, mostGrowth, soakInWords, soakSettings } from './soak.ts'
import { measureTracking } from './tracking.ts'
import { changesOfDay, measureWall, wallLines } from './wall/measure.ts'
import { measureYear } from './year.ts'

/**
 * `npm run bench [-- calls library tracking search import soak year money reports wall film embed scripts]`: measures each figure against its floor
 * in the same run. Exits with 1 if a limit is exceeded. Runs of all parts, of `import`, `money`, `reports` and `wall` are written to results.md. `money=500`
 * makes 500 sign-ups by card and 200 each by eWAY and PayPal in place of 120 and 48; a smaller number than 120 is a trial,
 * which is not written down. `reports=20` goes up to 20 million views in place of 5, which takes an hour and 30 GB. `wall=500`
 * watches the memory of a wall for 500 changes in place of those of a day.
 */

const parts = [
  'calls',
  'library',
  'tracking',
  'search',
  'import',
  'soak',
  'year',
  'money',
  'reports',
  'wall',
  'film',
  'embed',
  'scripts',
]
const sizes = new Map(
  process.argv.slice(2).map((text) => {
    const [part = '', size] = text.split('=')
    return [part, size] as const
  }),
)
const asked = [...sizes.keys()]
const wants = (part: string) => asked.length === 0 || asked.includes(part)
if (asked.some((part) => !parts.includes(part))) throw new Error(`Parts of the benchmark: ${parts.join(', ')}`)

const film = 'BRKDSC'
/** A connection on which the difference shows: typical for much of the world on a good day. */
const homeLine = { megabitsPerSecond: 9, latencyMilliseconds: 60 }
const poolSize = 10
/** Number of requests to each public page in the soak test. */
const soakRequests = 20_000
const webSiteId = 31
/** Sign-ups by card on each engine, unless another number is asked for. */
const cards = 120

const undo: (() => Promise<unknown>)[] = []
try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  for (const step of undo.toReversed()) await step()
}

async function bench(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-bench-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))

  const postgres = process.env['DATABASE_URL_BENCH']
    ? { url: process.env['DATABASE_URL_BENCH'], version: 'a given PostgreSQL server' }
    : await temporaryPostgres()
  if (postgres && 'stop' in postgres) undo.push(() => postgres.stop())
  if (!postgres) say('PostgreSQL is not installed: measured on the embedded engine, on both sides.')

  const money: Line[] = []
  const sentences: string[] = []
  const asksCards = Number(sizes.get('money') ?? cards)
  if (wants('money'))
    for (const databaseUrl of postgres ? [postgres.url, undefined] : [undefined]) {
      const figures = await measureMoney({ folder, databaseUrl, cards: asksCards, say })
      say(moneyInWords(figures))
      sentences.push(moneyInWords(figures))
      money.push(...moneyLines(figures))
      if (asksCards >= cards) storeMoney(money, { database: postgres?.version ?? 'the embedded engine', sentences })
    }
  if (asked.length === 1 && wants('money')) return tell(money)
  if (wants('reports') && postgres) {
    const millions = Number(sizes.get('reports') ?? 5)
    const levels = await measureReports({ folder, databaseUrl: postgres.url, views: millions * 1e6, say })
    const lines = reportLines(levels)
    if (millions >= 5) storeReports(lines, { database: postgres.version })
    money.push(...lines)
    if (asked.length === 1) return tell(lines)
  }

  const wall = wants('wall') ? await benchWall(folder) : []
  if (asked.length === 1 && wants('wall')) return tell(wall)

  const env = {
    NODE_ENV: 'demo',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: String(poolSize),
    // One session makes more calls here than any person does.
    SESSION_READS_PER_SECOND: '0',
    // Each person of a measurement has a separate address.
    TRUSTED_PROXIES: '127.0.0.1',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  }
  const ours = await startProcess('../server/src/main.ts', { ...env, DATA_DIR: join(folder, 'data') })
  undo.push(() => ours.stop())
  const sessions = await logInAll(ours)
  const dana = sessions.find(({ webSiteId: id }) => id === webSiteId)!
  const common = { sessions, folder, databaseUrl: postgres?.url, poolSize }
  const floor = await startFloor({
    ...common,
    ours,
    asked: [...hierarchies(sessions), ...filmPages(sessions)],
    film: { ...dana, path: await filmAddress(ours, dana) },
  })
  undo.push(() => floor.process.stop())

  // The benchmark itself uses about two cores, so the machine should be idle before it begins.
  const load = loadavg()[0]!
  if (load > availableParallelism() / 2)
    say(`Other work keeps this computer busy (load ${load.toFixed(1)}): figures can be far off.`)

  const lines: Line[] = []
  if (wants('calls'))
    for (const [what, of] of [
      ['hierarchy', hierarchies],
      ['film details', filmPages],
    ] as const) {
      const requests = of(sessions)
      const servers = {
        ours: { process: ours, asked: requests },
        floor: { process: floor.process, asked: at(floor.process, requests) },
      }
      const figures = await measureCall(what, servers)
      lines.push(...callLines(what, figures))
      say(inWords(what, figures))
    }
  if (wants('library')) {
    const figures = await measureLargeLibrary({
      ...common,
      env,
      requests: { hierarchy: hierarchies, 'film details': filmPages },
    })
    lines.push(...libraryLines(figures))
    for (const [what, of] of Object.entries(figures.calls)) say(inWords(`${what}, 5,000 parts`, of))
  }
  if (wants('tracking')) {
    // The embedded engine has only one connection, so writes affect its reads most.
    const embedded = await startProcess('../server/src/main.ts', {
      NODE_ENV: 'demo',
      PORT: '0',
      DATA_DIR: join(folder, 'embedded'),
      LOG_LEVEL: 'silent',
      SESSION_READS_PER_SECOND: '0',
    })
    undo.push(() => embedded.stop())
    const there = await logIn(embedded)
    const path = `/api/v1/getMainSystemsSubSystemsHierarchy/${there.userId}/en-US/1/left`
    const { ratio, eventsPerSecond } = await measureTracking({ ours: embedded, path, cookie: there.cookie, film })
    const what = 'reads beside 2000 tracked events a second, embedded engine'
    const more = `${eventsPerSecond.toFixed(0)} events a second were kept`
    lines.push({ what, value: ratio, unit: '', limit: 0.8, goal: 0.9, better: 'larger', more })
    say(`tracking: ${ratio.toFixed(2)} of the reads, ${more}`)
  }
  if (wants('search')) {
    const { milliseconds, queries, parts: many } = await measureSearch()
    const limits = { limit: 100, goal: 30, better: 'smaller' } as const
    const more = `${queries} queries among ${many} parts`
    lines.push({ what: 'search while typing, 95 of 100', value: milliseconds, unit: 'ms', ...limits, more })
  }
  if (wants('import')) {
    const busy = loadavg()[0]!
    const { checkSeconds, importSeconds, listMilliseconds, counts, differing } = await measureImport(ours)
    const more = `${counts.add} new, ${counts.change} changed, ${counts.same} the same, ${counts.refused} refused`
    const of = `${importedRows} users`
    const smaller = { unit: 'ms', better: 'smaller' } as const
    const imported: Line[] = [
      { what: `check of an import, ${of}`, value: checkSeconds * 1000, limit: 10_000, goal: 5000, ...smaller, more },
      { what: `import, ${of}`, value: importSeconds * 1000, limit: 30_000, goal: 10_000, ...smaller, more: '' },
      { what: `first page of ${of}, 95 of 100`, value: listMilliseconds, limit: 100, goal: 30, ...smaller, more: '' },
      {
        what: 'rows that an import did otherwise than its check said',
        value: differing,
        limit: 0,
        goal: 0,
        ...smaller,
        unit: '',
        more: '',
      },
    ]
    lines.push(...imported)
    storeImport(imported, { database: postgres?.version ?? 'the embedded engine', load: busy })
    say(`import: checked in ${checkSeconds.toFixed(1)} s, imported in ${importSeconds.toFixed(1)} s (${more})`)
  }
  if (wants('soak')) {
    const soaked = await startProcess('../server/src/main.ts', {
      NODE_ENV: 'demo',
      PORT: '0',
      DATA_DIR: join(folder, 'soaked'),
      LOG_LEVEL: 'silent',
      ...soakSettings,
    })
    undo.push(() => soaked.stop())
    const pages = await measureSoak(soaked, soakRequests, { onPage: (found) => say(soakInWords(found)) })
    const growth = pages.map(({ before, after }) => after - before)
    const worst = growth.indexOf(Math.max(...growth))
    const limits = { limit: mostGrowth, goal: mostGrowth, better: 'smaller' } as const
    const more = `${pages.length} pages, ${soakRequests} requests each; the most: ${pages[worst]!.page}`
    lines.push({ what: 'growth of memory by public pages', value: growth[worst]!, unit: 'MB', ...limits, more })
  }
  if (wants('year')) {
    // On the engine with which the demo starts, and with its gateway.
    const demo = await startProcess('../server/src/main.ts', {
      NODE_ENV: 'demo',
      PORT: '0',
      DATA_DIR: join(folder, 'year'),
      LOG_LEVEL: 'silent',
    })
    undo.push(() => demo.stop())
    const { processorSeconds, seconds, payments } = await measureYear(demo)
    const limits = { unit: 'ms', limit: 60_000, goal: 30_000, better: 'smaller' } as const
    const more = `${payments} payments; ${seconds.toFixed(0)} s by the clock of this computer`
    lines.push({ what: 'a year of the demo, processor time', value: processorSeconds * 1000, ...limits, more })
    say(`a year of the demo: ${processorSeconds.toFixed(0)} s of processor time, ${more}`)
  }
  if (!wants('film') && !wants('embed') && !wants('scripts')) return tell([...money, ...wall, ...lines])

  const browser = await launchBrowser()
  undo.push(() => browser.close())
  if (wants('film'))
    for (const network of [undefined, homeLine]) {
      const frame = await measureFirstFrame(
        browser,
        { origin: ours.address, path: `/animation/${film}`, cookie: dana.cookie },
        { origin: floor.process.address, path: floor.page, cookie: dana.cookie },
        network,
      )
      const line = network
        ? `${network.megabitsPerSecond} Mbit/s, ${network.latencyMilliseconds} ms`
        : 'no line between'
      say(`first frame (${line}): ${frame.ours.toFixed(0)} ms, bare page ${frame.floor.toFixed(0)} ms`)
      const limits = { limit: 1.7, goal: 1.15, better: 'smaller' } as const
      lines.push({ what: `first frame of a film, ${line}`, value: frame.ratio, unit: '', ...limits, more: '' })
    }
  if (wants('embed')) {
    const frame = await measureEmbed(browser, ours, dana, film)
    say(`first frame of an embed: ${frame.ours.toFixed(0)} ms, bare frame ${frame.floor.toFixed(0)} ms`)
    const limits = { limit: 1.3, goal: 1.15, better: 'smaller' } as const
    lines.push({
      what: 'first frame of an embed, over a bare frame',
      value: frame.ratio,
      unit: '',
      ...limits,
      more: '',
    })
  }
  if (wants('scripts')) {
    const scripts = await measureLoginScripts(browser, ours.address)
    const limits = { limit: 150, goal: undefined, better: 'smaller' } as const
    const more = `${scripts.scripts} files`
    lines.push({ what: 'scripts of the login page, gzip', value: scripts.kilobytes, unit: 'kB', ...limits, more })
  }
  if (asked.length === 0) {
    const database = postgres?.version ?? 'the embedded engine'
    store(lines, { database, browser: `Chromium ${browser.version().split('.')[0]}` })
  }
  return tell([...money, ...wall, ...lines])
}

/** Measures the wall of a paired screen. Films are decoded without a graphics card, so the computer should be idle. */
async function benchWall(folder: string): Promise<Line[]> {
  const changes = Number(sizes.get('wall') ?? changesOfDay)
  const load = loadavg()[0]!
  const server = await startProcess('../server/src/main.ts', {
    NODE_ENV: 'demo',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'wall'),
  })
  undo.push(() => server.stop())
  const browser = await launchBrowser()
  undo.push(() => browser.close())
  const sentences: string[] = []
  const figures = await measureWall(browser, server, {
    changes,
    say: (line) => {
      sentences.push(line)
      say(line)
    },
  })
  const lines = wallLines(figures)
  storeWall(lines, { browser: `Chromium ${browser.version().split('.')[0]}`, load, sentences })
  return lines
}

function tell(lines: Line[]): boolean {
  say(`\n${table(lines)}`)
  return lines.every(holds)
}

function hierarchies(sessions: readonly Session[]): Asked[] {
  return sessions.map(({ host, cookie, userId, language, side }) => ({
    host,
    cookie,
    path: `/api/v1/getMainSystemsSubSystemsHierarchy/${userId}/${language}/0/${side}`,
  }))
}

function filmPages(sessions: readonly Session[], of = film): Asked[] {
  return sessions.map(({ host, cookie, userId, language, side }) => ({
    host,
    cookie,
    path: `/api/v1/relatedAnimationsDetailsByPartId/${userId}/${of}/0/${side}/${language}`,
  }))
}

/** Path of the film's file. */
async function filmAddress(ours: ServerProcess, dana: Session): Promise<string> {
  const { body } = await get(ours, filmPages([dana])[0]!.path, { headers: { host: dana.host, cookie: dana.cookie } })
  return (JSON.parse(body.toString()) as { data: { video: { videoUrl: string } } }).data.video.videoUrl
}

function callLines(what: string, { ratio, tailRatio, latency, cpuPerThousand }: CallFigures): Line[] {
  const { ours, floor } = cpuPerThousand
  const times = ours !== undefined && floor ? `${(ours / floor).toFixed(1)} times the processor time` : ''
  const people = `${sessionCount} sessions, 20 web sites`
  return [
    {
      what: `${what}, requests a second`,
      value: ratio,
      unit: '',
      limit: 0.8,
      goal: 1,
      better: 'larger',
      more: `${people}; ${times}`,
    },
    {
      what: `${what}, 99 of 100 answers`,
      value: tailRatio,
      unit: '',
      limit: 1.6,
      goal: 1.2,
      better: 'smaller',
      more: `${latency.ours.p99.toFixed(1)} ms, floor ${latency.floor.p99.toFixed(1)} ms`,
    },
  ]
}

function libraryLines(figures: LargeLibraryFigures): Line[] {
  const { hierarchy, megabytes, startSeconds, firstStartSeconds } = figures
  const of = `${largeLibrary} parts in seven languages`
  const lines: Line[] = Object.entries(figures.calls).flatMap(([what, call]) => callLines(`${what}, ${of}`, call))
  const more = `median ${hierarchy.p50.toFixed(1)} ms, ${sessionCount} a second`
  const smaller = { better: 'smaller', goal: undefined } as const
  lines.push(
    { what: `hierarchy, ${of}, 95 of 100 answers`, value: hierarchy.p95, unit: 'ms', limit: 20, ...smaller, more },
    {
      what: `start, ${of}`,
      value: startSeconds * 1000,
      unit: 'ms',
      limit: 5000,
      ...smaller,
      more: `${firstStartSeconds.toFixed(0)} s when the library is new`,
    },
  )
  if (megabytes !== undefined)
    lines.push({ what: `memory, ${of}`, value: megabytes, unit: 'MB', limit: 600, ...smaller, more: '' })
  return lines
}

function inWords(what: string, { ratio, tailRatio, perSecond, latency, cpuPerThousand: cpu }: CallFigures): string {
  const seconds = (value: number | undefined) => (value === undefined ? '?' : value.toFixed(3))
  const times = ({ p50, p95, p99 }: Latency) => `${p50.toFixed(1)}/${p95.toFixed(1)}/${p99.toFixed(1)}`
  return (
    `${what}: ${perSecond.ours.toFixed(0)} requests a second, floor ${perSecond.floor.toFixed(0)} (${ratio.toFixed(2)}); ` +
    `p50/p95/p99 ${times(latency.ours)} ms, floor ${times(latency.floor)} ms (p99 ${tailRatio.toFixed(2)}); ` +
    `processor seconds for 1000 requests ${seconds(cpu.ours)}, floor ${seconds(cpu.floor)}`
  )
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
