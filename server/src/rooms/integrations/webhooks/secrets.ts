import { randomBytes } from 'node:crypto'
import type { Config } from '../../../core/config.ts'
import { oncePer } from '../../../core/concurrency/once-per.ts'
import { makeSealer, type Sealer } from '../../../core/db/seal.ts'

/** The keys that sign webhooks. They are stored sealed, because each attempt needs them. */

const sealerOf = oncePer(({ linkSecret }: Pick<Config, 'linkSecret'>): Sealer => makeSealer(linkSecret, 'webhooks'))

/** Returns a new key in the form of the Standard Webhooks specification: 'whsec_' and 256 random bits in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const contextOf = (webSiteId: number, userId: number): string => `${webSiteId} ${userId}`

export const sealSecret = (config: Config, webSiteId: number, userId: number, secret: string): string =>
  sealerOf(config).seal(secret, contextOf(webSiteId, userId))

/** Returns the key; undefined if it was sealed with another LINK_SECRET. */
export const openSecret = (config: Config, webSiteId: number, userId: number, sealed: string): string | undefined =>
  sealerOf(config).open(sealed, contextOf(webSiteId, userId))
