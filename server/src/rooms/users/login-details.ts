import { z } from 'zod'
import { hashToken } from '../../core/auth/caller.ts'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { AnyCall } from '../../core/http/endpoints.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { queueMail } from '../messaging/mail.ts'
import { newToken } from '../sessions/create-session.ts'
import { insertToken } from '../sessions/passwords/passwords.queries.ts'
import { spendLinksOf } from './edit.queries.ts'
import { loginDetails } from './letters.ts'
import { findRecipients, markMailed, type Recipient } from './login-details.queries.ts'
import { linkSeconds, mailEverySeconds, mailsPerJob } from './rules.ts'

/**
 * Mails log-in details: the user name and a link to choose a password, which works once. A user without a password gets
 * it as an invitation. Passwords are never mailed.
 */

export const loginDetailsJob = 'users.loginDetails'

export const LoginDetails = z.object({
  web_site_id: z.int(),
  user_ids: z.array(z.int()),
  origin: z.string(),
  /** The name of the user who asked for the mail. */
  sender: z.string(),
})
export type LoginDetails = z.infer<typeof LoginDetails>

/** Queues the mails in the transaction of the call or of a job. */
export async function queueLoginDetails(
  call: Pick<AnyCall, 'db' | 'site' | 'services' | 'caller' | 'origin'>,
  userIds: readonly number[],
): Promise<void> {
  const { db, site, services, caller, origin } = call
  const { first_name, last_name, username } = caller.user
  const sender = `${first_name} ${last_name}`.trim() || username
  for (let from = 0; from < userIds.length; from += mailsPerJob) {
    const request: LoginDetails = {
      web_site_id: site.web_site_id,
      user_ids: userIds.slice(from, from + mailsPerJob),
      origin,
      sender,
    }
    await services.jobs.enqueue(db, loginDetailsJob, request)
  }
}

/** Registers the job. */
export function registerLoginDetails(services: Services): void {
  services.jobs.define(loginDetailsJob, { data: LoginDetails }, (request) => mailAll(services, request))
}

/** Mails all or none: a repeated job finds the users marked and mails no one twice. */
async function mailAll(services: Services, request: LoginDetails): Promise<void> {
  const site = services.sites.byId(request.web_site_id)
  if (!site) return
  const now = services.clock.now()
  const work = async (db: Db) => {
    const before = secondsAfter(now, -mailEverySeconds)
    const recipients = await findRecipients(db, site, request.user_ids, before)
    const ids = recipients.map(({ user_id }) => user_id)
    await spendLinksOf(db, site, ids, now)
    for (const recipient of recipients) await mailOne(db, services, site, recipient, request, now)
    await markMailed(db, site, ids, now)
  }
  await services.database.inTenant(site.web_site_id, work, { lane: 'background' })
}

async function mailOne(
  db: Db,
  services: Services,
  site: Site,
  user: Recipient,
  { origin, sender }: LoginDetails,
  now: Date,
): Promise<void> {
  const token = newToken()
  const seconds = user.is_invited ? linkSeconds.invitation : linkSeconds.loginDetails
  await insertToken(db, site, {
    token_hash: hashToken(token),
    user_id: user.user_id,
    expires_at: secondsAfter(now, seconds),
  })
  const language = services.sites.language(user.language_id ?? site.default_lang_id)
  await queueMail(db, services, site, {
    to: user.email,
    language: language ?? services.sites.language(site.default_lang_id)!,
    letter: loginDetails({
      username: user.username,
      sender,
      link: `${origin}/reset_password/${token}`,
      isInvited: user.is_invited,
    }),
  })
}
