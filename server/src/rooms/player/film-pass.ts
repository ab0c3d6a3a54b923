import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import type { Site } from '../../core/tenancy.ts'
import type { LibraryPart } from '../catalogue/library/library.ts'

/**
 * A page that shows a film has checked the session; the browser then fetches the film in several pieces. The pass saves a
 * check in the database for each: a cookie for the files of this film, signed, for one session and one right, good for
 * half a minute. It counts only beside the session's own cookie, so it ends with a logout. Without a pass that fits, the
 * session is checked.
 */

const seconds = 30
const cookieName = 'cutaway_film'

interface Subject {
  site: Site
  of: LibraryPart
  /** Hash of the session's token. */
  session: string
  /** The right that the film asks for. */
  right: string
}

export interface FilmPasses {
  /** Hands the browser a pass. The caller has checked the right. */
  give(reply: FastifyReply, subject: Subject): void
  /** Whether the request carries a pass for this film that is still good. */
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
