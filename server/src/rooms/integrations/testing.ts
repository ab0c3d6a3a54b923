import { contract } from '@cutaway/contract'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person, World } from '../../testing/world.ts'

/** Shared by tests of this room: a program with an API key, and a receiver of webhooks. */

type Scope = 'films' | 'links' | 'sends' | 'reports'

/** Makes a key of a person, and returns a function that makes calls with it, as another program does. */
export async function programOf(w: World, owner: Person, scopes: Scope[] = ['films', 'links']) {
  const { user_id } = await owner.me()
  const body = { user_id, description: 'Workshop program', scopes, days: null }
  const { whole_key: key } = await owner.call(contract.users.makeApiKey, { body })
  const program = w.visitor()
  const ask = async (path: string, given?: object) => {
    const response = await program.request(`/api/v1${path}`, {
      method: given ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(given ? { 'content-type': 'application/json' } : {}) },
      ...(given ? { body: JSON.stringify(given) } : {}),
    })
    return { http: response.status, ...((await response.json()) as { status: number; message: string; data: never }) }
  }
  return { key, ask }
}

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a receiver on this machine. `respond` chooses the status of each response. */
export async function receiver(respond: (nth: number) => number = () => 204) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      const status = respond(received.length)
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
