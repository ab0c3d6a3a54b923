import { createHash, createPublicKey, createSign, type KeyObject } from 'node:crypto'

/** Signed texts (JWT, RS256), as CyberSource's fields give them. */

export interface SigningKey {
  key: KeyObject
  kid: string
  jwk: { kty: string; n: string; e: string; kid: string; use: string }
}

/** Returns a signing key with its public half as a JWK. */
export function signingKey(key: KeyObject): SigningKey {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(n).digest('base64url').slice(0, 24)
  return { key, kid, jwk: { kty: 'RSA', n, e, kid, use: 'enc' } }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a signed text. */
export function signJwt(claims: unknown, { key, kid }: SigningKey): string {
  const text = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`
  return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`
}
