import { createHmac } from 'node:crypto'
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../../core/public-addresses.ts'
import type { Carrier, DeliveryResult } from '../carrier.ts'
import { isBeforeConnection } from '../requests.ts'

/**
 * Delivers webhooks: signed requests to programs of customers (the Standard Webhooks specification). A customer chooses
 * the address, so it must never lead into the network of the portal: every address of the host is checked at the moment
 * of the connection, and redirects are not followed.
 */

export interface OutgoingWebhook {
  url: string
  /** The same for each copy of an event. */
  id: string
  body: string
  /** 'whsec_' and the key in base64. */
  secret: string
}

export interface WebhookOptions {
  /** Allows private and local addresses, and http: for tests, and for receivers in the portal's own network. */
  allowPrivate: boolean
  now: () => Date
  /** Resolves a host to all its addresses; that of the system by default. */
  resolve?: typeof systemLookup
  /** Milliseconds until a receiver must have responded. */
  timeout?: number
}

/** Addresses inside which an IPv4 address of any kind is written. */
const embedding = new BlockList()
embedding.addSubnet('64:ff9b::', 96, 'ipv6')
embedding.addSubnet('64:ff9b:1::', 48, 'ipv6')
embedding.addSubnet('2002::', 16, 'ipv6')
embedding.addSubnet('2001::', 32, 'ipv6')
embedding.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Returns whether a webhook may be sent to an IP address. */
export const mayReceiveWebhooks = (address: string): boolean =>
  isPublicAddress(address) && !(isIP(address) === 6 && embedding.check(address, 'ipv6'))

/**
 * Returns why a host cannot receive webhooks as it is written, before its name is looked up; null if it may. IP
 * addresses and names of the local network are recognised.
 */
export function refusedHost(hostname: string): 'not_public' | null {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(host)) return mayReceiveWebhooks(host) ? null : 'not_public'
  return !host.includes('.') || /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/.test(host)
    ? 'not_public'
    : null
}

class NotPublic extends Error {}

/** Looks a host up, and refuses it if one of its addresses is not public. The connection uses the checked addresses. */
export const checkedLookup =
  (resolve: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, [])
      if (found.length === 0 || found.some(({ address }) => !mayReceiveWebhooks(address)))
        return callback(new NotPublic(`${hostname} has an address that is not public`), [])
      if (options.all) callback(null, found)
      else callback(null, found[0]!.address, found[0]!.family)
    })
  }

/** Returns the header webhook-signature for a body that is sent at a time in seconds. */
export function webhookSignature({ id, body, secret }: Omit<OutgoingWebhook, 'url'>, seconds: number): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export function webhookCarrier(options: WebhookOptions): Carrier<OutgoingWebhook> {
  const { allowPrivate, now, resolve = systemLookup, timeout = 10_000 } = options
  return {
    name: 'webhook',
    async send(item, signal): Promise<DeliveryResult> {
      const url = new URL(item.url)
      const refused = (reason: string) => ({ outcome: 'temporary_failure', code: null, reason }) as const
      if (!allowPrivate && url.protocol !== 'https:') return refused('only https is allowed')
      // The connection does not look up a host that is an address already.
      if (!allowPrivate && refusedHost(url.hostname)) return refused('the address is not public')
      const seconds = Math.floor(now().getTime() / 1000)
      const headers = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(item.body)),
        'user-agent': 'Cutaway-Webhooks/1',
        'webhook-id': item.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': webhookSignature(item, seconds),
      }
      try {
        const status = await post(url, item.body, {
          method: 'POST',
          headers,
          agent: false,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
          ...(allowPrivate ? {} : { lookup: checkedLookup(resolve) }),
        })
        return afterStatus(status)
      } catch (error) {
        return afterError(error)
      }
    },
  }
}

/** Sends the request and returns the status of the response, whose body is not read. */
function post(url: URL, body: string, options: Parameters<typeof secureRequest>[1]): Promise<number> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    }
    const request =
      url.protocol === 'https:' ? secureRequest(url, options, answered) : plainRequest(url, options, answered)
    request.on('error', reject)
    request.end(body)
  })
}

function afterStatus(status: number): DeliveryResult {
  if (status >= 200 && status < 300) return { outcome: 'accepted', reference: null }
  const code = String(status)
  if (status === 410) return { outcome: 'permanent_failure', code, reason: 'HTTP 410: the receiver is gone' }
  const reason = status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
  return { outcome: 'temporary_failure', code, reason }
}

function afterError(error: unknown): DeliveryResult {
  const problem = error instanceof Error ? error : new Error(String(error))
  if (problem instanceof NotPublic)
    return { outcome: 'temporary_failure', code: null, reason: 'the address is not public' }
  if (/^(Timeout|Abort)Error$/.test(problem.name))
    return { outcome: 'outcome_unknown', code: null, reason: 'no response in time' }
  const before = isBeforeConnection({ cause: problem })
  return {
    outcome: before ? 'temporary_failure' : 'outcome_unknown',
    code: null,
    reason: problem.message.slice(0, 300),
  }
}
