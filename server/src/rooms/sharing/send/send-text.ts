import type * as contract from '@cutaway/contract/rooms/sharing/send.ts'
import { undoSeconds } from '@cutaway/contract/rooms/sharing/send.ts'
import { segmentsOf } from '@cutaway/contract/sms-segments.ts'
import { mmsInCountry, smsLength, smsLimit, smsLimits } from '@cutaway/contract/sms.ts'
import { randomUUID } from 'node:crypto'
import { answer, type Call } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { queueMessage } from '../../messaging/text-messages.ts'
import { brandOf } from '../../catalogue/brands.ts'
import type { Film } from '../../catalogue/library/library.ts'
import { withShop } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { writeConsent } from '../../consent/consent.queries.ts'
import { shownWording } from '../../consent/shown-wording.ts'
import { hasStandingConsent } from '../customers/standing-consent.ts'
import { filmPictureUrl } from '../../player/film-pictures.ts'
import { tinyLength } from '../links/short-links.ts'
import { filmsToSend } from './films-to-send.ts'
import { shopCardOf } from '../shop.ts'
import { languageFor, originOf, receiptOf, writeSend, type Envelope } from './sending.ts'
import { takeTexts } from '../../messaging/credits.ts'
import { findSendByKey, findSender, lockSending } from './sends.queries.ts'
import { isOptInDay, parsePhone, regionOf } from './sends.rules.ts'

type SendSms = typeof contract.sendSms
type SendMms = typeof contract.sendMms
type TextCall = Call<SendSms> | Call<SendMms>

/** Sends films by text message, or with the picture of the first one as an MMS. */
export async function sendText(call: TextCall, channel: 'sms' | 'mms') {
  const { body, owner, caller, site, db, services, ip, audit } = call
  const userId = owner.user_id
  const sender = (await findSender(db, site, userId)) ?? notFound()
  const origin = originOf(call)
  const message_key = channel === 'sms' ? 'messgae_sms_sent_successfully' : 'message_mms_sent_successfully'
  const request_key = body.request_key ?? randomUUID()
  await lockSending(db, site, userId)
  const earlier = await findSendByKey(db, site, userId, request_key)
  const now = services.clock.now()
  const receipt = (sendId: number) => receiptOf(db, site, sendId, { origin, entityId: sender.businessentity_id, now })
  if (earlier) {
    audit(false)
    return answer(await receipt(earlier.send_id), { message: message_key })
  }

  const here = services.countryOf(ip) ?? site.country_code_iso.toLowerCase()
  const region = regionOf('country_code' in body ? body.country_code : undefined, body.moNumber, here)
  const phone = parsePhone(body.moNumber, region) ?? fail('please_enter_a_valid_phone_number')
  const opt_in_date = body.opt_in_date?.trim() ?? ''
  if (opt_in_date !== '' && !isOptInDay(opt_in_date, now, site.time_zone)) fail('opt_in_date_not_valid')
  const holds = body.standing_consent === true && (await hasStandingConsent(db, site, sender, phone.e164))
  if (opt_in_date === '' && !holds) fail('please_click_the_opt_in_checkbox')
  const { films, findings } = await filmsToSend(call, body, body.selectedList, 'one')
  const film = films[0]!
  const message = sanitiseText(body.emailMessage)
  const limit = channel === 'mms' ? smsLimits.mms : smsLimit({ country: here, features: site.features })
  if (smsLength(message) > limit) fail('message_you_have_exceed_maximum_limit_of_character')
  if (channel === 'mms' && !mmsInCountry(phone.country)) fail('mms_not_available_in_country')

  const language = languageFor(services, body.lang_id)
  const shop = (await shopCardOf(db, site, userId)).business_name
  const writer = textWriter(call, {
    channel,
    to: phone.e164,
    film,
    message,
    shop,
    languageId: language.language_id,
    origin,
    paidBy: sender.businessentity_id,
    locationId: sender.location_id,
    heldFor: body.undoable ? undoSeconds : 0,
  })
  if (!(await takeTexts(db, site, sender.businessentity_id, writer.segments))) fail('no_texts_left')
  const { sendId } = await writeSend({
    db,
    site,
    services,
    sender,
    origin,
    send: {
      request_key,
      acting_user_id: caller.session.acting?.user_id ?? null,
      channel,
      brand_id: brandOf(site, body.brand_id).brand_id,
      language_id: language.language_id,
      part_ids: films.map(({ partId }) => partId),
      message,
      ro_number: sanitiseLine(body.roNumber ?? ''),
      from_address: null,
    },
    driverside: body.driverside,
    withRelated: body.relatedAnimations ?? false,
    notify: body.notify ?? caller.user.default_animation_mail_checked === 1,
    asks: body.asks ?? 'decision',
    films: findings,
    days: body.days,
    recipients: [phone.shown],
    to: body,
    write: writer.write,
  })
  audit({ target: { kind: 'send', id: sendId }, after: { channel, recipients: 1 } })
  // A standing agreement is in the ledger already.
  if (opt_in_date !== '')
    await writeConsent(db, site, {
      at: now,
      address_key: phone.e164,
      action: 'granted',
      wording: shownWording(call, 'share_opt_in', body.opt_in_wording),
      screen: channel === 'sms' ? 'share_sms' : 'share_mms',
      user_id: caller.user.user_id,
      businessentity_id: sender.businessentity_id,
      opt_in_date,
      remote_address: ip,
    })
  return answer(await receipt(sendId), { message: message_key })
}

interface TextFacts {
  channel: 'sms' | 'mms'
  /** E.164. */
  to: string
  film: Film
  message: string
  /** The name of the shop, with which the message begins unless it contains it. */
  shop: string
  languageId: number
  origin: string
  /** The link, if it exists already. */
  url?: string
  /** The business whose texts are counted. */
  paidBy: number | null
  /** The location of the sender, from whose number it leaves. */
  locationId: number | null
  /** Seconds during which it can be withdrawn. */
  heldFor?: number
}

/** Returns what follows the typed text: the link, and how to unsubscribe. */
export const textEnd = (site: Site, url: string, tag: string): string => ` ${url}\n${text(site, tag, 'sms_stop_hint')}`

/**
 * Returns the function that writes the message, and the number of its segments; a message with a picture counts as one.
 */
export function textWriter(
  { db, site, services }: Pick<TextCall, 'db' | 'site' | 'services'>,
  { channel, to, film, message, shop, languageId, origin, url: known, paidBy, locationId, heldFor }: TextFacts,
): { segments: number; write: Envelope['write'] } {
  const language = languageFor(services, languageId)
  const whole = (url: string) => (withShop(shop, message) + textEnd(site, url, language.language_code)).trim()
  // All new links have the same length and use only characters of every encoding.
  const segments = channel === 'mms' ? 1 : segmentsOf(whole(known ?? 'x'.repeat(tinyLength(origin)))).segments
  return {
    segments,
    write: async ({ url }) => ({
      message_id: await queueMessage(db, services.jobs, site, {
        kind: channel,
        to,
        body: whole(url),
        segments,
        language,
        paidBy,
        locationId,
        heldFor,
        ...(channel === 'mms' ? { mediaUrl: filmPictureUrl(origin, film) } : {}),
      }),
    }),
  }
}
