import type * as contract from '@cutaway/contract/rooms/branding/addresses.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { hashToken } from '../../../core/auth/caller.ts'
import { answer, type AnyCall, type Handler } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../../sessions/create-session.ts'
import * as queries from './addresses.queries.ts'
import { senderConfirmation } from './letters.ts'
import { settleDefault } from '../defaults.ts'
import { lockSettings } from '../authorisation.ts'
import { isGood, isTooSoon, mailsADay } from '../rules.ts'

/**
 * Confirms that a user can read the mail of an address: a link is mailed to it, and a button on the linked page
 * confirms.
 */

/**
 * Returns a link for an address that is about to be stored; the link is not yet mailed. Refuses if the limit of mails
 * is reached.
 */
export async function newLink(
  call: AnyCall,
  { user_id, email, lastSentAt }: { user_id: number; email: string; lastSentAt: Date | null },
): Promise<{ token: string; proof: queries.NewProof }> {
  const { db, site, services } = call
  const now = services.clock.now()
  if (isTooSoon(lastSentAt, now)) fail('sender_mail_wait')
  const sent = await queries.countMails(db, site, user_id, email, now)
  if (sent.user >= mailsADay.user || sent.address >= mailsADay.address) fail('sender_mail_too_often')
  await queries.noteMail(db, site, user_id, email, now)
  const token = newToken()
  return { token, proof: { token_hash: hashToken(token), token_sent_at: now } }
}

/** Mails the link, in the language chosen on the page, else that of the user who owns the address. */
export async function mailLink(call: AnyCall, userId: number, email: string, token: string): Promise<void> {
  const { db, site, services } = call
  const owner = await queries.findOwner(db, site, userId)
  const { sites, config } = services
  await queueMail(db, services, site, {
    to: email,
    language:
      call.chosenLanguage ??
      sites.language(owner.language_id ?? site.default_lang_id) ??
      sites.language(site.default_lang_id)!,
    letter: senderConfirmation({
      email,
      name: `${owner.first_name} ${owner.last_name}`.trim(),
      link: `${linkOrigin(call.origin, site.hosts, config)}/confirm_sender/${token}`,
    }),
  })
}

async function goodAddress({ db, site, services }: AnyCall, tokenHash: string): Promise<queries.AddressRow> {
  const found = await queries.findByToken(db, site, tokenHash)
  const good = found?.token_sent_at && isGood(found.token_sent_at, services.clock.now())
  return good ? found : fail('sender_link_expired')
}

export const checkSenderLink: Handler<typeof contract.checkSenderLink> = async (call) => {
  const { email, user_id } = await goodAddress(call, hashToken(call.body.token))
  const { first_name, last_name } = await queries.findOwner(call.db, call.site, user_id)
  return { email, name: `${first_name} ${last_name}`.trim(), is_webmail: isWebmail(email) ? 1 : 0 }
}

export const confirmSenderAddress: Handler<typeof contract.confirmSenderAddress> = async (call) => {
  const { db, site, services } = call
  const tokenHash = hashToken(call.body.token)
  const { address_id, user_id } = await goodAddress(call, tokenHash)
  call.audit({ target: { kind: 'sender_address', id: address_id }, userId: user_id })
  await lockSettings(db, site, user_id)
  if (!(await queries.spendToken(db, site, tokenHash, services.clock.now()))) fail('sender_link_expired')
  // Reads the address again: it may have changed while the call waited for the lock.
  const address = await queries.findAddress(db, site, address_id)
  if (!address) fail('sender_link_expired')
  if (address.default_when_verified) {
    await queries.writeNoReply(db, site, user_id, false)
    await queries.writeDefault(db, site, user_id, address_id)
  }
  await settleDefault(db, site, user_id)
  const after = await queries.findAddress(db, site, address_id)
  return answer(
    { email: address.email, is_default: after?.is_default ? 1 : 0 },
    { message: 'sender_address_confirmed' },
  )
}
