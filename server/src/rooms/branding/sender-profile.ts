import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { findBanners } from './banners.queries.ts'
import { findContent } from './content.queries.ts'
import { findBrandUserFor } from './texts/saved-texts.queries.ts'

/** The sender profile of a user for messages to customers, used by the sharing room. */

export interface SenderProfile {
  /** Confirmed addresses, the default first. */
  addresses: { id: number; email: string; is_default: 0 | 1 }[]
  /** The user has chosen the web site's own address as the sender. */
  is_from_no_reply: boolean
  /** The default of the whole business, for users without a default of their own. */
  business_address: string | null
  contents: {
    email_message1: string
    email_message2: string
    email_message3: string
    sms_message: string
    mail_subject: string
  }
  logo: Picture | null
  banners: (Picture & { id: number; banner_url: string; is_default: 0 | 1 })[]
}
export interface Picture {
  /** Path on this web site. */
  url: string
  width: number
  height: number
}

/** Returns the public path of a stored image (image-store.ts). */
export const pictureUrl = (name: string): string => `/pictures/${name}`

/** Returns the name of the image at a public path. */
export const pictureName = (url: string): string => url.slice(pictureUrl('').length)

const noContents = { email_message1: '', email_message2: '', email_message3: '', sms_message: '', mail_subject: '' }

/** Returns the settings of a user; those of the business for an address, a logo or banners that the user lacks. */
export async function senderProfileOf(db: Db, site: Site, userId: number): Promise<SenderProfile> {
  const addresses = await db
    .selectFrom('sender_addresses')
    .select(['address_id', 'email', 'is_default'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('address_id')
    .execute()
  const ofEntity = await entityAddressOf(db, site, userId)
  const settings = await db
    .selectFrom('sender_settings')
    .select('is_from_no_reply')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const content = await db
    .selectFrom('email_contents')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const own = await findBanners(db, site, userId)
  const shop = content?.logo && own.length > 0 ? undefined : await findBrandUserFor(db, site, userId)
  const banners = own.length > 0 || shop === undefined ? own : await findBanners(db, site, shop)
  const logo = content?.logo || shop === undefined ? content : await findContent(db, site, shop)
  const mine = addresses.map((a) => ({ id: a.address_id, email: a.email, is_default: flag(a.is_default) }))
  const shared = ofEntity && !mine.some((a) => a.id === ofEntity.address_id) ? ofEntity : undefined
  const anyDefault = mine.some((a) => a.is_default === 1)
  return {
    addresses: shared ? [...mine, { id: shared.address_id, email: shared.email, is_default: flag(!anyDefault) }] : mine,
    is_from_no_reply: settings?.is_from_no_reply ?? (mine.length === 0 && !shared),
    business_address: ofEntity?.email ?? null,
    contents: content
      ? {
          email_message1: content.email_message1,
          email_message2: content.email_message2,
          email_message3: content.email_message3,
          sms_message: content.sms_message,
          mail_subject: content.mail_subject,
        }
      : noContents,
    logo: logo?.logo
      ? { url: pictureUrl(logo.logo), width: logo.logo_width ?? 0, height: logo.logo_height ?? 0 }
      : null,
    banners: banners.map((b) => ({
      id: b.banner_id,
      url: pictureUrl(b.picture),
      width: b.width,
      height: b.height,
      banner_url: b.banner_url,
      is_default: flag(b.is_default),
    })),
  }
}

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

/** Returns the confirmed address that the business chose as the default for all its users. */
function entityAddressOf(db: Db, site: Site, userId: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('entity_sender_defaults as d', (j) =>
      j.onRef('d.web_site_id', '=', 'u.web_site_id').onRef('d.businessentity_id', '=', 'u.businessentity_id'),
    )
    .innerJoin('sender_addresses as a', (j) =>
      j.onRef('a.web_site_id', '=', 'd.web_site_id').onRef('a.address_id', '=', 'd.address_id'),
    )
    .select(['a.address_id', 'a.email'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where('a.verified_at', 'is not', null)
    .executeTakeFirst()
}
