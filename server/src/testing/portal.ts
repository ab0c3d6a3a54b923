import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

/** The portal as a process of its own, for tests that need a process: crash, stop, two starts at once. */

const root = join(import.meta.dirname, '../../..')

export interface Portal {
  pid: number
  /** 'http://127.0.0.1:port', once it serves. If the process ends before that, rejects with its output. */
  address: Promise<string>
  /** Returns its standard output so far. */
  output(): string
  /** Returns its standard error so far. */
  errors(): string
  /** Resolves with its exit code or signal. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
}

/** Settings of Node that do not change a program: where programs are, and the cache of compiled scripts. */
const passed = ['PATH', 'NODE_COMPILE_CACHE']
export const passedOn = () => Object.fromEntries(passed.map((name) => [name, process.env[name]]))

/** Starts server/src/main.ts with only these variables of the test's own environment, and `env`. */
export function startPortal(env: Record<string, string>): Portal {
  // Uses the built web if there is one. The calls that these tests make are the same with and without it.
  const isBuilt = existsSync(join(root, 'web/dist/index.html'))
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...passedOn(),
      NODE_ENV: 'demo',
      PORT: '0',
      ...(isBuilt ? {} : { CUTAWAY_DEV: '1' }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  const announced = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const port = /serves http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    void ended.then(({ code }) => reject(new Error(`the portal ended with ${code}: ${errors || output}`)))
  })
  // A response means that the start is complete: the process prints its address a moment before it handles signals.
  const address = announced.then(async (at) => {
    await ask(at, '/healthz')
    return at
  })
  // A test that does not use the address ignores its rejection.
  address.catch(() => undefined)
  return {
    pid: child.pid!,
    address,
    output: () => output,
    errors: () => errors,
    ended,
    kill: (signal) => void child.kill(signal),
  }
}

export interface PortalAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The envelope, or the text if it is not JSON. */
  body: { status?: number; message?: string; data?: unknown } & Record<string, unknown>
  text: string
}

/** Sends one request to a portal like a browser on site 31. Rejects if the connection breaks. */
export function ask(
  address: string,
  path: string,
  options: { method?: string; body?: unknown; cookie?: string; headers?: Record<string, string>; agent?: false } = {},
): Promise<PortalAnswer> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, cookie, headers } = options
  const { port } = new URL(address)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${address}${path}`,
      {
        method,
        headers: {
          host: `localhost:${port}`,
          origin: `http://localhost:${port}`,
          ...(cookie ? { cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          if (!incoming.complete) return reject(new Error('the answer was cut off'))
          let parsed: PortalAnswer['body'] = {}
          try {
            parsed = JSON.parse(text) as PortalAnswer['body']
          } catch {
            // A page or a file: the body is its text.
          }
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: parsed, text })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

/** Returns the session cookie of a response in the form of a request header; empty if there is none. */
export function cookieOf(answer: PortalAnswer): string {
  const lines = answer.headers['set-cookie']
  return (Array.isArray(lines) ? lines : []).map((line) => line.split(';')[0]!).join('; ')
}
