import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../../core/auth/caller.ts'
import type { Config } from '../../../core/config.ts'
import type { Db } from '../../../core/db/database.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { findByCookie, type Registration } from './registration.queries.ts'

/** The cookie of a registration: only its holder changes the registration and gets the account. */

export const cookieSeconds = 24 * 3600

const cookieName = (config: Pick<Config, 'secure'>) =>
  config.secure ? '__Host-cutaway_registration' : 'cutaway_registration'

/** Returns the hash of the cookie's token, if the request has one. */
export function registrationCookieHash(request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined {
  const token = request.cookies[cookieName(config)]
  return token ? hashToken(token) : undefined
}

export function setRegistrationCookie(reply: FastifyReply, config: Config, token: string): void {
  const options = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'lax' } as const
  reply.setCookie(cookieName(config), token, { ...options, maxAge: cookieSeconds })
}

/** Returns the registration of the visitor's cookie, in whatever state; undefined without one. */
export async function findOwnRegistration(
  { site, services, reply }: Pick<AnyCall, 'site' | 'services' | 'reply'>,
  db: Db,
): Promise<Registration | undefined> {
  const hash = registrationCookieHash(reply.request, services.config)
  return hash === undefined ? undefined : findByCookie(db, site, hash)
}
