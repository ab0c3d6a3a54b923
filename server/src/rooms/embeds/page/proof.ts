import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The host of the page around an embed, signed: a visitor can neither report another one, nor name a listed one. The
 * host is in the frame's first request only; the links inside the frame carry it on.
 */

interface Signed {
  secret: string
  webSiteId: number
  token: string
}

const sign = ({ secret, webSiteId, token }: Signed, host: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['embed page', webSiteId, token, host]))
    .digest()
    .subarray(0, 16)

/** Returns 'host.signature'; the host may be empty. */
export const proofOf = (of: Signed, host: string): string => `${host}.${sign(of, host).toString('base64url')}`

/** Returns the host of a proof; undefined if the server did not sign it. */
export function hostIn(of: Signed, proof: unknown): string | undefined {
  if (typeof proof !== 'string') return undefined
  const [, host = '', signature = ''] = /^(.*)\.([\w-]{22})$/.exec(proof) ?? []
  const given = Buffer.from(signature, 'base64url')
  const right = sign(of, host)
  return given.length === right.length && timingSafeEqual(given, right) ? host : undefined
}
