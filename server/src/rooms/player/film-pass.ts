import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import type { Site } from '../../core/tenancy.ts'
import type { LibraryPart } from '../catalogue/library/library.ts'

/**
 * A film page has checked the session, and the browser then fetches the film in several ranges. The pass saves a
 * database check for each: a signed cookie for the files of this film, one session and one right, valid for half a
 * minute. It is valid only together with the session's own cookie, so it ends with a logout. Without a valid pass the
 * session is checked.
 */

const seconds = 30
const cookieName = 'cutaway_film'

interface Subject {
  site: Site
  of: LibraryPart
  /** Hash of the session's token. */
  session: string
  /** The right that the film requires. */
  right: string
}

export interface FilmPasses {
  /** Sets the pass cookie. The caller must have checked the right. */
  give(reply: FastifyReply, subject: Subject): void
  /** Returns whether the request carries a valid pass for this film. */
  fits(request: FastifyRequest, subject: Subject): boolean
}

export function filmPasses({ linkSecret, secure }: Pick<Config, 'linkSecret' | 'secure'>, clock: Clock): FilmPasses {
  const sign = ({ site, of, session, right }: Subject, until: string) =>
    createHmac('sha256', linkSecret)
      .update(JSON.stringify(['film-pass', site.web_site_id, of.folder, session, right, until]))
      .digest()

  return {
    give(reply, subject) {
      const until = String(clock.now().getTime() + seconds * 1000)
      reply.setCookie(cookieName, `${until}.${sign(subject, until).toString('base64url')}`, {
        path: `/films/${subject.of.folder}/`,
        maxAge: seconds,
        httpOnly: true,
        secure,
        sameSite: 'strict',
      })
    },
    fits(request, subject) {
      const [until = '', signature = ''] = request.cookies[cookieName]?.split('.') ?? []
      if (!/^\d{13}$/.test(until) || Number(until) <= clock.now().getTime()) return false
      const given = Buffer.from(signature, 'base64url')
      const wanted = sign(subject, until)
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}
