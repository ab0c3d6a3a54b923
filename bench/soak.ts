import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '../demo/people.ts'
import { unsubscribeUrl } from '../server/src/rooms/consent/unsubscribe-link.ts'
import { startProcess, type ServerProcess } from './processes.ts'

/**
 * Measures memory growth of the portal under public pages, which need no session. After `requests` of each page, memory
 * must be within `mostGrowth` of its value after the first `warmUp`. Runs alone with `node bench/soak.ts [requests]
 * [part of a page's name]`.
 */

const warmUp = 1_000
/** Megabytes. */
export const mostGrowth = 100
const atOnce = 16
const linkSecret = 'a secret of the benchmark only'

export interface SoakFigures {
  page: string
  requests: number
  /** Resident megabytes after the warm-up and at the end. */
  before: number
  after: number
}

/** Settings of the portal under soak: a separate address per visitor, and a known secret for mails. */
export const soakSettings = { TRUSTED_PROXIES: '127.0.0.1', LINK_SECRET: linkSecret }

/** Sends `requests` requests to every public page. */
export async function measureSoak(
  server: ServerProcess,
  requests: number,
  { only = '', onPage }: { only?: string; onPage?: (found: SoakFigures) => void } = {},
): Promise<SoakFigures[]> {
  const pages = await pagesOf(server)
  const figures: SoakFigures[] = []
  for (const page of pages.filter(({ name }) => name.includes(only))) {
    await ask(server, page, 0, Math.min(warmUp, requests))
    const before = await residentMegabytes(server)
    await ask(server, page, warmUp, requests)
    const found = { page: page.name, requests, before, after: await residentMegabytes(server) }
    figures.push(found)
    onPage?.(found)
  }
  return figures
}

interface Page {
  name: string
  /** The n-th request. Addresses differ where a visitor could vary them. */
  request: (n: number) => {
    path: string
    method?: string
    body?: unknown
    host?: string
    headers?: Record<string, string>
  }
  /** Expected statuses other than 200. */
  also?: number[]
}

const tags = ['en-US', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH', 'en-AU']
const sites = [31, 33, 44]
const countries = ['US', 'CA', 'AU', 'NZ', 'DE', 'IL', 'FR', 'ZA']
const films = ['BRKDSC', 'BRKPAD', 'COLCIR', 'ENGOIL', 'SUSDMP', 'TYRWER']
const of = <T>(all: readonly T[], n: number): T => all[n % all.length]!

async function pagesOf(server: ServerProcess): Promise<Page[]> {
  const adviser = await logInAdviser(server)
  const links = await makeLinks(adviser)
  const embed = await makeEmbed(adviser)
  const token = (n: number) => of(links, n)
  const host = new URL(server.address).host
  const letter = (n: number) => {
    const about = { secret: linkSecret, webSiteId: 31, address: `customer${n}@mailbox.example` }
    const { pathname, search } = new URL(unsubscribeUrl({ ...about, origin: server.address, languageId: 50 }))
    return { path: pathname + search, query: Object.fromEntries(new URLSearchParams(search)) }
  }
  const oembed = (n: number) => encodeURIComponent(`${server.address}/l/${token(n)}`)
  return [
    { name: 'page of a link', request: (n) => ({ path: `/animation_link/${token(n)}?lang=${of(tags, n)}` }) },
    { name: 'page of a link that does not exist', request: (n) => ({ path: `/animation_link/none${n}` }), also: [404] },
    { name: 'short address of a link', request: (n) => ({ path: `/l/${token(n)}?film=${of(films, n)}` }), also: [302] },
    { name: 'facts of a link', request: (n) => ({ path: `/api/v1/getAnimationLinkVideo/${token(n)}` }) },
    {
      name: 'film of a link',
      request: (n) => ({
        path: `/animation_link/${token(n)}/film/BRKDSC/en-US.mp4`,
        headers: { range: `bytes=${n}-${n + 999}` },
      }),
      also: [206],
    },
    {
      name: 'PDF of a link',
      request: (n) => ({ path: `/api/v1/linkPdf/${token(n)}/BRKDSC/${of([50, 98, 94, 71], n)}.pdf` }),
    },
    {
      name: 'reports of a link',
      request: (n) => ({
        path: '/api/v1/animationVideoTracking',
        method: 'POST',
        body: { randomNumber: token(n), view_key: randomUUID(), first_frame: true, stretches: [0, n % 60] },
      }),
      // A link records a limited number of visits, not all of a flood.
      also: [429],
    },
    { name: 'oEmbed', request: (n) => ({ path: `/oembed?format=json&url=${oembed(n)}` }) },
    {
      name: 'pictures of films',
      request: (n) => ({ path: `/film-pictures/${of(films, n)}.jpg${n % 2 ? '?play' : ''}`, ...at(host, n) }),
    },
    { name: 'public home', request: (n) => ({ path: '/bhome', ...at(host, n) }) },
    { name: 'log-in page', request: (n) => ({ path: `/login?from=${n}`, ...at(host, n) }) },
    { name: 'sample films', request: (n) => ({ path: `/api/v1/getSampleAnimations/${of(tags, n)}`, ...at(host, n) }) },
    { name: 'unsubscribe page', request: (n) => ({ path: letter(n).path }) },
    {
      name: 'unsubscribing by letters',
      request: (n) => ({ path: '/api/v1/updateUnsubscribeEmailDetails', method: 'PUT', body: letter(n).query }),
    },
    {
      name: 'unsubscribing without a letter',
      request: (n) => ({
        path: '/api/v1/updateUnsubscribeEmailDetails',
        method: 'PUT',
        body: { to: `customer${n}@mailbox.example`, wsid: 31 },
      }),
    },
    {
      name: 'log-in with wrong passwords',
      request: (n) => ({ path: '/api/v1/login', method: 'POST', body: { username: `nobody${n}`, password: 'wrong' } }),
      also: [403, 429],
    },
    {
      name: 'page of an embed',
      request: (n) => ({
        path: `${embed}${embed.includes('?') ? '&' : '?'}lang=${of(tags, n)}`,
        headers: { referer: `https://shop${n}.northgate.example/brakes/${n}` },
      }),
    },
    {
      name: 'page of an embed on a web site that is not listed',
      request: (n) => ({ path: embed, headers: { referer: `https://shop${n}.elsewhere.example/` } }),
      also: [403],
    },
    {
      name: 'oEmbed of an embed',
      request: () => ({ path: `/oembed?format=json&url=${encodeURIComponent(server.address + embed)}` }),
    },
    { name: 'sign-up page', request: (n) => ({ path: `/signup_us?code=${n}`, ...at(host, n) }) },
    { name: 'flow of a sign-up', request: (n) => ({ path: `/api/v1/getSignupFlow/31/${of(countries, n)}` }) },
    { name: 'plans of a sign-up', request: (n) => ({ path: `/api/v1/getAllBillingPlans/31/${of(countries, n)}` }) },
    { name: 'page of a payment that does not exist', request: (n) => ({ path: `/pay/none${n}` }), also: [303] },
    { name: 'frame of a card that does not exist', request: (n) => ({ path: `/pay/card/none${n}` }), also: [404] },
    { name: 'calls without a session', request: (n) => ({ path: `/api/v1/getUserSession?n=${n}` }), also: [401] },
    { name: 'addresses that do not exist', request: (n) => ({ path: `/api/v1/none/${n}` }), also: [404] },
  ]
}

const at = (host: string, n: number) => ({ host: `site${of(sites, n)}.${host}` })

interface Adviser {
  post: <T>(path: string, body: unknown) => Promise<T>
}

async function logInAdviser(server: ServerProcess): Promise<Adviser> {
  let cookie = ''
  const say = async (path: string, body: unknown) =>
    fetch(`${server.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.address, cookie },
      body: JSON.stringify(body),
    })
  const login = await say('/login', { username: 'advisor', password: demoPassword })
  cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return {
    post: async <T>(path: string, body: unknown) => ((await (await say(path, body)).json()) as { data: T }).data,
  }
}

/** Makes an embed as an adviser does. Returns the path of its page. */
async function makeEmbed({ post }: Adviser): Promise<string> {
  const made = await post<{ url: string } | null>('/addIframe', {
    web_site_id: 31,
    embed_type: 'single',
    part_id: films[0],
    domain_name: 'northgate.example',
  })
  if (!made) throw new Error('cannot make an embed for the soak test')
  const { pathname, search } = new URL(made.url)
  return pathname + search
}

/** Makes links as an adviser sends them: some with related films, some with one film. Returns their tokens. */
async function makeLinks({ post }: Adviser): Promise<string[]> {
  const tokens: string[] = []
  for (const relatedAnimations of [true, false]) {
    const sent = await post<{ recipients: { link: string }[] } | null>('/sendEmail', {
      brand_id: 1,
      driverside: 'left',
      lang_id: 'en-US',
      request_key: randomUUID(),
      email: {
        toEmail: `soak-${relatedAnimations}@mailbox.example`,
        subject: 'Your vehicle',
        emailMessage: 'Please have a look.',
        selectedList: films.slice(0, 3).map((part_id) => ({ part_id })),
        relatedAnimations,
      },
    })
    const link = sent?.recipients[0]?.link
    if (!link) throw new Error('cannot make a link for the soak test')
    tokens.push(link.slice(link.lastIndexOf('/') + 1))
  }
  return tokens
}

async function ask(server: ServerProcess, page: Page, from: number, until: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const right = new Set([200, ...(page.also ?? [])])
  let next = from
  async function visitor() {
    while (next < until) {
      const n = next
      next += 1
      const status = await send(server, agent, page.request(n), n)
      if (!right.has(status)) throw new Error(`${page.name}: request ${n} returned ${status}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, visitor))
  } finally {
    agent.destroy()
  }
}

/** Sends one request from a separate address, as a browser does. Returns the status once the whole body has arrived. */
function send(server: ServerProcess, agent: Agent, given: ReturnType<Page['request']>, n: number): Promise<number> {
  const body = given.body === undefined ? undefined : JSON.stringify(given.body)
  const headers = {
    'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.${n}`,
    'accept-encoding': 'gzip',
    'accept-language': `${of(tags, n)},en;q=0.5`,
    host: given.host ?? new URL(server.address).host,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...given.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.address}${given.path}`,
      { agent, method: given.method ?? 'GET', headers },
      (reply) => {
        reply.on('error', reject)
        reply.on('end', () => resolve(reply.statusCode ?? 0))
        reply.resume()
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the resident memory of the portal process with all its threads, after a pause. */
async function residentMegabytes({ pid }: ServerProcess): Promise<number> {
  await sleep(2_000)
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kilobytes) throw new Error('the system does not report the memory of a process')
  return Number(kilobytes) / 1024
}

/** Formats the figures of one page. */
export const soakInWords = ({ page, requests, before, after }: SoakFigures): string =>
  `${page}: ${before.toFixed(0)} MB after ${Math.min(warmUp, requests)}, ${after.toFixed(0)} MB after ${requests} (${after - before < 0 ? '' : '+'}${(after - before).toFixed(0)})`

if (import.meta.main) {
  const requests = Number(process.argv[2] ?? 20_000)
  const only = process.argv[3] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-soak-'))
  const server = await startProcess('../server/src/main.ts', {
    NODE_ENV: 'demo',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...soakSettings,
  })
  try {
    const figures = await measureSoak(server, requests, {
      only,
      onPage: (found) => void process.stdout.write(`${soakInWords(found)}\n`),
    })
    process.exitCode = figures.every(({ before, after }) => after - before <= mostGrowth) ? 0 : 1
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
