import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { embeddedEngine } from '../server/src/core/db/engine.embedded.ts'

/**
 * The floor: a minimal server of node:http and the database driver. It reads the same cookie and host, looks the
 * session up by primary key with a prepared statement, and sends the same bytes from memory. It also serves a page with
 * nothing but the film. The benchmark measures everything that our server does beyond this.
 */

export interface FloorSettings {
  /** Undefined selects the embedded engine, with the session in its own table. */
  databaseUrl?: string
  poolSize: number
  /** Web site by host name, without the port. */
  sites: Record<string, number>
  cookieName: string
  /** Web site and token hash of every session, for the embedded engine. */
  sessions: [number, string][]
  /** Maps 'host path' to the file with the response bytes; hosts are without the port. */
  answers: Record<string, { file: string; encoding?: string }>
  film?: { path: string; file: string; page: string }
}

const settings = JSON.parse(readFileSync(process.env['FLOOR']!, 'utf8')) as FloorSettings
/** Stores bytes that several requests share once. */
const files = new Map<string, Buffer>()
const answers = new Map(
  Object.entries(settings.answers).map(([key, { file, encoding }]) => {
    const bytes = files.get(file) ?? readFileSync(file)
    files.set(file, bytes)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
    return [key, { bytes, headers: { ...headers, ...(encoding ? { 'content-encoding': encoding } : {}) } }]
  }),
)
const filmSize = settings.film ? statSync(settings.film.file).size : 0
const findSession = settings.databaseUrl ? onServer(settings.databaseUrl) : await embedded()

const server = createServer((request, response) => {
  const url = request.url ?? '/'
  if (url === settings.film?.page) return page(response)
  const host = request.headers.host?.split(':')[0] ?? ''
  const answer = answers.get(`${host} ${url}`)
  if (!answer && url !== settings.film?.path) return void response.writeHead(404).end()
  findSession(settings.sites[host] ?? 0, hashOf(cookieOf(request))).then(
    (found) => {
      if (!found) return void response.writeHead(401).end()
      if (!answer) return film(request, response)
      response.writeHead(200, answer.headers)
      response.end(answer.bytes)
    },
    () => void response.writeHead(503).end(),
  )
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`The floor serves http://localhost:${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit(0))

function cookieOf(request: IncomingMessage): string {
  const start = `${settings.cookieName}=`
  const cookies = request.headers.cookie?.split('; ') ?? []
  return cookies.find((c) => c.startsWith(start))?.slice(start.length) ?? ''
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function onServer(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: settings.poolSize })
  const text = 'select user_id from sessions where web_site_id = $1 and token_hash = $2 and expires_at > now()'
  return async (webSiteId: number, hash: string) => {
    const { rows } = await pool.query({ name: 'session', text, values: [webSiteId, hash] })
    return rows.length === 1
  }
}

async function embedded() {
  const engine = await embeddedEngine({})
  const preparing = await engine.connect('request')
  await preparing.script(
    `create table sessions (web_site_id int, token_hash text, user_id int, expires_at timestamptz, primary key (web_site_id, token_hash));
     insert into sessions values ${settings.sessions.map(([site, hash]) => `(${site}, '${hash}', 1, now() + interval '1 hour')`).join(', ')}`,
  )
  preparing.release()
  const text = 'select user_id from sessions where web_site_id = $1 and token_hash = $2 and expires_at > now()'
  return async (webSiteId: number, hash: string) => {
    const connection = await engine.connect('request')
    try {
      return (await connection.query(text, [webSiteId, hash])).rows.length === 1
    } finally {
      connection.release()
    }
  }
}

function page(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><title>Film</title><video src="${settings.film!.path}" preload="auto" playsinline></video>`,
  )
}

function film(request: IncomingMessage, response: ServerResponse) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const start = Number(range?.[1] ?? 0)
  const end = Math.min(range?.[2] ? Number(range[2]) : filmSize - 1, filmSize - 1)
  response.writeHead(range ? 206 : 200, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${filmSize}` } : {}),
  })
  const stream = createReadStream(settings.film!.file, { start, end })
  response.on('close', () => stream.destroy())
  stream.pipe(response)
}
