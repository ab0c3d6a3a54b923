import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { demoPassword } from '../demo/people.ts'
import { demoLanguages, demoSites } from '../demo/sites.ts'
import type { ServerProcess } from './processes.ts'

/** Creates the sessions of a measurement: 80 sessions over 20 web sites in all languages, each with its own cookie. */

export interface Session {
  /** Host header of the web site. */
  host: string
  webSiteId: number
  userId: number
  /** 'name=value'. */
  cookie: string
  /** The key by which the floor looks up the session. */
  tokenHash: string
  language: string
  side: 'left' | 'right'
}

const sites = demoSites
  .filter(({ motorcycle, features }) => !motorcycle && !features.includes('force_terms_acceptance'))
  .slice(0, 20)
const usernames = ['enterprise', 'regional', 'location', 'advisor']

export const sessionCount = sites.length * usernames.length

/** Logs every person in. The languages rotate, so that every web site is read in four of them. */
export async function logInAll(server: ServerProcess): Promise<Session[]> {
  const sessions: Session[] = []
  for (const [s, site] of sites.entries())
    for (const [u, username] of usernames.entries()) {
      const host = hostOf(server, site.id)
      const { cookie, userId } = await logIn(server, { username, host, ip: `198.51.100.${sessions.length + 1}` })
      const id = site.languages[(s + u) % site.languages.length]
      sessions.push({
        host,
        webSiteId: site.id,
        userId,
        cookie,
        tokenHash: hashOf(cookie),
        language: demoLanguages.find(({ language_id }) => language_id === id)!.language_code,
        side: site.driverside,
      })
    }
  return sessions
}

/** Returns the same requests for another process with the same sessions: only the port of the Host header differs. */
export const at = <Of extends { host: string }>(server: ServerProcess, all: readonly Of[]): Of[] =>
  all.map((one) => ({ ...one, host: `${one.host.split(':')[0]}:${new URL(server.address).port}` }))

const hostOf = (server: ServerProcess, webSiteId: number) =>
  `site${webSiteId}.localhost:${new URL(server.address).port}`

export const hashOf = (cookie: string): string =>
  createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest('base64url')

/** Logs one demo person in. For `ip` to count, the server must trust the loopback address as a proxy. */
export async function logIn(
  server: ServerProcess,
  { username = 'advisor', host = new URL(server.address).host, ip = '198.51.100.250' } = {},
): Promise<{ cookie: string; userId: number }> {
  const response = await get(server, '/api/v1/login', {
    method: 'POST',
    headers: { host, origin: `http://${host}`, 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const { data, message } = JSON.parse(response.body.toString()) as {
    data: { user: { user_id: number } } | null
    message: string
  }
  const cookie = response.cookies[0]?.split(';')[0]
  if (!data || !cookie) throw new Error(`${username} could not log in at ${host}: ${message}`)
  return { cookie, userId: data.user.user_id }
}

export interface Response {
  status: number
  headers: Record<string, string | string[] | undefined>
  cookies: string[]
  body: Buffer
}

/** Sends one request with its own Host header, which fetch does not allow. Throws if the connection breaks. */
export function get(
  server: Pick<ServerProcess, 'address'>,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const outgoing = request(`${server.address}${path}`, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          cookies: incoming.headers['set-cookie'] ?? [],
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
