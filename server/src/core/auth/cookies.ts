import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from './caller.ts'
import type { Config } from '../config.ts'
import { HttpRefusal } from '../http/errors.ts'
import { hostName } from '../tenancy.ts'

/** The session cookie, and the check that keeps other sites from using it (CSRF). */

const cookieName = (config: Pick<Config, 'secure'>) => (config.secure ? '__Host-cutaway_session' : 'cutaway_session')

/** Returns the hash of the session token of a request, if it has one. */
export function sessionTokenHash(request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined {
  const token = request.cookies[cookieName(config)]
  return token ? hashToken(token) : undefined
}

/** Sets the session cookie. Without `expires` the cookie ends with the browser session. */
export function setSessionCookie(reply: FastifyReply, config: Config, token: string, expires?: Date): void {
  reply.setCookie(cookieName(config), token, {
    path: '/',
    httpOnly: true,
    secure: config.secure,
    sameSite: 'lax',
    ...(expires ? { expires } : {}),
  })
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), { path: '/', httpOnly: true, secure: config.secure, sameSite: 'lax' })
}

const deviceCookieName = (config: Pick<Config, 'secure'>) =>
  config.secure ? '__Host-cutaway_device' : 'cutaway_device'

/** Returns the cookie that identifies a browser that has logged in before (sessions/device.ts). */
export const deviceCookie = (request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined =>
  request.cookies[deviceCookieName(config)]

/** Sets the device cookie, for as long as browsers store one. It outlives logout. */
export function setDeviceCookie(reply: FastifyReply, config: Config, value: string, maxAge: number): void {
  reply.setCookie(deviceCookieName(config), value, {
    path: '/',
    httpOnly: true,
    secure: config.secure,
    sameSite: 'lax',
    maxAge,
  })
}

const loginStepCookieName = (config: Pick<Config, 'secure'>) =>
  config.secure ? '__Host-cutaway_login_step' : 'cutaway_login_step'

/** Returns the token of a login that waits for its second step. */
export const loginStepToken = (request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined =>
  request.cookies[loginStepCookieName(config)]

export function setLoginStepCookie(reply: FastifyReply, config: Config, token: string, maxAge: number): void {
  const path = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'strict' } as const
  reply.setCookie(loginStepCookieName(config), token, { ...path, maxAge })
}

export function clearLoginStepCookie(reply: FastifyReply, config: Config): void {
  const path = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'strict' } as const
  reply.clearCookie(loginStepCookieName(config), path)
}

const screenCookieName = (config: Pick<Config, 'secure'>) =>
  config.secure ? '__Host-cutaway_screen' : 'cutaway_screen'

/** Returns the credential of a paired screen (screens.ts). */
export const screenCookie = (request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined =>
  request.cookies[screenCookieName(config)]

/** The longest time for which browsers keep a cookie; every report of the screen begins it anew. */
const screenCookieSeconds = 400 * 86_400

export function setScreenCookie(reply: FastifyReply, config: Config, token: string): void {
  const path = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'strict' } as const
  reply.setCookie(screenCookieName(config), token, { ...path, maxAge: screenCookieSeconds })
}

export function clearScreenCookie(reply: FastifyReply, config: Config): void {
  const path = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'strict' } as const
  reply.clearCookie(screenCookieName(config), path)
}

/**
 * Refuses a state-changing request that another site may have caused. A request with our cookie must prove by
 * Sec-Fetch-Site or Origin that it comes from this origin. A request without the cookie is refused only if these
 * headers name another site.
 */
export function refuseCrossSite(request: FastifyRequest, carriesSession: boolean): void {
  const fetchSite = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const same =
    fetchSite === undefined
      ? originHost(origin) === request.host.toLowerCase()
      : fetchSite === 'same-origin' || fetchSite === 'none'
  const saysOther = fetchSite !== undefined || origin !== undefined
  if (!same && (carriesSession || saysOther)) throw new HttpRefusal(403, 'cross_site_request_refused')
}

function originHost(origin: string | undefined): string | undefined {
  try {
    return origin ? new URL(origin).host.toLowerCase() : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a Host header names the local computer. */
export const isLocalHost = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostName(host))
