import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../../../core/audit.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { createSession } from '../../sessions/create-session.ts'
import { findTicketUser } from '../../sessions/third-party/third-party.queries.ts'
import type { Launch } from './launch.ts'
import * as queries from './lti.queries.ts'

/**
 * Who a person of a platform is. Only where the business wants it, only among its own users below its managers, and the
 * first person with an address keeps it: another one at the platform who takes over the address becomes a viewer.
 */
export async function personOf(
  db: Db,
  site: Site,
  { platform_id, maps_people, businessentity_id }: queries.PlatformRow,
  { subject, email }: Launch,
  now: Date,
): Promise<number | undefined> {
  if (!maps_people || subject === '') return undefined
  const found = (await queries.findLinked(db, site, platform_id, subject)) ?? (await link())
  // Also people who were locked, promoted, moved to another business or given a second step since.
  return found === undefined ? undefined : (await findTicketUser(db, site, found, businessentity_id))?.user_id

  async function link(): Promise<number | undefined> {
    const [user, ...others] = email ? await queries.findByEmail(db, site, businessentity_id, email) : []
    if (!user || others.length > 0) return undefined
    const isNew = await queries.linkPerson(db, site, { platform_id, subject, user_id: user.user_id, linked_at: now })
    return isNew ? user.user_id : undefined
  }
}

/** Logs a user in without a password: the session has no rights over accounts and money. */
export async function logIn(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  site: Site,
  userId: number,
): Promise<void> {
  const { ip } = request
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  const after: (() => void)[] = []
  await services.database.inTenant(site.web_site_id, async (db) => {
    await createSession(
      {
        db,
        site,
        services,
        ip,
        userAgent,
        reply,
        callerOrNull: null,
        // Written below, in the same transaction.
        audit: () => undefined,
        afterCommit: (effect) => after.push(effect),
      },
      { userId, stay: false, kind: 'lti', passwordless: true },
    )
    await writeAudit(db, site, {
      at: services.clock.now(),
      action: 'session.log_in',
      outcome: 'ok',
      user_id: userId,
      acted_for: null,
      target: { kind: 'user', id: userId },
      after: { kind: 'lti' },
      ip,
      user_agent: userAgent,
      request_id: request.id,
    })
  })
  for (const effect of after) effect()
}
