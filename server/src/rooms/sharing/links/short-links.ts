import { isShortCode, shortCodeLength } from '@cutaway/contract/rooms/sharing/short-links.ts'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { oncePer } from '../../../core/concurrency/once-per.ts'
import type { Config } from '../../../core/config.ts'
import type { Db } from '../../../core/db/database.ts'
import { HttpRefusal } from '../../../core/http/errors.ts'
import { databaseRateLimits } from '../../../core/http/rate-limits.ts'
import { countShortLinkMiss } from '../../../core/observability/metrics.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addressKey } from '../../sessions/rules.ts'
import { findLinkByShortCode, findLinkByToken, type LinkRow } from './links.queries.ts'

/** Tokens and short codes of links, and the limits for guessing codes. */

/** 128 random bits as 22 letters. */
export const newToken = (): string => randomBytes(16).toString('base64url')

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const newShortCode = (): string => Array.from({ length: shortCodeLength }, () => letters[randomInt(62)]).join('')

/** Returns the two keys of a new link. */
export const newLinkKeys = () => ({ token: newToken(), short_code: newShortCode() })

/** Returns the short URL, which redirects to the landing page. A link without a code has its token there. */
export const tinyUrl = (origin: string, link: { token: string; short_code: string | null }): string =>
  `${origin}/l/${link.short_code ?? link.token}`

/** Length of the short URL of a new link in characters. */
export const tinyLength = (origin: string): number => `${origin}/l/`.length + shortCodeLength

const hour = 3_600_000
/** Unknown codes that one address may ask for in an hour: more than typing errors, too few for a search. */
const mostMissesOfAddress = 60
/** Unknown codes in an hour, from all addresses, that are reported as an attack. */
const missesOfAnAttack = 1_000

/** Counts unknown codes by address, and over all addresses. */
const guessesOf = oncePer(({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>) => {
  const limits = databaseRateLimits(database.engine, clock)
  const keyOf = (ip: string) => `unknown short links ${addressKey(ip)}`
  return {
    /** Refuses an address that has asked for too many unknown codes, for existing ones too. */
    check(ip: string): void {
      const wait = limits.exhaustedFor(keyOf(ip))
      if (wait > 0) throw new HttpRefusal(429, 'too_many_requests', Math.ceil(wait / 1000))
    },
    async record(ip: string): Promise<void> {
      countShortLinkMiss()
      const [own, all] = await Promise.all([
        limits.count(keyOf(ip), hour, mostMissesOfAddress),
        limits.count('unknown short links', hour, missesOfAnAttack),
      ])
      if (own.current === mostMissesOfAddress) log.warn({ ip }, 'an address asks for many unknown short links')
      if (all.current === missesOfAnAttack) log.error('many unknown short links are asked for: codes are being guessed')
    },
  }
})

/**
 * Returns the link of a token or of a short code, which is the last segment of a short URL. Counts unknown codes; throws
 * 429 if the address has asked for too many.
 */
export async function findLink(
  { db, site, services, ip }: { db: Db; site: Site; services: Services; ip: string },
  key: string,
): Promise<LinkRow | undefined> {
  if (!isShortCode(key)) return findLinkByToken(db, site, key)
  const guesses = guessesOf(services)
  guesses.check(ip)
  const link = await findLinkByShortCode(db, site, key)
  // Not awaited: the transaction of this request may hold the only connection.
  if (!link) guesses.record(ip).catch((error: unknown) => services.log.error({ err: error }, 'a miss was not counted'))
  return link
}

/** Returns a token that belongs to no link, always the same for a code. */
export const decoyToken = ({ linkSecret }: Pick<Config, 'linkSecret'>, site: Site, code: string): string =>
  createHmac('sha256', linkSecret).update(`no link ${site.web_site_id} ${code}`).digest('base64url').slice(0, 22)
