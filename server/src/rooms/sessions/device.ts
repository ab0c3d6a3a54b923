import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Site } from '../../core/tenancy.ts'
import { secondsAfter } from '../../core/clock.ts'

/**
 * The device cookie: users who have logged in from this browser. Each entry is signed for one user of one site and for
 * the user's password at that time, so a changed password makes every device unknown again. The cookie grants no
 * access: a known device has a separate attempt count and may continue while strangers who guess the same name are
 * blocked.
 *
 * Format: entries joined by '~', the newest first; an entry is 'user.device.issued.signature', the time in seconds.
 */

export const deviceCookieSeconds = 400 * 24 * 3600
/** The maximum number of users per browser. */
const mostUsers = 8

export interface DeviceOwner {
  user_id: number
  password_hash: string
}

interface Signed {
  secret: string
  site: Pick<Site, 'web_site_id'>
  owner: DeviceOwner
}

/** Returns the id of the device if the cookie names this user with a valid signature. */
export function knownDevice(cookie: string | undefined, signed: Signed, now: Date): string | undefined {
  const entry = entriesOf(cookie).find((e) => e.user === String(signed.owner.user_id))
  if (!entry || now >= secondsAfter(new Date(Number(entry.issued) * 1000), deviceCookieSeconds)) return undefined
  const given = Buffer.from(entry.signature)
  const right = Buffer.from(signature(signed, entry))
  return given.length === right.length && timingSafeEqual(given, right) ? entry.device : undefined
}

/** Returns the cookie after a login of this user: a known device keeps its id. */
export function withDevice(cookie: string | undefined, signed: Signed, now: Date): string {
  const user = String(signed.owner.user_id)
  const device = knownDevice(cookie, signed, now) ?? randomBytes(12).toString('base64url')
  const entry = { user, device, issued: String(Math.floor(now.getTime() / 1000)) }
  const others = entriesOf(cookie).filter((e) => e.user !== user)
  return [{ ...entry, signature: signature(signed, entry) }, ...others]
    .slice(0, mostUsers)
    .map((e) => [e.user, e.device, e.issued, e.signature].join('.'))
    .join('~')
}

interface Entry {
  user: string
  device: string
  issued: string
  signature: string
}

const shape = /^(\d{1,10})\.([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/

const entriesOf = (cookie = ''): Entry[] =>
  cookie
    .split('~', mostUsers)
    .map((text) => shape.exec(text))
    .filter((found) => found !== null)
    .map(([, user = '', device = '', issued = '', signed = '']) => ({ user, device, issued, signature: signed }))

function signature({ secret, site, owner }: Signed, { user, device, issued }: Omit<Entry, 'signature'>): string {
  const password = createHash('sha256').update(owner.password_hash).digest('base64url')
  const subject = ['login device', site.web_site_id, user, device, issued, password].join('\n')
  return createHmac('sha256', secret).update(subject).digest('base64url')
}
