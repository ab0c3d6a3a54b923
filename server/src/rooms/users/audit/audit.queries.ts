import { sql, type ExpressionBuilder } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of the audit log. */

export interface AuditFilter {
  /** Null: the whole web site. */
  businessId: number | null
  since: Date
  person: number | null
  /** An action, or the thing before its dot; empty: all. */
  action: string
  search: string
}

/** First and last name, else the user name: people who were invited without a name have none yet. */
const nameOf = (table: string) =>
  sql<string | null>`coalesce(nullif(concat_ws(' ', nullif(${sql.ref(`${table}.first_name`)}, ''),
    nullif(${sql.ref(`${table}.last_name`)}, '')), ''), ${sql.ref(`${table}.username`)})`

/** Callers of another web site have their name in the entry. */
const nameOfWho = sql<string | null>`coalesce(${sql.ref('a.user_name')}, ${nameOf('w')})`

/** Fields of an entry that name the record, which may be gone since. */
const namingFields = [
  'name',
  'title',
  'video_name',
  'animation_name',
  'class_name',
  'business_name',
  'businessentity_location_name',
  'legal_name',
  'description',
  'phone_number',
  'url',
  'email',
  'subject',
]
const recorded = (side: 'before' | 'after', field: string) =>
  sql`nullif(${sql.ref(`a.${side}`)}->>${sql.lit(field)}, '')`
const rangeOf = (side: 'before' | 'after') => sql`${recorded(side, 'from_ip')} || ' – ' || ${recorded(side, 'to_ip')}`

/** The name of the record as the entry itself has it; null for users, whose entries have parts of names. */
const recordedName = sql<string | null>`case when a.target_kind <> 'user' then coalesce(${sql.join(
  (['after', 'before'] as const).flatMap((side) => [
    ...namingFields.map((field) => recorded(side, field)),
    rangeOf(side),
  ]),
)}) end`

const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const filtered = (db: Db, site: Site, { businessId, since, person, action, search }: AuditFilter) =>
  db
    .selectFrom('audit_log as a')
    .leftJoin('users as w', (j) =>
      j.onRef('w.web_site_id', '=', 'a.web_site_id').onRef('w.user_id', '=', 'a.user_id').on('a.user_name', 'is', null),
    )
    .leftJoin('users as f', (j) =>
      j.onRef('f.web_site_id', '=', 'a.web_site_id').onRef('f.user_id', '=', 'a.acted_for'),
    )
    .leftJoin('users as t', (j) =>
      j
        .onRef('t.web_site_id', '=', 'a.web_site_id')
        .on('a.target_kind', '=', 'user')
        .on(sql<boolean>`t.user_id::text = a.target_id`),
    )
    .where('a.web_site_id', '=', site.web_site_id)
    .where('a.at', '>=', since)
    .$if(businessId !== null, (q) => q.where('a.businessentity_id', '=', businessId))
    .$if(person !== null, (q) =>
      q.where((eb) =>
        eb.or([
          eb('a.user_id', '=', person),
          eb('a.acted_for', '=', person),
          eb.and([eb('a.target_kind', '=', 'user'), eb('a.target_id', '=', String(person))]),
        ]),
      ),
    )
    .$if(action.includes('.'), (q) => q.where('a.action', '=', action))
    .$if(action !== '' && !action.includes('.'), (q) => q.where(sql<string>`split_part(a.action, '.', 1)`, '=', action))
    .$if(search !== '', (q) =>
      q.where(
        sql<boolean>`(${sql.join(
          [nameOfWho, nameOf('f'), nameOf('t'), sql`a.ip`, sql`w.username`].map(
            (column) => sql`${column} ilike ${pattern(search)}`,
          ),
          sql` or `,
        )} or a.target_id = ${search} or ${recordedName} ilike ${pattern(search)}
          or (a.target_kind, a.target_id) in (select kind, id::text from audit_names
            where web_site_id = ${site.web_site_id} and kind in (${sql.join(searchedKinds.map((kind) => sql.lit(kind)))})
              and name ilike ${pattern(search)}))`,
      ),
    )

const columns = [
  'a.audit_id',
  'a.at',
  'a.action',
  'a.outcome',
  'a.user_id',
  'a.acted_for',
  'a.target_kind',
  'a.target_id',
  'a.ip',
  'a.user_agent',
  'a.api_key_id',
] as const

const names = () =>
  [
    nameOfWho.as('who_name'),
    nameOf('f').as('as_name'),
    nameOf('t').as('target_name'),
    recordedName.as('recorded_name'),
  ] as const

/** Returns one page of entries, the latest first. */
export const findEntries = (db: Db, site: Site, filter: AuditFilter, page: { size: number; offset: number }) =>
  filtered(db, site, filter)
    .select(columns)
    .select(names())
    .orderBy('a.at', 'desc')
    .orderBy('a.audit_id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute()
export type AuditRow = Awaited<ReturnType<typeof findEntries>>[number]

export async function countEntries(db: Db, site: Site, filter: AuditFilter): Promise<number> {
  const row = await filtered(db, site, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Returns entries with their values, for a file. */
export const findWholeEntries = (db: Db, site: Site, filter: AuditFilter, most: number) =>
  filtered(db, site, filter)
    .select(columns)
    .select(names())
    .select(['a.before', 'a.after'])
    .orderBy('a.at', 'desc')
    .orderBy('a.audit_id', 'desc')
    .limit(most)
    .execute()

export const findEntry = (db: Db, site: Site, businessId: number | null, entryId: number) =>
  filtered(db, site, { businessId, since: new Date(0), person: null, action: '', search: '' })
    .select(columns)
    .select(names())
    .select(['a.before', 'a.after'])
    .where('a.audit_id', '=', entryId)
    .executeTakeFirst()

/** The latest entries among which people are found: the log of a web site can have millions. */
const searchedEntries = 5000

/** Returns the people of the latest entries, by name. */
export function findPeople(db: Db, site: Site, businessId: number | null) {
  return db
    .selectFrom((eb: ExpressionBuilder<Tables, never>) =>
      eb
        .selectFrom('audit_log')
        .select('user_id')
        .where('web_site_id', '=', site.web_site_id)
        .$if(businessId !== null, (q) => q.where('businessentity_id', '=', businessId))
        .orderBy('at', 'desc')
        .limit(searchedEntries)
        .as('latest'),
    )
    .innerJoin('users as w', (j) =>
      j.onRef('w.user_id', '=', 'latest.user_id').on('w.web_site_id', '=', site.web_site_id),
    )
    .select(['w.user_id', nameOf('w').as('name'), 'w.username'])
    .distinct()
    .orderBy('name')
    .orderBy('w.user_id')
    .limit(500)
    .execute()
}

/** The kinds of records that the view `audit_names` names. */
const namedKinds = [
  'location',
  'region',
  'business',
  'web_site',
  'news',
  'api_key',
  'saved_text',
  'sender_address',
  'screen',
  'embed',
  'banner',
  'custom_video',
  'site_film',
  'webhook',
  'lti_platform',
  'loop',
  'loop_item',
  'favourite',
  'link',
] as const
export type NamedKind = (typeof namedKinds)[number]
export const isNamedKind = (kind: string | null): kind is NamedKind =>
  (namedKinds as readonly (string | null)[]).includes(kind)

/** Kinds of which a web site has so few records that a search may read all their names. */
const searchedKinds = namedKinds.filter((kind) => !['loop_item', 'favourite', 'link'].includes(kind))

/**
 * Returns the names of records by their ids, also of those that are marked as deleted. The kinds are written into the
 * statement, so that the database reads only their tables.
 */
export async function findNames(db: Db, site: Site, wanted: ReadonlyMap<NamedKind, readonly number[]>) {
  if (wanted.size === 0) return []
  const { rows } = await sql<{ kind: NamedKind; id: number; name: string | null }>`
    select kind, id, name from audit_names where web_site_id = ${site.web_site_id} and (${sql.join(
      [...wanted].map(([kind, ids]) => sql`kind = ${sql.lit(kind)} and id = any(${[...ids]}::int[])`),
      sql` or `,
    )})`.execute(db)
  return rows
}
