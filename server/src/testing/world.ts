import { makeClient } from '@cutaway/contract/client.ts'
import { contract } from '@cutaway/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPassword } from '../../../demo/people.ts'
import { movableClock } from '../core/clock.ts'
import { readConfig } from '../core/config.ts'
import type { Database } from '../core/db/database.ts'
import { makeLog } from '../core/observability/log.ts'
import { loadLibrary, type Library } from '../rooms/catalogue/library/library.ts'
import { hashPassword } from '../rooms/sessions/passwords/hashing.ts'
import { libraryFolder, start, type Running, type StartOptions } from '../start.ts'
import { easyCaptcha } from './captcha.ts'
import { testDatabase } from './database.ts'

/**
 * The world of a test: the whole application on a real port, a real database with the demo world, and people who send
 * it HTTP requests. None of our own code is replaced; only the clock can be moved forward.
 */

export type Person = ReturnType<typeof makePerson>

export interface World {
  /** 'http://127.0.0.1:port'. */
  address: string
  running: Running
  database: Database
  clock: ReturnType<typeof movableClock>
  /** Returns a person at a device, not logged in, on a site (default: 31), at an address of their own. */
  visitor(options?: { site?: number; ip?: string }): Person
  /** Returns a demo user, logged in on a site (default: 31). */
  loggedIn(username: string, options?: { site?: number; ip?: string }): Promise<Person>
  /** Starts a second node on the same database. Closing it does not close this one. */
  another(): Promise<World>
  close(): Promise<void>
}

/** The library of the repository, read once for all worlds of a test worker: no test changes it. */
let library: Library | undefined
const readLibrary = (folder: string) =>
  folder === libraryFolder({ libraryDir: undefined }) ? (library ??= loadLibrary(folder)) : loadLibrary(folder)

type WorldOptions = StartOptions & {
  env?: Record<string, string>
  /** Address of a PostgreSQL server for the database. */
  url?: string
  /** Passwords have hashes as in production. By default they are cheap, and a log-in keeps them. */
  hashesAreStrong?: boolean
  /** The port of the first node; any free one by default. */
  port?: number
}

export async function world({ url, port, ...options }: WorldOptions = {}): Promise<World> {
  const { database, another, remove } = await testDatabase(url)
  if (options.hashesAreStrong)
    await database.system
      .updateTable('users')
      .set({ password_hash: await hashPassword(demoPassword) })
      .execute()
  const second = async (): Promise<World> => {
    const own = another()
    return node(own.database, options, second, own.close)
  }
  return node(database, { ...options, port }, second, remove)
}

/** Writes Node's cache of compiled scripts, which it would do at its end: workers of tests are ended by a signal. */
let areScriptsKept = false
function keepCompiledScripts() {
  if (!areScriptsKept) flushCompileCache()
  areScriptsKept = true
}

/** Starts one node on a database; `release` is called after it has stopped. */
async function node(
  database: Database,
  options: Omit<WorldOptions, 'url'>,
  another: World['another'],
  release: () => Promise<void>,
): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cutaway-world-'))
  const clock = movableClock()
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    // Each person of a test has an address of their own, which the header of a proxy on this machine sets.
    TRUSTED_PROXIES: '127.0.0.1',
    ...options.env,
  })
  const running = await start(config, makeLog(config), {
    clock,
    database,
    readLibrary,
    captchaDifficulty: easyCaptcha,
    keepPasswordHashes: !options.hashesAreStrong,
    // The portal of a test is not at its host names.
    hosts: { ask: async () => null },
    ...options,
  })
  await running.app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  keepCompiledScripts()
  const { port } = running.app.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  let devices = 0
  const visitor: World['visitor'] = ({ site = 31, ip } = {}) => {
    devices += 1
    return makePerson({
      address,
      host: `site${site}.localhost:${port}`,
      ip: ip ?? `203.0.${devices >> 8}.${devices & 255}`,
    })
  }
  return {
    address,
    running,
    database,
    clock,
    visitor,
    async loggedIn(username, at) {
      const person = visitor(at)
      const answer = await person.logIn(username)
      if (answer.status !== 1) throw new Error(`${username} could not log in: ${answer.message}`)
      return person
    },
    another,
    async close() {
      await running.stop()
      await release()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function makePerson(device: { address: string; host: string; ip: string; cookies?: Map<string, string> }) {
  const cookies = device.cookies ?? new Map<string, string>()

  /** Sends a request like the person's browser: cookies, host, same origin. */
  async function request(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers: Record<string, string> = {
      host: device.host,
      origin: `http://${device.host}`,
      'x-forwarded-for': device.ip,
      ...(cookie ? { cookie } : {}),
      ...init.headers,
    }
    const response = await httpFetch(`${device.address}${path}`, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (!name) continue
      if (!value || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const client = makeClient({
    fetcher: ((url: string, init: RequestInit) => request(url, init as never)) as typeof fetch,
  })
  return {
    ...device,
    cookies,
    request,
    /** Makes a call; returns the whole envelope, including refusals. */
    send: client.send,
    /** Makes a call; returns its data, or throws CallFailed with the key of a refusal. */
    call: client.call,
    logIn: (username: string, password: string = demoPassword, more: { stay?: boolean; captcha?: string } = {}) =>
      client.send(contract.sessions.login, { body: { username, password, ...more } }),
    /** Returns the session's user; throws without one. */
    me: async () => (await client.call(contract.sessions.getUserSession)).user,
  }
}

/** fetch() with a settable Host header, which the standard one refuses. */
async function httpFetch(
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
): Promise<Response> {
  const { request } = await import('node:http')
  // Encodes a form with a file as a browser sends it, with the content type that names its boundary.
  const form = init.body instanceof FormData ? new Response(init.body) : undefined
  const body = form ? Buffer.from(await form.arrayBuffer()) : (init.body as string | Buffer | undefined)
  const type = form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(
      url,
      { method: init.method ?? 'GET', headers: { ...init.headers, ...type, ...length } },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (c: Buffer) => chunks.push(c))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const headers = new Headers()
          for (let i = 0; i < incoming.rawHeaders.length; i += 2)
            headers.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!)
          const status = incoming.statusCode ?? 500
          resolve(new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers }))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
