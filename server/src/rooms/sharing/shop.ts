import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'
import type { PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { pictureUrl } from '../branding/sender-profile.ts'

/** Returns the sender as a customer sees it: the business at the user's location, the person, the logo. */
export async function shopCardOf(db: Db, site: Site, userId: number): Promise<ShopCard> {
  return cardOf(site, await senders(db, site, userId).executeTakeFirst())
}

/**
 * Returns what the page of a link shows of the sender: the card, the opening hours of the user's location, and the
 * texts of the business. Hours that are not known are null.
 */
export async function shopOfLink(
  db: Db,
  site: Site,
  link: { user_id: number; businessentity_id: number | null },
): Promise<{ shop: ShopCard; hours: OpeningHours | null; texts: PageWords[] }> {
  const row = await senders(db, site, link.user_id)
    .leftJoin('automatic_answers as a', (j) =>
      j.onRef('a.web_site_id', '=', 'l.web_site_id').onRef('a.location_id', '=', 'l.location_id'),
    )
    .leftJoin('entity_page_texts as p', (j) =>
      j.onRef('p.web_site_id', '=', 'u.web_site_id').on('p.businessentity_id', '=', link.businessentity_id),
    )
    .select(['a.hours', 'p.words'])
    .executeTakeFirst()
  return { shop: cardOf(site, row), hours: row?.hours ?? null, texts: row?.words ?? [] }
}

const senders = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 'u.web_site_id')
        .onRef('l.location_id', '=', 'u.location_id')
        .on('l.deleted_at', 'is', null),
    )
    .leftJoin('email_contents as c', (j) =>
      j.onRef('c.web_site_id', '=', 'u.web_site_id').onRef('c.user_id', '=', 'u.user_id'),
    )
    .leftJoin('entity_brand_defaults as d', (j) =>
      j.onRef('d.web_site_id', '=', 'u.web_site_id').onRef('d.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('email_contents as s', (j) =>
      j.onRef('s.web_site_id', '=', 'd.web_site_id').onRef('s.user_id', '=', 'd.user_id'),
    )
    .select(['u.first_name', 'u.last_name', 'b.business_name', 'b.is_show_business_name'])
    .select((e) => e.fn.coalesce('c.logo', 's.logo').as('logo'))
    .select(['l.street1', 'l.city', 'l.state', 'l.zip', 'l.phone'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)

type Sender = Awaited<ReturnType<ReturnType<typeof senders>['executeTakeFirst']>>

function cardOf(site: Site, row: Sender): ShopCard {
  return {
    business_name: row?.business_name && row.is_show_business_name !== 0 ? row.business_name : site.name,
    street1: row?.street1 ?? '',
    city: row?.city ?? '',
    state: row?.state ?? '',
    zip: row?.zip ?? '',
    phone: row?.phone ?? site.contact_phone,
    adviser: row ? `${row.first_name} ${row.last_name}`.trim() : '',
    logo_url: row?.logo ? pictureUrl(row.logo) : null,
  }
}
