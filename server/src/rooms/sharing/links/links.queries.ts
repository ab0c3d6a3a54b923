import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of links and their films. */

/** A link with its parts in order. */
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLinkByToken>>>

const links = (db: Db, site: Site) =>
  db
    .selectFrom('links')
    .selectAll('links')
    .select(
      sql<string[]>`(select coalesce(array_agg(f.part_id order by f.position), '{}') from link_films f
        where f.web_site_id = links.web_site_id and f.link_id = links.link_id)`.as('part_ids'),
    )
    .where('links.web_site_id', '=', site.web_site_id)

export const findLinkByToken = (db: Db, site: Site, token: string) =>
  links(db, site).where('token', '=', token).executeTakeFirst()

export const findLinkByShortCode = (db: Db, site: Site, code: string) =>
  links(db, site).where('short_code', '=', code).executeTakeFirst()

export const findLinksById = (db: Db, site: Site, ids: readonly number[], reach: Reach) =>
  links(db, site).where('link_id', 'in', ids).where(reach.users('links.user_id')).execute()

/** Returns the newest active link that was made from the same request. */
export const findSameLink = (db: Db, site: Site, userId: number, fingerprint: string, now: Date) =>
  links(db, site)
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .orderBy('link_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewLink {
  token: string
  short_code?: string
  kind: 'email' | 'sms' | 'mms' | 'websitePromotion' | 'pdf' | 'repair_order'
  user_id: number
  businessentity_id: number | null
  location_id: number | null
  brand_id: number
  driverside: 'left' | 'right'
  language_id: number
  subject?: string
  message?: string
  ro_number?: string
  with_related?: boolean
  call_to_action_text?: string
  call_to_action_colour?: string
  call_to_action_url?: string
  fingerprint?: string
  notify?: boolean
  asks?: 'decision' | 'information'
  /** ISO 4217, of the prices of its films. */
  currency?: string
  language_chosen?: boolean
  created_at: Date
  expires_at: Date
}

/** What the shop found for one film of a link. */
export interface NewFinding {
  part_id: string
  finding?: string
  measured?: string
  rating?: 'red' | 'yellow' | 'green' | null
  price?: number | null
  note?: string
}

/** Inserts a link with its films, in order. Returns its id. */
export async function insertLink(
  db: Db,
  site: Site,
  link: NewLink,
  films: readonly (string | NewFinding)[],
): Promise<number> {
  const { link_id } = await db
    .insertInto('links')
    .values({ web_site_id: site.web_site_id, ...link })
    .returning('link_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('link_films')
    .values(
      films.map((film, position) => ({
        web_site_id: site.web_site_id,
        link_id,
        position,
        ...(typeof film === 'string' ? { part_id: film } : film),
      })),
    )
    .execute()
  return link_id
}

/**
 * Returns the lifetime in days of links of a kind on a web site: its own row, else 7 for web pages and 30 for
 * everything else.
 */
export async function expiryDays(db: Db, site: Site, kind: NewLink['kind']): Promise<number> {
  const row = await db
    .selectFrom('link_expiries')
    .select('days')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.days ?? (kind === 'websitePromotion' ? 7 : 30)
}

export async function updateLink(
  db: Db,
  site: Site,
  linkId: number,
  change: { expires_at?: Date; revoked_at?: Date | null },
): Promise<void> {
  await db
    .updateTable('links')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .execute()
}

/** Serialises the creation of a user's links, so that the same request never makes two. */
export async function lockLinks(db: Db, site: Site, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${site.web_site_id}::int, ${userId}::int)`.execute(db)
}

/** Returns the links that a user made to hand on, newest first, with the visits of people. */
export const findLinksOf = (
  db: Db,
  site: Site,
  userId: number,
  page: { partId?: string | undefined; limit: number; offset: number },
) =>
  handedOn(links(db, site), userId, page.partId)
    .select(
      sql<number>`(select count(distinct v.view_key)::int from link_views v
        where v.web_site_id = links.web_site_id and v.link_id = links.link_id
          and v.first_frame_at is not null)
        + (select count(*)::int from link_pdf_views p
        where p.web_site_id = links.web_site_id and p.link_id = links.link_id and links.kind = 'pdf')`.as('views'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('link_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export async function countLinks(db: Db, site: Site, userId: number, partId: string | undefined): Promise<number> {
  const all = db.selectFrom('links').where('links.web_site_id', '=', site.web_site_id)
  const { n } = await handedOn(all, userId, partId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

function handedOn<O>(query: SelectQueryBuilder<Tables, 'links', O>, userId: number, partId: string | undefined) {
  const own = query
    .where('links.user_id', '=', userId)
    .where('links.kind', 'in', ['websitePromotion', 'pdf', 'repair_order'])
  return partId === undefined
    ? own
    : own.where(
        sql<boolean>`exists (select from link_films f where f.web_site_id = links.web_site_id
          and f.link_id = links.link_id and f.part_id = ${partId})`,
      )
}
