import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { mostFilms, mostRecipients } from '@cutaway/contract/rooms/sharing/send.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { mmsInCountry, smsLimit, smsLimits } from '@cutaway/contract/sms.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { denied, notFound } from '../../../core/http/errors.ts'
import { text } from '../../../core/texts.ts'
import { noReplyAddress } from '../../messaging/mail.ts'
import { sendingNumber } from '../../messaging/text-messages.ts'
import { senderProfileOf, type SenderProfile } from '../../branding/sender-profile.ts'
import type { Library } from '../../catalogue/library/library.ts'
import { domainsSentFromSite } from '../../messaging/domains/sender.ts'
import { domainOf } from '../../messaging/mail-identity.ts'
import { shownPhone } from '../customers/phone-shown.ts'
import { expiryDays } from '../links/links.queries.ts'
import { textEnd } from './send-text.ts'
import { languageFor, originOf } from './sending.ts'
import { tinyLength } from '../links/short-links.ts'
import { textsLeft } from '../../messaging/credits.ts'
import { findSender } from './sends.queries.ts'
import { shopCardOf } from '../shop.ts'

/** Adds to each address whether mail comes from it, or from the web site's with the address as Reply-To. */
async function withOrigin(
  { site, db, services }: Asking,
  entityId: number | null,
  addresses: SenderProfile['addresses'],
): Promise<ShareDetails['emailAddressSettings']> {
  const forbidding = await domainsSentFromSite(db, services.config, site, {
    entityId,
    domains: addresses.map(({ email }) => domainOf(email)),
  })
  return addresses.map((address) => {
    const isOfSite = isWebmail(address.email) || forbidding.has(domainOf(address.email))
    return { ...address, sends_from: isOfSite ? 'site' : 'own' }
  })
}

const scalesOf = (library: Library): ShareDetails['scales'] =>
  Object.fromEntries(
    library.films.flatMap(({ partId, of }) => (of.part.limits ? [[partId, of.part.limits] as const] : [])),
  )

type Asking = Pick<AnyCall, 'caller' | 'site' | 'db' | 'services' | 'ip' | 'origin'>

const rights = { email: 'allow_share_email', sms: 'allow_share_sms', mms: 'allow_share_mms' } as const

/**
 * Returns what the share dialog needs for a channel; texts of the web site are in the customer's language, else the
 * user's.
 */
export async function shareDetails(
  call: Asking,
  userId: number,
  type: 'email' | 'sms' | 'mms',
  lang?: string,
): Promise<ShareDetails> {
  const { caller, site, db, services, ip } = call
  if (!caller.may(rights[type])) denied()
  const sender = (await findSender(db, site, userId)) ?? notFound()
  const brand = await senderProfileOf(db, site, userId)
  const language = languageFor(services, lang ?? sender.language_id ?? site.default_lang_id)
  const say = (key: string) => text(site, language.language_code, key, { site: site.name })
  const textNumber =
    type === 'email'
      ? null
      : await sendingNumber(db, services.config, site, {
          businessId: sender.businessentity_id,
          locationId: sender.location_id,
        })
  const country = services.countryOf(ip) ?? site.country_code_iso.toLowerCase()
  return {
    emailContentSettings: brand.contents,
    emailMessageWebsite: {
      mail_content1: say('share_mail_text_1'),
      mail_content2: say('share_mail_text_2'),
      mail_content3: say('share_mail_text_3'),
      sms_content: say("Here's some information about your vehicle repair"),
    },
    emailAddressSettings: await withOrigin(call, sender.businessentity_id, brand.addresses),
    is_from_no_reply: brand.is_from_no_reply ? 'yes' : 'no',
    no_reply_address: await noReplyAddress(db, services.config, site),
    emailBannerSettings: brand.banners.map(({ id, url, banner_url, is_default }) => ({
      id,
      banner_image: url,
      banner_url,
      is_default,
    })),
    shop: await shopCardOf(db, site, userId),
    limits: {
      sms: smsLimit({ country, features: site.features }),
      mms: smsLimits.mms,
      mms_allowed: mmsInCountry(country),
      link: tinyLength(originOf(call)) + textEnd(site, '', language.language_code).length,
      days: await expiryDays(db, site, type),
      films: mostFilms,
      recipients: mostRecipients,
    },
    scales: scalesOf(services.library),
    text_number: textNumber,
    text_number_shown: textNumber === null ? null : shownPhone(site, textNumber),
    texts_left: type === 'email' ? null : await textsLeft(db, site, sender.businessentity_id),
    notify: caller.user.default_animation_mail_checked === 1,
  }
}
