import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { demoPassword } from '../demo/people.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { measureFirstFrame, measureLoginScripts } from './browser.ts'
import { measureCall, type CallFigures } from './calls.ts'
import type { FloorSettings } from './floor.ts'
import { temporaryPostgres } from './postgres.ts'
import { startProcess, type ServerProcess } from './processes.ts'
import { holds, store, table, type Line } from './results.ts'
import { measureSearch } from './search.ts'
import { measureSoak, mostGrowth, soakInWords, soakSettings } from './soak.ts'
import { measureTracking } from './tracking.ts'

/**
 * `npm run bench [-- calls tracking search soak film scripts]`: each figure beside its floor, measured in the same run. Ends with 1 when a limit
 * does not hold. Only a run of everything is kept in results.md.
 */

const parts = ['calls', 'tracking', 'search', 'soak', 'film', 'scripts']
const asked = process.argv.slice(2)
const wants = (part: string) => asked.length === 0 || asked.includes(part)
if (asked.some((part) => !parts.includes(part))) throw new Error(`Parts of the benchmark: ${parts.join(', ')}`)

const film = 'BRKDSC'
/** A line on which the difference shows: much of the world, on a good day. */
const homeLine = { megabitsPerSecond: 9, latencyMilliseconds: 60 }
const poolSize = 10
/** Requests of each public page in the soak. */
const soakRequests = 20_000
const webSiteId = 31

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

  const ours = await startProcess('../server/src/main.ts', {
    NODE_ENV: 'demo',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: String(poolSize),
    // One session makes more calls here than any person does.
    SESSION_READS_PER_SECOND: '0',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  })
  undo.push(() => ours.stop())
  const dana = await logIn(ours)
  const calls = [
    `/api/v1/getMainSystemsSubSystemsHierarchy/${dana.userId}/en-US/1/left`,
    `/api/v1/relatedAnimationsDetailsByPartId/${dana.userId}/${film}/1/left/en-US`,
  ]
  const floor = await startFloor(ours, dana, calls, folder, postgres?.url)
  undo.push(() => floor.server.stop())

  // The benchmark itself keeps a good two cores busy; before it begins there should be nothing.
  const load = loadavg()[0]!
  if (load > availableParallelism() / 2)
    say(`Other work keeps this computer busy (load ${load.toFixed(1)}): figures can be far off.`)

  const lines: Line[] = []
  if (wants('calls'))
    for (const path of calls) {
      const host = new URL(ours.address).host
      const figures = await measureCall({ path, cookie: dana.cookie, host, ours, floor: floor.server })
      lines.push(callLine(figures))
      say(inWords(figures))
    }
  if (wants('tracking')) {
    // The engine that has only one connection is the one that could suffer.
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
  if (!wants('film') && !wants('scripts')) return tell(lines)

  const browser = await launchBrowser()
  undo.push(() => browser.close())
  if (wants('film'))
    for (const network of [undefined, homeLine]) {
      const frame = await measureFirstFrame(
        browser,
        { origin: ours.address, path: `/animation/${film}`, cookie: dana.cookie },
        { origin: floor.server.address, path: floor.page, cookie: dana.cookie },
        network,
      )
      const line = network
        ? `${network.megabitsPerSecond} Mbit/s, ${network.latencyMilliseconds} ms`
        : 'no line between'
      say(`first frame (${line}): ${frame.ours.toFixed(0)} ms, bare page ${frame.floor.toFixed(0)} ms`)
      const limits = { limit: 1.7, goal: 1.15, better: 'smaller' } as const
      lines.push({ what: `first frame of a film, ${line}`, value: frame.ratio, unit: '', ...limits, more: '' })
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
  return tell(lines)
}

function tell(lines: Line[]): boolean {
  say(`\n${table(lines)}`)
  return lines.every(holds)
}

/** A demo person's session. */
async function logIn(server: ServerProcess): Promise<{ cookie: string; userId: number }> {
  const answer = await fetch(`${server.address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.address },
    body: JSON.stringify({ username: 'advisor', password: demoPassword }),
  })
  const { data } = (await answer.json()) as { data: { user: { user_id: number } } }
  return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, userId: data.user.user_id }
}

/** The floor with the bytes that our server sends. */
async function startFloor(
  ours: ServerProcess,
  { cookie, userId }: { cookie: string; userId: number },
  calls: string[],
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ server: ServerProcess; page: string }> {
  const get = async (path: string) => {
    const answer = await fetch(`${ours.address}${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    return answer
  }
  const answers: Record<string, string> = {}
  for (const [i, path] of calls.entries()) {
    const file = join(folder, `answer-${i}`)
    await writeFile(file, Buffer.from(await (await get(path)).arrayBuffer()))
    answers[path] = file
  }
  const details = (await (
    await get(`/api/v1/relatedAnimationsDetailsByPartId/${userId}/${film}/1/left/en-US`)
  ).json()) as { data: { video: { videoUrl: string } } }
  const filmPath = details.data.video.videoUrl
  const filmFile = join(folder, 'film.mp4')
  await pipeline(Readable.fromWeb((await get(filmPath)).body as never), createWriteStream(filmFile))

  const [cookieName = '', token = ''] = cookie.split('=')
  const page = '/bare'
  const settings: FloorSettings = {
    ...(databaseUrl ? { databaseUrl } : {}),
    poolSize,
    webSiteId,
    cookieName,
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    answers,
    film: { path: filmPath, file: filmFile, page },
  }
  return { server: await startProcess('floor.ts', { FLOOR: JSON.stringify(settings) }), page }
}

function callLine({ path, ratio, cpuPerThousand: { ours, floor } }: CallFigures): Line {
  const more = ours !== undefined && floor ? `${(ours / floor).toFixed(1)} times the processor time` : ''
  return { what: path.split('/')[3]!, value: ratio, unit: '', limit: 0.4, goal: 0.7, better: 'larger', more }
}

function inWords({ path, perSecond, cpuPerThousand: cpu }: CallFigures): string {
  const seconds = (value: number | undefined) => (value === undefined ? '?' : value.toFixed(3))
  return (
    `${path.split('/')[3]}: ${perSecond.ours.toFixed(0)} requests a second, floor ${perSecond.floor.toFixed(0)}; ` +
    `processor seconds for 1000 requests: ${seconds(cpu.ours)}, floor ${seconds(cpu.floor)}`
  )
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
