import type * as contract from '@cutaway/contract/rooms/sharing/send.ts'
import { parseAddresses } from '@cutaway/contract/addresses.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { webAddress } from '@cutaway/contract/web-address.ts'
import { mostRecipients, undoSeconds } from '@cutaway/contract/rooms/sharing/send.ts'
import { randomUUID } from 'node:crypto'
import { answer, type Call, type Handler } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { queueLetter } from '../../messaging/mail.ts'
import { noteSentPictures } from '../../branding/sent-pictures.ts'
import { pictureName, senderProfileOf, type SenderProfile } from '../../branding/sender-profile.ts'
import { brandOf } from '../../catalogue/brands.ts'
import type { Film } from '../../catalogue/library/library.ts'
import { filmsToSend } from './films-to-send.ts'
import { shareLetter } from './letter.ts'
import { replyAddress } from './reply-address.ts'
import { relatedOf } from '../landing/related.ts'
import { languageFor, originOf, receiptOf, writeSend, type Envelope } from './sending.ts'
import { findSendByKey, findSender, lockSending, type Sender } from './sends.queries.ts'
import { shopCardOf } from '../shop.ts'
import { unsubscribeUrl } from '../../consent/unsubscribe-link.ts'

type SendEmail = typeof contract.sendEmail

const mostSubject = 200
const mostMessage = 5000

/** Films by e-mail. */
export const sendEmail: Handler<SendEmail> = async (call) => {
  const { body, owner, caller, site, db, services, audit } = call
  const { email } = body
  const userId = owner.user_id
  const sender = (await findSender(db, site, userId)) ?? notFound()
  const origin = originOf(call)
  const request_key = body.request_key ?? randomUUID()
  await lockSending(db, site, userId)
  const earlier = await findSendByKey(db, site, userId, request_key)
  const receipt = (sendId: number) =>
    receiptOf(db, site, sendId, { origin, entityId: sender.businessentity_id, now: services.clock.now() })
  if (earlier) {
    audit(false)
    return answer(await receipt(earlier.send_id), { message: 'email_sent_successfully' })
  }

  const recipients = recipientsOf(email.toEmail)
  const { films, findings } = await filmsToSend(call, body, email.selectedList, 'many')
  const subject = sanitiseLine(email.subject) || fail('enter_subject')
  const message = sanitiseText(email.emailMessage)
  if (subject.length > mostSubject || message.length > mostMessage) fail('share_text_too_long')
  const brand = await senderProfileOf(db, site, userId)
  const chosen = chosenSender(brand, email.defaultFromEmail)
  const banner = bannerOf(brand, email.selectedBannerImage, email.selectedBannerUrl)
  const language = languageFor(services, email.language_id ?? body.lang_id)

  const { sendId } = await writeSend({
    db,
    site,
    services,
    sender,
    origin,
    send: {
      request_key,
      acting_user_id: caller.session.acting?.user_id ?? null,
      channel: 'email',
      brand_id: brandOf(site, body.brand_id).brand_id,
      language_id: language.language_id,
      part_ids: films.map((film) => film.partId),
      subject,
      message,
      ro_number: sanitiseLine(email.roNumber ?? ''),
      from_address: fromOf(chosen),
      reply_to: chosen,
      banner_id: banner?.id ?? null,
    },
    driverside: body.driverside,
    withRelated: email.relatedAnimations ?? false,
    notify: body.notify ?? caller.user.default_animation_mail_checked === 1,
    asks: body.asks ?? 'decision',
    films: findings,
    days: body.days,
    recipients,
    to: body,
    write: await letterWriter(call, {
      sender,
      origin,
      brand,
      banner,
      languageId: language.language_id,
      films,
      withRelated: email.relatedAnimations ?? false,
      brandId: body.brand_id,
      side: body.driverside,
      subject,
      message,
      roNumber: sanitiseLine(email.roNumber ?? ''),
      chosen,
      heldFor: body.undoable ? undoSeconds : 0,
    }),
  })
  audit({ target: { kind: 'send', id: sendId }, after: { channel: 'email', recipients: recipients.length } })
  return answer(await receipt(sendId), { message: 'email_sent_successfully' })
}

function recipientsOf(typed: string | string[]): string[] {
  const { valid, invalid } = parseAddresses(typed)
  if (valid.length + invalid.length === 0) fail('enter_email_address')
  if (valid.length + invalid.length > mostRecipients) fail('too_many_recipients')
  if (invalid.length > 0) fail('email_addresses_not_valid', { invalid: invalid.slice(0, mostRecipients) })
  return valid
}

/** Returns the confirmed address that the sender chose; null for no-reply. */
function chosenSender(brand: SenderProfile, asked: string | undefined): string | null {
  const wanted = asked?.trim().toLowerCase() ?? ''
  if (!wanted || /^no-?reply(@|$)/.test(wanted)) return null
  return brand.addresses.find(({ email }) => email.toLowerCase() === wanted)?.email ?? fail('sender_not_yours')
}

/** Returns the address for From; null: the web site's own, as for every free-mail address. */
const fromOf = (chosen: string | null): string | null => (chosen === null || isWebmail(chosen) ? null : chosen)

type Banner = SenderProfile['banners'][number]
export type ChosenBanner = Banner & { href: string }

/** Returns one of the user's banners by its id or its URL; none if none is requested. */
function bannerOf(
  brand: SenderProfile,
  asked: number | string | undefined,
  address: string | undefined,
): ChosenBanner | null {
  if (asked === undefined || asked === '' || asked === 0) return null
  const found =
    brand.banners.find(({ id, url }) => id === asked || String(id) === String(asked) || String(asked).endsWith(url)) ??
    fail('banner_not_yours')
  const href = address === undefined ? found.banner_url : address
  return { ...found, href: href ? (webAddress(href) ?? fail('banner_not_yours')) : '' }
}

export interface LetterFacts {
  sender: Sender
  origin: string
  brand: SenderProfile
  banner: ChosenBanner | null
  languageId: number
  films: readonly Film[]
  withRelated: boolean
  brandId: number
  side: 'left' | 'right'
  subject: string
  message: string
  roNumber: string
  /** The address that the sender chose; null: no-reply. */
  chosen: string | null
  /** Seconds during which it can be withdrawn. */
  heldFor?: number
}

/**
 * Returns the function that renders the letter of each recipient: the words are the same, the link and the unsubscribe
 * link are the recipient's own.
 */
export async function letterWriter(
  { db, site, services }: Pick<Call<SendEmail>, 'db' | 'site' | 'services'>,
  facts: LetterFacts,
): Promise<Envelope['write']> {
  const { sender, origin, films, brand, chosen } = facts
  const language = languageFor(services, facts.languageId)
  const shop = await shopCardOf(db, site, sender.user_id)
  const view = { site, language, brandId: facts.brandId, side: facts.side, now: services.clock.now() }
  const related = facts.withRelated ? relatedOf(services.library, films, view) : []
  const pictures = [brand.logo, facts.banner].flatMap((picture) => (picture ? [pictureName(picture.url)] : []))
  await noteSentPictures(db, site, pictures, services.clock.now())
  // Replies go to the address that the sender chose, whatever From is; for no-reply to the sender's default.
  const replyTo = chosen ?? brand.addresses[0]?.email ?? sender.email
  return async ({ address, url, customerId }) => {
    const wayOut = unsubscribeUrl({
      secret: services.config.linkSecret,
      webSiteId: site.web_site_id,
      address,
      origin,
      languageId: language.language_id,
    })
    const letter = await shareLetter({
      site,
      language,
      origin,
      shop,
      subject: facts.subject,
      message: facts.message,
      roNumber: facts.roNumber,
      films,
      related,
      link: url,
      logo: brand.logo,
      banner: facts.banner,
      unsubscribeUrl: wayOut,
    })
    const mail_id = await queueLetter(db, services, site, {
      ...letter,
      to: address,
      fromName: shop.business_name,
      fromAddress: fromOf(chosen),
      businessentityId: sender.businessentity_id,
      // With inbound mail, a reply belongs to the conversation with the customer.
      replyTo: replyAddress(services.config, site.web_site_id, customerId) ?? replyTo,
      language,
      unsubscribeUrl: wayOut,
      heldFor: facts.heldFor,
    })
    return { mail_id }
  }
}
