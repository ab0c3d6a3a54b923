import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { z } from 'zod'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { clearSessionCookie } from '../../../core/auth/cookies.ts'
import type { Db } from '../../../core/db/database.ts'
import { answer, type Handler } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { queueMail } from '../../messaging/mail.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword } from './hashing.ts'
import { passwordChanged, passwordReset } from '../letters.ts'
import { forgetAttempts } from '../login.queries.ts'
import { newToken } from '../create-session.ts'
import * as queries from './passwords.queries.ts'
import { rememberDevice } from '../remember.ts'
import { passwordLinks, userKey } from '../rules.ts'
import { endSessions } from '../session.queries.ts'

export const passwordLinksJob = 'sessions.passwordLinks'

/** Payload of the job: name and address in lower case, and the base URL of the links. */
export const LinkRequest = z.object({
  web_site_id: z.int(),
  username: z.string().optional(),
  email: z.string().optional(),
  origin: z.string(),
  /** The language chosen on the page that asked. */
  language_id: z.int().optional(),
})
export type LinkRequest = z.infer<typeof LinkRequest>

/**
 * Requests a password reset link. A job looks up the account after the response, so that neither the content nor the
 * timing of the response reveals whether it exists.
 */
export const forgotPassword: Handler<typeof contract.forgotPassword> = async (call) => {
  const { body, site, services } = call
  const request: LinkRequest = {
    web_site_id: site.web_site_id,
    ...(body.username ? { username: userKey(body.username) } : {}),
    ...(body.email ? { email: body.email.toLowerCase() } : {}),
    origin: linkOrigin(call.origin, site.hosts, services.config),
    ...(call.chosenLanguage ? { language_id: call.chosenLanguage.language_id } : {}),
  }
  // Repeated requests in quick succession send one mail.
  await services.jobs.enqueue(call.db, passwordLinksJob, request, { singletonKey: hashToken(JSON.stringify(request)) })
  return answer(null, { message: 'password_mail_on_its_way' })
}

/** Job handler of forgotPassword: mails a link for each matching account that does not have too many valid links. */
export async function mailLinks(services: Services, request: LinkRequest): Promise<void> {
  const site = services.sites.byId(request.web_site_id)
  if (!site) return
  const now = services.clock.now()
  const mailAll = async (db: Db) => {
    for (const account of await queries.findAccountsToMail(db, site, request)) {
      if ((await queries.countGoodLinks(db, site, account.user_id, now)) >= passwordLinks.perAccount) continue
      await mailLink(db, services, site, account, request, now)
    }
  }
  await services.database.inTenant(site.web_site_id, mailAll, { lane: 'background' })
}

async function mailLink(
  db: Db,
  services: Services,
  site: Site,
  account: queries.MailedAccount,
  { origin, language_id }: LinkRequest,
  now: Date,
): Promise<void> {
  const token = newToken()
  const expires_at = secondsAfter(now, passwordLinks.validSeconds)
  await queries.insertToken(db, site, { token_hash: hashToken(token), user_id: account.user_id, expires_at })
  await queueMail(db, services, site, {
    to: account.email,
    language: languageOf(services, site, language_id ?? account.language_id),
    letter: passwordReset({ username: account.username, link: `${origin}/forgot_password/${token}` }),
  })
}

export const forgotPasswordTokenCheck: Handler<typeof contract.forgotPasswordTokenCheck> = async (call) => {
  const owner = await queries.findTokenOwner(call.db, call.site, hashToken(call.body.token), call.services.clock.now())
  return owner ? { username: owner.username } : fail('password_link_expired')
}

/** Sets a new password by a mailed link. Access to the account's mail proves ownership, so a block is lifted too. */
export const forgetPasswordUpdate: Handler<typeof contract.forgetPasswordUpdate> = async (call) => {
  const { body, site, services, callerOrNull } = call
  const now = services.clock.now()
  const tokenHash = hashToken(body.token)
  // Checks the link first, so that an invalid one costs no hash and no connection waits for the hash.
  const good = await services.database.inTenant(site.web_site_id, (db) =>
    queries.findTokenOwner(db, site, tokenHash, now),
  )
  if (!good) fail('password_link_expired')
  await refuseEasyPassword(body.password)
  const passwordHash = await hashPassword(body.password)

  // Locks the account first: otherwise two links of it that are used simultaneously would deadlock.
  const account = await queries.setPassword(call.db, site, good.user_id, passwordHash)
  if (!account || !(await queries.spendToken(call.db, site, tokenHash, now))) fail('password_link_expired')
  await queries.spendTokensOf(call.db, site, account.user_id, now)
  await endSessions(call.db, site, account.user_id)
  await forgetAttempts(call.db, site, account, now)
  rememberDevice(call, { user_id: account.user_id, password_hash: passwordHash }, now)
  // An invited user had no password that could have changed.
  if (!good.is_invited)
    await queueMail(call.db, services, site, {
      to: account.email,
      language: languageOf(services, site, call.chosenLanguage?.language_id ?? account.language_id),
      letter: passwordChanged({ username: account.username }),
    })
  call.audit({ target: { kind: 'user', id: account.user_id }, userId: account.user_id })
  if (callerOrNull?.user.user_id === account.user_id)
    call.afterCommit(() => clearSessionCookie(call.reply, services.config))
  return answer(null, { message: 'password_changed' })
}

const languageOf = (services: Services, site: Site, languageId: number | null) =>
  services.sites.language(languageId ?? site.default_lang_id) ?? services.sites.language(site.default_lang_id)!
