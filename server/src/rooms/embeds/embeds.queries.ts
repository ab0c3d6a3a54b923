import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import { contains, readPage } from '../../core/db/list.ts'
import type { Tables } from '../../core/db/tables.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import './tables.ts'

/** Embeds, as their managers see them. */

export type EmbedRow = Selectable<Tables['embeds']>

/** Whose embeds are counted together: those of a user, or those of a business. */
export type Counted = { user_id: number } | { businessentity_id: number }

const existing = (db: Db, site: Site) =>
  db.selectFrom('embeds as e').where('e.web_site_id', '=', site.web_site_id).where('e.deleted_at', 'is', null)

const ofCounted = (counted: Counted) =>
  'user_id' in counted
    ? sql<boolean>`(not e.of_business and e.user_id = ${counted.user_id})`
    : sql<boolean>`(e.of_business and e.businessentity_id = ${counted.businessentity_id})`

/** An embed of a business belongs to those who manage the business, another one to its user and the user's managers. */
export const findEmbedsById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<EmbedRow[]> =>
  existing(db, site)
    .selectAll('e')
    .where('e.embed_id', 'in', [...ids])
    .where(
      sql<boolean>`case when e.of_business then ${reach.businesses('e.businessentity_id')} else ${reach.users('e.user_id')} end`,
    )
    .execute()

/** What a list shows of an embed beside its row. */
export type ListedEmbed = EmbedRow & { views: number; last_seen: Date | null; blocked_on: string[] }

const dayBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

const listed = (db: Db, site: Site, now: Date) =>
  existing(db, site)
    .selectAll('e')
    .select([
      sql<number>`(select count(*)::int from embed_views v where v.web_site_id = e.web_site_id and v.embed_id = e.embed_id
        and v.machine is null and v.viewed_at >= ${dayBefore(now, 30)}::timestamptz)`.as('views'),
      sql<Date | null>`(select max(v.viewed_at) from embed_views v where v.web_site_id = e.web_site_id
        and v.embed_id = e.embed_id and v.machine is null)`.as('last_seen'),
      sql<string[]>`array(select r.host from embed_refusals r where r.web_site_id = e.web_site_id
        and r.embed_id = e.embed_id and r.last_at >= ${dayBefore(now, 30)}::timestamptz
        order by r.last_at desc, r.host)`.as('blocked_on'),
    ])

export const findListedEmbed = (db: Db, site: Site, id: number, now: Date): Promise<ListedEmbed> =>
  listed(db, site, now).where('e.embed_id', '=', id).executeTakeFirstOrThrow()

export const listEmbeds = (
  db: Db,
  site: Site,
  counted: Counted,
  { search, ...page }: ListQuery<'created' | 'name' | 'domain' | 'views'>,
  now: Date,
) =>
  readPage(
    listed(db, site, now)
      .where(ofCounted(counted))
      .$if(search !== '', (q) =>
        q.where(contains(['e.animation_name', 'e.part_id', 'e.domain_name', 'e.domain_temp'], search)),
      ),
    page,
    {
      by: {
        created: sql.ref('e.created_at'),
        name: sql`lower(e.animation_name)`,
        domain: sql.ref('e.domain_name'),
        views: sql.ref('views'),
      },
      unique: 'e.embed_id',
    },
  )

export async function countEmbeds(db: Db, site: Site, counted: Counted): Promise<number> {
  const { count } = await existing(db, site)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(ofCounted(counted))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns how many embeds a business, or a user of it, may have. Null is any number; without a business it is none. */
export async function findLimits(
  db: Db,
  site: Site,
  businessId: number | null,
): Promise<{ embed_limit: number | null; embed_limit_of_user: number | null }> {
  const found = await db
    .selectFrom('business_entities')
    .select(['embed_limit', 'embed_limit_of_user'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId ?? 0)
    .executeTakeFirst()
  return found ?? { embed_limit: 0, embed_limit_of_user: 0 }
}

/** Lets the changes of a web site's embeds run one after another, so that two at once neither pass a limit nor share a domain. */
export const lockEmbeds = (db: Db, site: Site) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`embeds ${site.web_site_id}`}, 0))`.execute(db)

export interface Claim {
  domain: string
  /** Of the user who has the embed. */
  user_id: number
  businessentity_id: number | null
  part_id: string
  embed_type: EmbedRow['embed_type']
  /** The embed that is changed. */
  except?: number | undefined
}

/**
 * Returns the embed with which a domain is taken: one of the same user that shows the same there, or one of another
 * business, for which the domain is a permanent one.
 */
export async function findTaken(
  db: Db,
  site: Site,
  { domain, user_id, businessentity_id, part_id, embed_type, except = 0 }: Claim,
): Promise<{ embed_id: number; is_of_others: boolean } | undefined> {
  const same = sql<boolean>`(e.user_id = ${user_id} and e.embed_type = ${embed_type} and lower(e.part_id) = lower(${part_id})
    and ${domain} in (e.domain_name, e.domain_temp))`
  const others = sql<boolean>`(e.domain_name = ${domain}
    and coalesce(e.businessentity_id, 0) <> ${businessentity_id ?? 0} and e.user_id <> ${user_id})`
  return existing(db, site)
    .select(['e.embed_id', sql<boolean>`not ${same}`.as('is_of_others')])
    .where('e.embed_id', '!=', except)
    .where(sql<boolean>`(${same} or ${others})`)
    .orderBy('is_of_others')
    .orderBy('e.embed_id')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEmbed(
  db: Db,
  site: Site,
  row: Omit<Insertable<Tables['embeds']>, 'web_site_id' | 'embed_id'>,
): Promise<number> {
  const { embed_id } = await db
    .insertInto('embeds')
    .values({ web_site_id: site.web_site_id, ...row })
    .returning('embed_id')
    .executeTakeFirstOrThrow()
  return embed_id
}

/** Returns whether there was such an embed. */
export async function updateEmbed(db: Db, site: Site, id: number, row: Updateable<Tables['embeds']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('embeds')
    .set(row)
    .where('web_site_id', '=', site.web_site_id)
    .where('embed_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
