import { lookup as systemLookup } from 'node:dns'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { checkedLookup, refusedHost, type WebhookOptions } from './webhooks.ts'

/**
 * Reads an address that a customer chose, with the same care as webhooks: it never leads into the network of the portal,
 * redirects are not followed, and a response is read only up to a size.
 */

const mostBytes = 256 * 1024

/** Returns the text of a response with status 200. Throws with the reason otherwise. */
export async function guardedGet(
  address: string,
  { allowPrivate, resolve = systemLookup, timeout = 5000 }: Omit<WebhookOptions, 'now'>,
): Promise<string> {
  const url = new URL(address)
  if (!allowPrivate && url.protocol !== 'https:') throw new Error('only https is allowed')
  if (!allowPrivate && refusedHost(url.hostname)) throw new Error('the address is not public')
  const options = {
    headers: { accept: 'application/json', 'user-agent': 'Cutaway/1' },
    agent: false as const,
    signal: AbortSignal.timeout(timeout),
    ...(allowPrivate ? {} : { lookup: checkedLookup(resolve) }),
  }
  const response = await new Promise<IncomingMessage>((resolved, failed) => {
    const request =
      url.protocol === 'https:' ? secureRequest(url, options, resolved) : plainRequest(url, options, resolved)
    request.on('error', failed)
    request.end()
  })
  if (response.statusCode === 200) return readUpTo(response, mostBytes)
  response.destroy()
  throw new Error(`HTTP ${response.statusCode}`)
}

async function readUpTo(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) {
      response.destroy()
      throw new Error('the response is too large')
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
