import type { ProviderName, Failure } from '../payments.ts'
import { isBeforeConnection, parsedJson } from '../requests.ts'

/**
 * Requests to payment providers. Every request ends after 30 seconds, follows no redirect, and says whether the
 * provider may have acted on it. Replies are never logged: they can hold what a person typed.
 */

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'DELETE' | 'PUT'
  /** Path and query. */
  path: string
  headers?: Record<string, string>
  body?: string
}

/** A reply with a status below 500 other than 429, or a failure. */
export type ProviderReply =
  { status: number; body: unknown; text: string; headers: Headers } | (Failure & { outcome: 'later' | 'unclear' })

export interface ProviderHttp {
  /** The host that requests go to, with its port. */
  host: string
  send(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply>
}

const mostCharacters = 2_000_000

/** Makes a client for one provider at one address. `seconds` is the time that a request may take. */
export function providerHttp(provider: ProviderName, address: string, seconds = 30): ProviderHttp {
  const { host } = new URL(address)
  return {
    host,
    async send({ method, path, headers, body }, signal) {
      let response: Response
      let text: string
      try {
        response = await fetch(address + path, {
          method,
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
          ...(headers ? { headers } : {}),
          ...(body === undefined ? {} : { body }),
        })
        text = await response.text()
      } catch (error) {
        return isBeforeConnection(error)
          ? { outcome: 'later', code: null, reason: `${provider} cannot be reached` }
          : { outcome: 'unclear', code: null, reason: `${provider} gave no whole reply` }
      }
      const { status } = response
      if (status === 429) return { outcome: 'later', code: '429', reason: `${provider} has too many requests` }
      if (status >= 500 || (status >= 300 && status < 400) || text.length > mostCharacters)
        return { outcome: 'unclear', code: String(status), reason: `${provider} answered ${status}` }
      return { status, body: parsedJson(text), text, headers: response.headers }
    },
  }
}

/** Returns whether a reply is a failure of the way to the provider. */
export const isFailure = (reply: object): reply is Failure => 'outcome' in reply
