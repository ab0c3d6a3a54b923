import type { HostProblem } from '@cutaway/contract/rooms/sites/operator.ts'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { finished } from 'node:stream/promises'

/** Asks the hosts of web sites from outside, as a browser would, whether they lead to this portal. */
export interface Hosts {
  /** Requests a path of a host and compares the whole response with `expected`. Returns null if it is the same. */
  ask(host: string, path: string, expected: string): Promise<HostProblem | null>
}

const timeout = 5000
/** A longer response is not ours. */
const mostBytes = 1000

export interface HostsOptions {
  /** The portal is served over TLS on the usual port; otherwise plainly on `port`. */
  secure: boolean
  port: number
  /** A certificate authority that is trusted besides those of the machine, in PEM. */
  authority?: string
}

export function httpHosts({ secure, port, authority }: HostsOptions): Hosts {
  return {
    async ask(host, path, expected) {
      // Names under localhost mean this machine, but not every resolver knows that.
      const isLocal = /(^|\.)localhost$/.test(host)
      const options = {
        host: isLocal ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''),
        port: secure ? 443 : port,
        path,
        headers: { host: secure ? host : `${host}:${port}`, accept: 'text/plain' },
        signal: AbortSignal.timeout(timeout),
        agent: false as const,
        ...(secure ? { servername: host, ...(authority === undefined ? {} : { ca: authority }) } : {}),
      }
      try {
        const text = await read(secure ? secureRequest(options) : plainRequest(options))
        return text === expected ? null : 'elsewhere'
      } catch (error) {
        return isAboutTrust(error) ? 'not_trusted' : 'unreachable'
      }
    },
  }
}

async function read(request: ReturnType<typeof plainRequest>): Promise<string> {
  const text = new Promise<string>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
        if (body.length > mostBytes) response.destroy()
      })
      finished(response).then(
        () => resolve(body),
        (error: unknown) => (body.length > mostBytes ? resolve(body) : reject(error as Error)),
      )
    })
  })
  request.end()
  return text
}

const trustProblem = /^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/

const isAboutTrust = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && trustProblem.test(error.code)
