import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { mostFilms, mostRecipients } from '@cutaway/contract/rooms/sharing/send.ts'
import { mmsInCountry, smsLimit, smsLimits } from '@cutaway/contract/sms.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { denied, notFound } from '../../../core/http/errors.ts'
import { text } from '../../../core/texts.ts'
import { noReplyAddress } from '../../messaging/mail.ts'
import { sendingNumber } from '../../messaging/text-messages.ts'
import { senderProfileOf } from '../../branding/sender-profile.ts'
import { expiryDays } from '../links/links.queries.ts'
import { textEnd } from './send-text.ts'
import { languageFor, originOf, tinyLength } from './sending.ts'
import { findSender, textsLeft } from './sends.queries.ts'
import { shopCardOf } from '../shop.ts'

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
  const say = (key: string) => text(language.language_code, key, { site: site.name })
  const country = services.countryOf(ip) ?? site.country_code_iso.toLowerCase()
  return {
    emailContentSettings: brand.contents,
    emailMessageWebsite: {
      mail_content1: say('share_mail_text_1'),
      mail_content2: say('share_mail_text_2'),
      mail_content3: say('share_mail_text_3'),
      sms_content: say("Here's some information about your vehicle repair"),
    },
    emailAddressSettings: brand.addresses,
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
      link: tinyLength(originOf(call)) + textEnd('', language.language_code).length,
      days: await expiryDays(db, site, type),
      films: mostFilms,
      recipients: mostRecipients,
    },
    text_number: type === 'email' ? null : await sendingNumber(db, services.config, site),
    texts_left: type === 'email' ? null : await textsLeft(db, site, sender.businessentity_id),
    notify: caller.user.default_animation_mail_checked === 1,
  }
}
