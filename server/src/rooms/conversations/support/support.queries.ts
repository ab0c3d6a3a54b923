import { sql, type RawBuilder } from 'kysely'
import { mostHits } from '@cutaway/contract/rooms/conversations/support.ts'
import type { Db } from '../../../core/db/database.ts'
import { contains } from '../../../core/db/list.ts'
import type { Site } from '../../../core/tenancy.ts'
import { isSignedUp } from '../../../core/db/signed-up.ts'

/** Queries of support, over several web sites at once. */

export interface Hit {
  kind: 'business' | 'person' | 'link' | 'letter'
  id: string
  web_site_id: number
  title: string
  hints: string[]
  business_type: string | null
  username: string | null
  role: number | null
  letter_id: string | null
  at: Date | null
  is_ended: boolean
}

interface Asked {
  webSiteIds: readonly number[]
  search: string
  now: Date
  /** Letters before this are not searched. */
  since: Date
}

const rowsOf = async (db: Db, query: RawBuilder<Hit>): Promise<Hit[]> => (await query.execute(db)).rows
const sites = ({ webSiteIds }: Asked) => sql`any(${[...webSiteIds]}::int[])`

export const findBusinesses = (system: Db, asked: Asked) =>
  rowsOf(
    system,
    sql<Hit>`select 'business' as kind, b.businessentity_id::text as id, b.web_site_id, b.business_name as title,
      '{}'::text[] as hints, b.business_type, null as username, null::int as role, null as letter_id, b.created_at as at, b.subscription_status <> 'active' as is_ended
    from business_entities b
    where b.web_site_id = ${sites(asked)} and ${isSignedUp('b')} and ${contains(['b.business_name'], asked.search)}
    order by b.business_name, b.businessentity_id limit ${mostHits}`,
  )

const ofPerson = ['u.first_name', 'u.last_name', 'u.username', 'u.email', 'u.phone']

/** Finds people by their own words, and by those of their business and web site: the former come first. */
export const findPeople = (system: Db, asked: Asked) =>
  rowsOf(
    system,
    sql<Hit>`select 'person' as kind, u.user_id::text as id, u.web_site_id,
      coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) as title,
      array_remove(array[nullif(u.email, ''), b.business_name], null) as hints, null as business_type, u.username, u.user_access_id as role, null as letter_id,
      (select max(l.at) from logins l where l.web_site_id = u.web_site_id and l.user_id = u.user_id) as at,
      (u.deleted_at is not null or u.active <> 1) as is_ended
    from users u
    left join business_entities b on b.web_site_id = u.web_site_id and b.businessentity_id = u.businessentity_id
    join web_sites w on w.web_site_id = u.web_site_id
    where u.web_site_id = ${sites(asked)} and ${isSignedUp('u')}
      and ${contains([...ofPerson, 'b.business_name', 'w.name'], asked.search)}
    order by u.deleted_at is not null,
      not ${contains(ofPerson, asked.search)}, lower(u.username) <> lower(${asked.search}), title, u.user_id limit ${mostHits}`,
  )

/** Finds links by their token or short code, also in a pasted address, or by subject and repair order. */
export function findLinks(system: Db, asked: Asked) {
  const token = /([\w-]{12,})\/?(?:[?#].*)?$/.exec(asked.search)?.[1] ?? ''
  return rowsOf(
    system,
    sql<Hit>`select 'link' as kind, l.link_id::text as id, l.web_site_id,
      coalesce(nullif(l.subject, ''), (select string_agg(f.part_id, ', ' order by f.position) from link_films f
        where f.web_site_id = l.web_site_id and f.link_id = l.link_id), '') as title,
      array_remove(array[u.username, nullif(l.ro_number, '')], null) as hints, null as business_type, null as username, null::int as role,
      (select coalesce(r.mail_id, r.message_id)::text from send_recipients r
        where r.web_site_id = l.web_site_id and r.link_id = l.link_id limit 1) as letter_id, l.created_at as at,
      (l.revoked_at is not null or l.expires_at <= ${asked.now}) as is_ended
    from links l join users u on u.web_site_id = l.web_site_id and u.user_id = l.user_id
    where l.web_site_id = ${sites(asked)} and (${token} in (l.token, l.short_code)
      or (l.created_at >= ${asked.since} and ${contains(['l.subject', 'l.ro_number'], asked.search)}))
    order by l.created_at desc, l.link_id limit ${mostHits}`,
  )
}

export const findLetters = (system: Db, asked: Asked) =>
  rowsOf(
    system,
    sql<Hit>`select * from (
      (select 'letter' as kind, m.mail_id::text as id, m.web_site_id, m.subject as title, array[m.to_address] as hints,
        null as business_type, null as username, null::int as role, null as letter_id, m.created_at as at, coalesce(d.state = 'failed', false) as is_ended
      from mails m left join deliveries d on d.web_site_id = m.web_site_id and d.delivery_id = m.mail_id
      where m.web_site_id = ${sites(asked)} and m.created_at >= ${asked.since}
        and (m.mail_id::text = ${asked.search} or ${contains(['m.subject', 'm.to_address', 'm.from_name'], asked.search)})
      order by m.created_at desc limit ${mostHits})
      union all
      (select 'letter', s.message_id::text, s.web_site_id, left(s.body, 120), array[s.to_number], null, null, null::int, null, s.created_at,
        coalesce(d.state = 'failed', false)
      from messages s left join deliveries d on d.web_site_id = s.web_site_id and d.delivery_id = s.message_id
      where s.web_site_id = ${sites(asked)} and s.created_at >= ${asked.since}
        and (s.message_id::text = ${asked.search} or ${contains(['s.to_number', 's.body'], asked.search)})
      order by s.created_at desc limit ${mostHits})
    ) letters order by at desc, id limit ${mostHits}`,
  )

export interface LetterRow {
  delivery_id: string
  channel: 'mail' | 'text'
  to: string
  subject: string
  state: 'pending' | 'sent' | 'delivered' | 'failed' | 'outcome_unknown'
  failure_reason: string | null
  last_error: string | null
  error_code: string | null
  carrier: string | null
  carrier_reference: string | null
  created_at: Date
  sent_at: Date | null
  ended_at: Date | null
  due_at: Date | null
}

/** Returns a letter. `to` and `subject` are empty if the customer was forgotten. */
export async function findLetter(db: Db, site: Site, deliveryId: string): Promise<LetterRow | undefined> {
  const { rows } = await sql<LetterRow>`
    select d.delivery_id, d.channel, coalesce(m.to_address, s.to_number, '') as to,
      coalesce(m.subject, left(s.body, 120), '') as subject, d.state, d.failure_reason, d.last_error, d.error_code,
      d.carrier, d.carrier_reference, d.created_at, d.sent_at, d.ended_at,
      case when d.state = 'pending' then d.due_at end as due_at
    from deliveries d
    left join mails m on m.web_site_id = d.web_site_id and m.mail_id = d.delivery_id
    left join messages s on s.web_site_id = d.web_site_id and s.message_id = d.delivery_id
    where d.web_site_id = ${site.web_site_id} and d.delivery_id = ${deliveryId}::uuid`.execute(db)
  return rows[0]
}

export const findAttempts = (db: Db, site: Site, deliveryId: string) =>
  db
    .selectFrom('delivery_attempts')
    .select(['attempt', 'node', 'started_at', 'ended_at', 'result', 'reason'])
    .where('web_site_id', '=', site.web_site_id)
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .execute()

interface SendRow {
  sender: string
  acted_by: string | null
  business: string | null
  address_key: string
  opened_at: Date | null
  watched_at: Date | null
  views: number
  answers: number
  answered_at: Date | null
  link_ends_at: Date | null
  is_revoked: boolean
}

const nameOf = (table: string) =>
  sql`coalesce(nullif(trim(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)})), ''),
    ${sql.ref(`${table}.username`)})`

/** Returns the send to which a letter belongs; undefined for letters of the portal itself. */
export async function findSend(db: Db, site: Site, deliveryId: string): Promise<SendRow | undefined> {
  const { rows } = await sql<SendRow>`
    select ${nameOf('u')} as sender, (select ${nameOf('a')} from users a
        where a.web_site_id = s.web_site_id and a.user_id = s.acting_user_id) as acted_by,
      b.business_name as business, r.address_key,
      (select min(o.at) from (
          select h.at from link_hits h where h.web_site_id = r.web_site_id and h.link_id = r.link_id and h.kind = 'page'
          union all select v.opened_at from link_views v where v.web_site_id = r.web_site_id and v.link_id = r.link_id
        ) o) as opened_at,
      (select min(v.first_frame_at) from link_views v where v.web_site_id = r.web_site_id and v.link_id = r.link_id) as watched_at,
      (select max(w.at) from link_answers w where w.web_site_id = r.web_site_id and w.link_id = r.link_id) as answered_at,
      (select count(distinct v.part_id)::int from link_views v where v.web_site_id = r.web_site_id and v.link_id = r.link_id
        and v.first_frame_at is not null) as views,
      (select count(*)::int from link_answers w where w.web_site_id = r.web_site_id and w.link_id = r.link_id) as answers,
      l.expires_at as link_ends_at, l.revoked_at is not null as is_revoked
    from send_recipients r
    join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id
    join users u on u.web_site_id = s.web_site_id and u.user_id = s.user_id
    left join business_entities b on b.web_site_id = s.web_site_id and b.businessentity_id = s.businessentity_id
    left join links l on l.web_site_id = r.web_site_id and l.link_id = r.link_id
    where r.web_site_id = ${site.web_site_id}
      and (r.mail_id = ${deliveryId}::uuid or r.message_id = ${deliveryId}::uuid)
    limit 1`.execute(db)
  return rows[0]
}

export const findSuppression = (db: Db, site: Site, addressKey: string) =>
  db
    .selectFrom('suppressions')
    .select(['reason', 'since'])
    .where('web_site_id', '=', site.web_site_id)
    .where('address_key', '=', addressKey)
    .executeTakeFirst()
