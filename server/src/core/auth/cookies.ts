import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from './caller.ts'
import type { Config } from '../config.ts'
import { HttpRefusal } from '../http/errors.ts'
import { hostName } from '../tenancy.ts'

/** The session cookie, and the rule that keeps other sites from using it. */

const cookieName = (config: Pick<Config, 'secure'>) => (config.secure ? '__Host-cutaway_session' : 'cutaway_session')

/** Hash of the session token that the request carries, if any. */
export function sessionTokenHash(request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined {
  const token = request.cookies[cookieName(config)]
  return token ? hashToken(token) : undefined
}

/** Hands the token to the browser. Without `expires` the cookie ends with the browser. */
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

/** The cookie by which a browser that has logged in before is known (sessions/device.ts). */
export const deviceCookie = (request: FastifyRequest, config: Pick<Config, 'secure'>): string | undefined =>
  request.cookies[deviceCookieName(config)]

/** Hands the device cookie to the browser, for as long as browsers keep one. It outlives logout. */
export function setDeviceCookie(reply: FastifyReply, config: Config, value: string, maxAge: number): void {
  reply.setCookie(deviceCookieName(config), value, {
    path: '/',
    httpOnly: true,
    secure: config.secure,
    sameSite: 'lax',
    maxAge,
  })
}

/**
 * Refuses a state-changing request that another site may have caused: one that carries our cookie must say by
 * Sec-Fetch-Site or Origin that it comes from this origin; one without the cookie must at least not say the opposite.
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

/** Whether a Host header is the computer itself. */
export const isLocalHost = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostName(host))
