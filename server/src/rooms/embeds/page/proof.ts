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

type Kind = 'embed page' | 'embed film'

const sign = ({ secret, webSiteId, token }: Signed, kind: Kind, text: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([kind, webSiteId, token, text]))
    .digest()
    .subarray(0, 16)

const signed = (of: Signed, kind: Kind, text: string): string => `${text}.${sign(of, kind, text).toString('base64url')}`

/** Returns the text in front of a signature; undefined if the server did not sign it for this purpose. */
function textIn(of: Signed, kind: Kind, given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const [, text = '', signature = ''] = /^(.*)\.([\w-]{22})$/.exec(given) ?? []
  const found = Buffer.from(signature, 'base64url')
  const right = sign(of, kind, text)
  return found.length === right.length && timingSafeEqual(found, right) ? text : undefined
}

/** Returns 'host.signature'; the host may be empty. */
export const proofOf = (of: Signed, host: string): string => signed(of, 'embed page', host)

/** Returns the host of a proof; undefined if the server did not sign it. */
export const hostIn = (of: Signed, proof: unknown): string | undefined => textIn(of, 'embed page', proof)

const hour = 3_600_000
/** Hours for which a page without an origin can fetch its film. */
const passHours = 24

/**
 * Returns a pass for the films of an embed. A frame with `sandbox` and without `allow-same-origin` has no origin, so the
 * browser calls its requests those of another website: the pass in their address says whose they are.
 */
export const passOf = (of: Signed, now: Date): string =>
  signed(of, 'embed film', String(Math.floor(now.getTime() / hour) + passHours))

export const isPass = (of: Signed, pass: unknown, now: Date): boolean =>
  Number(textIn(of, 'embed film', pass) ?? 0) * hour > now.getTime()
