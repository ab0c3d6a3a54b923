import { recoveryCodeCount } from '@cutaway/contract/rooms/sessions/second-step.ts'
import { generateSecret, generateURI, verify } from 'otplib'
import { createHmac, randomInt } from 'node:crypto'
import { makeSealer } from '../../../core/db/seal.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'

/** The codes of authenticator apps (TOTP, RFC 6238) and the recovery codes. */

/** A code is also accepted one step before and after its time: the clocks of phones differ. */
const toleranceSeconds = 30

const sealerOf = ({ config }: Services) => makeSealer(config.linkSecret, 'authenticator secrets')
const contextOf = (site: Site, userId: number) => `${site.web_site_id} ${userId}`

export const newSecret = (): string => generateSecret()

export const sealSecret = (services: Services, site: Site, userId: number, secret: string): string =>
  sealerOf(services).seal(secret, contextOf(site, userId))

/** Returns the address that an authenticator app reads from the QR code. */
export const appAddress = (site: Site, username: string, secret: string): string =>
  generateURI({ issuer: site.name, label: username, secret })

/** Returns the time step of a right code, which is later than `after`; undefined if the code is wrong or used. */
export async function timeStepOf(
  services: Services,
  site: Site,
  userId: number,
  sealed: string,
  { code, after }: { code: string; after: number },
): Promise<number | undefined> {
  const secret = sealerOf(services).open(sealed, contextOf(site, userId))
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(services.clock.now().getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds })
  const step = result.valid ? Math.floor(epoch / 30) + result.delta : undefined
  return step !== undefined && step > after ? step : undefined
}

/** Without letters that are read for others: i, l, o, u. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const ofLength = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Returns new recovery codes of 50 bits: 'k3v9x-2m7q4'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => `${ofLength(5)}-${ofLength(5)}`)

/** Returns the keyed hash of a recovery code: without the key, its 50 bits could be guessed from the database. */
export const recoveryHash = (services: Services, site: Site, userId: number, code: string): string =>
  createHmac('sha256', services.config.linkSecret)
    .update(`recovery code\n${contextOf(site, userId)}\n${code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')}`)
    .digest('base64url')
