import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { EmbedRow } from '../embeds.queries.ts'
import '../tables.ts'

/** What the page of an embed reads and writes. */

export type ShownEmbed = EmbedRow & {
  business_name: string
  /** It was deleted, or its business or its user no longer has it. */
  is_over: boolean
  email: string
  user_language_id: number | null
}

export const findEmbed = (db: Db, site: Site, token: string): Promise<ShownEmbed | undefined> =>
  db
    .selectFrom('embeds as e')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'e.web_site_id').onRef('u.user_id', '=', 'e.user_id'))
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'e.web_site_id').onRef('b.businessentity_id', '=', 'e.businessentity_id'),
    )
    .selectAll('e')
    .select([
      'u.language_id as user_language_id',
      sql<string>`coalesce(b.business_name, '')`.as('business_name'),
      // A person who has left is told nothing.
      sql<string>`case when u.deleted_at is null then coalesce(u.email, '') else '' end`.as('email'),
      sql<boolean>`(e.deleted_at is not null or b.suspended_at is not null
        or coalesce(b.subscription_status, 'active') = 'ended'
        or (not e.of_business and u.deleted_at is not null))`.as('is_over'),
    ])
    .where('e.web_site_id', '=', site.web_site_id)
    .where('e.token', '=', token)
    .executeTakeFirst()

export interface View {
  embed_id: number
  view_key: string
  part_id: string
  language: string
  viewed_at: Date
  host: string
  remote_address: string
  machine: string | null
}

/** Stores a view; one that is stored already stays as it is. */
export const insertView = (db: Db, site: Site, view: View) =>
  db
    .insertInto('embed_views')
    .values({ web_site_id: site.web_site_id, ...view })
    .onConflict((c) => c.doNothing())
    .execute()

/** Hosts that are kept for each embed: anyone can ask for its page and name any host. */
export const mostHosts = 50

/** Notes that a host tried to show an embed. Hosts beyond the kept number are left out. */
export async function noteRefusal(db: Db, site: Site, embedId: number, host: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await sql`
    insert into embed_refusals as r (web_site_id, embed_id, host, first_at, last_at)
    select ${site.web_site_id}::int, ${embedId}::int, ${host}::text, ${at}::timestamptz, ${at}::timestamptz
    where exists (select from embed_refusals k where k.web_site_id = ${site.web_site_id} and k.embed_id = ${embedId}
        and k.host = ${host})
      or (select count(*) from embed_refusals k where k.web_site_id = ${site.web_site_id} and k.embed_id = ${embedId}) < ${mostHosts}
    on conflict (web_site_id, embed_id, host) do update set last_at = excluded.last_at`.execute(db)
}

/** Returns whether a user may be told now, and takes the turn: it comes once a day. */
export async function takeNotice(db: Db, site: Site, userId: number, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { rows } = await sql`
    insert into embed_notices as n (web_site_id, user_id, told_at)
    values (${site.web_site_id}, ${userId}, ${at}::timestamptz)
    on conflict (web_site_id, user_id) do update set told_at = excluded.told_at
      where n.told_at <= ${at}::timestamptz - interval '1 day'
    returning 1`.execute(db)
  return rows.length > 0
}
