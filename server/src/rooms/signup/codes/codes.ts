import { segmentsOf } from '@cutaway/contract/sms-segments.ts'
import { randomUUID } from 'node:crypto'
import { secondsAfter } from '../../../core/clock.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import type { Services } from '../../../core/services.ts'
import { text } from '../../../core/texts.ts'
import { queueMail } from '../../messaging/mail.ts'
import { queueMessage } from '../../messaging/text-messages.ts'
import { addressKey as ipKey } from '../../sessions/rules.ts'
import { lockAttempts, mark, secondsToWait } from './attempts.ts'
import { codeHmac, codeLimits, codeMark, codeRules, isRightCode, newCode, siteSmsLimit } from './codes.rules.ts'
import * as queries from './codes.queries.ts'
import { codeLetter } from '../letters.ts'

/** Sends and checks one-time codes, in the transaction of a call. */

type In = Pick<AnyCall, 'db' | 'site' | 'services' | 'ip' | 'chosenLanguage'>

export interface CodeAddress {
  /** E.164 or folded mail address: what is counted. */
  key: string
  /** Where the code goes: the number, or the address as typed. */
  to: string
  kind: 'mobile' | 'email'
}

export type Sent =
  | { outcome: 'sent'; codeId: string; sentBy: CodeAddress['kind']; seconds: number }
  | { outcome: 'refused'; message: 'code_wait' | 'code_too_many' | 'code_by_mail_only'; seconds: number }

/** Sends a code, within the limits of the address, of the IP address and of the web site. */
export async function sendCode(
  call: In,
  address: CodeAddress,
  {
    purpose,
    userId = null,
    boundTo = '',
    mailTo,
  }: {
    purpose: queries.CodeKey['purpose']
    userId?: number | null
    boundTo?: string
    /** Where the code goes if the web site may send no more text messages now. */
    mailTo?: string
  },
): Promise<Sent> {
  const { db, site, services } = call
  const now = services.clock.now()
  const key = { purpose, address_key: address.key }
  const from = ipKey(call.ip)
  await lockAttempts(db, site, codeMark, address.key, `ip ${from}`)
  const lastSent = await queries.findLastSent(db, site, key)
  const next = lastSent && secondsAfter(lastSent, codeRules.resendSeconds)
  if (next && next > now)
    return { outcome: 'refused', message: 'code_wait', seconds: Math.ceil((next.getTime() - now.getTime()) / 1000) }
  for (const limit of codeLimits(address.key, from)) {
    const seconds = await secondsToWait(db, site, limit, now)
    if (seconds > 0) return { outcome: 'refused', message: 'code_too_many', seconds }
  }
  let to: Pick<CodeAddress, 'to' | 'kind'> = address
  if (address.kind === 'mobile') {
    const limit = siteSmsLimit(purpose)
    await lockAttempts(db, site, limit.kind, limit.subject)
    const seconds = await secondsToWait(db, site, limit, now)
    if (seconds > 0 && mailTo === undefined) return { outcome: 'refused', message: 'code_by_mail_only', seconds }
    if (seconds > 0) to = { to: mailTo!, kind: 'email' }
    else await mark(db, site, limit.kind, [limit.subject], now)
  }
  await mark(db, site, codeMark, [address.key, `ip ${from}`], now)

  const codeId = randomUUID()
  const code = newCode()
  await queries.insertCode(db, site, {
    ...key,
    code_id: codeId,
    user_id: userId,
    code_hmac: codeHmac({ secret: services.config.linkSecret, site, codeId }, code),
    bound_to: boundTo,
    expires_at: secondsAfter(now, codeRules.validSeconds),
    last_sent_at: now,
  })
  await deliver(call, to, code)
  return { outcome: 'sent', codeId, sentBy: to.kind, seconds: codeRules.resendSeconds }
}

async function deliver(
  { db, site, services, chosenLanguage }: In,
  { to, kind }: Pick<CodeAddress, 'to' | 'kind'>,
  code: string,
) {
  const language = chosenLanguage ?? site.languages[0]!
  const minutes = codeRules.validSeconds / 60
  if (kind === 'email') {
    await queueMail(db, services, site, { to, language, letter: codeLetter({ code, minutes }) })
    return
  }
  const body = text(site, language.language_code, 'code_text_message', { code, site: site.name, minutes })
  await queueMessage(db, services.jobs, site, { kind: 'sms', to, body, segments: segmentsOf(body).segments, language })
}

export type Checked =
  { outcome: 'right'; codeId: string; userId: number | null } | { outcome: 'wrong' | 'expired' | 'burnt' }

/**
 * Checks a typed code and uses it up. Each check counts as a try, which stays counted only if the transaction commits:
 * refuse, do not throw, after a wrong code.
 */
export async function checkCode(
  { db, site, services }: Pick<AnyCall, 'db' | 'site'> & { services: Pick<Services, 'clock' | 'config'> },
  key: queries.CodeKey & { code_id?: string },
  typed: string,
  boundTo = '',
): Promise<Checked> {
  const now = services.clock.now()
  const open = await queries.tryCode(db, site, { ...key, bound_to: boundTo })
  if (!open) return { outcome: 'expired' }
  if (open.tries > codeRules.tries) return { outcome: 'burnt' }
  if (open.expires_at <= now) return { outcome: 'expired' }
  const signed = { secret: services.config.linkSecret, site, codeId: open.code_id }
  if (!isRightCode(signed, open.code_hmac, typed))
    return { outcome: open.tries === codeRules.tries ? 'burnt' : 'wrong' }
  await queries.useCode(db, site, open.code_id, now)
  return { outcome: 'right', codeId: open.code_id, userId: open.user_id }
}
