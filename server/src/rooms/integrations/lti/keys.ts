import { randomBytes } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWK,
  type JSONWebKeySet,
} from 'jose'
import { z } from 'zod'
import { oncePer } from '../../../core/concurrency/once-per.ts'
import type { Config } from '../../../core/config.ts'
import { makeSealer, type Sealer } from '../../../core/db/seal.ts'
import { guardedGet } from '../../../outside/webhooks/guarded-get.ts'
import type { PlatformRow } from './lti.queries.ts'

/**
 * The keys of both sides. Each registration has a signing key of its own: with a common one, a business that registers the
 * client of another could have responses signed for it.
 */

const algorithm = 'RS256'
const sealerOf = oncePer(({ linkSecret }: Pick<Config, 'linkSecret'>): Sealer => makeSealer(linkSecret, 'lti'))

/** Returns a random name for the addresses of a registration. */
export const newAddressKey = (): string => randomBytes(15).toString('base64url')

const contextOf = (webSiteId: number, addressKey: string) => `${webSiteId} ${addressKey}`

export interface SigningKey {
  signing_key_sealed: string
  signing_key_public: JWK
}

/** Makes the key that signs responses to one platform. Takes some tenths of a second. */
export async function newSigningKey(config: Config, webSiteId: number, addressKey: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const kid = randomBytes(9).toString('base64url')
  return {
    signing_key_sealed: sealerOf(config).seal(await exportPKCS8(privateKey), contextOf(webSiteId, addressKey)),
    signing_key_public: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: algorithm },
  }
}

/** Returns the signing key of a platform; undefined if it was sealed with another LINK_SECRET. */
export async function openSigningKey(config: Config, platform: PlatformRow) {
  const { web_site_id, address_key, signing_key_sealed, signing_key_public } = platform
  const pem = sealerOf(config).open(signing_key_sealed, contextOf(web_site_id, address_key))
  if (pem === undefined) return undefined
  return {
    key: await importPKCS8(pem, algorithm),
    header: { alg: algorithm, typ: 'JWT', kid: signing_key_public.kid! },
  }
}

const KeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })).max(100),
})

/** Seconds for which fetched keys are used, and between two tries for a key that was not among them. */
export const keysSeconds = 3600
const retrySeconds = 30

/** Returns whether the platform's keys should be fetched before a token is verified with the key `kid`. */
export function wantsKeys(
  { platform_keys: known, platform_keys_at: at }: PlatformRow,
  kid: string,
  now: Date,
): boolean {
  const age = at === null ? Infinity : (now.getTime() - at.getTime()) / 1000
  if (age < retrySeconds) return false
  return age >= keysSeconds || !known?.keys.some((key) => key.kid === kid)
}

/** Fetches the public keys of a platform. Throws with the reason if there are none. */
export async function fetchKeys(config: Pick<Config, 'privateWebhooks'>, url: string): Promise<JSONWebKeySet> {
  const text = await guardedGet(url, { allowPrivate: config.privateWebhooks })
  return KeySet.parse(JSON.parse(text))
}

export const keyFinder = (keys: JSONWebKeySet) => createLocalJWKSet(keys)
