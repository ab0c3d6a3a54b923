import { createHash } from 'node:crypto'
import { hmac } from '../hooks.ts'

/** CyberSource's HTTP signature: HMAC-SHA256 over host, date, target, digest and merchant. */

export interface MerchantKey {
  merchantId: string
  keyId: string
  /** Base64. */
  secret: string
}

export interface SignedRequest {
  method: string
  host: string
  /** Path and query. */
  target: string
  date: string
  /** Undefined for a request without a body, whose signature has no digest. */
  body: string | undefined
}

export const digestOf = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`

/** Returns the text that is signed. */
export function signedText({ method, host, target, date, body }: SignedRequest, merchantId: string): string {
  return [
    `host: ${host}`,
    `date: ${date}`,
    `request-target: ${method.toLowerCase()} ${target}`,
    ...(body === undefined ? [] : [`digest: ${digestOf(body)}`]),
    `v-c-merchant-id: ${merchantId}`,
  ].join('\n')
}

/** Returns the headers of a signed request. */
export function signedHeaders(
  request: SignedRequest,
  { merchantId, keyId, secret }: MerchantKey,
): Record<string, string> {
  const names = `host date request-target ${request.body === undefined ? '' : 'digest '}v-c-merchant-id`
  const signature = hmac(Buffer.from(secret, 'base64'), signedText(request, merchantId))
  return {
    'v-c-merchant-id': merchantId,
    date: request.date,
    signature: `keyid="${keyId}", algorithm="HmacSHA256", headers="${names}", signature="${signature}"`,
    ...(request.body === undefined ? {} : { digest: digestOf(request.body), 'content-type': 'application/json' }),
  }
}
