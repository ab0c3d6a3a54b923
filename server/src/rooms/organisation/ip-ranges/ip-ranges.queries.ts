import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { IpRange as Range } from '@cutaway/contract/rooms/organisation/ip-numbers.ts'
import type { IpLoginType, IpRangeState } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { type Selectable, sql } from 'kysely'
import { distributorRole } from '../../../core/auth/caller.ts'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Ranges of IP addresses, of one business and of several web sites at once. */

export type IpRangeRow = Selectable<Tables['ip_ranges']>

/** Both ends of `r`, exact: drivers read a bigint as a number, which has too few digits for networks of IPv6. */
export const exactEnds = [sql<string>`r.from_ip::text`.as('from_ip'), sql<string>`r.to_ip::text`.as('to_ip')] as const

const nameOf = (table: string) =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)})), ''),
    ${sql.ref(`${table}.username`)})`
/** An IPv4 address contains the text; the digits of an IPv6 network begin with those of the text. */
const hasText = (column: string, text: string) =>
  sql<boolean>`case when ${sql.ref(column)} <= 4294967295 then strpos(host('0.0.0.0'::inet + ${sql.ref(column)}), ${text}) > 0
    else ${text.includes(':')} and starts_with(to_hex(${sql.ref(column)}), ${digitsOf(text)}) end`
/** '2a02:8388:1' -> '2a0283880001' */
const digitsOf = (text: string) =>
  (text.toLowerCase().split('::')[0] ?? '')
    .split('/')[0]!
    .split(':')
    .filter(Boolean)
    .map((group) => group.padStart(4, '0'))
    .join('')

export const findRangesById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<IpRangeRow[]> =>
  db
    .selectFrom('ip_ranges as r')
    .selectAll('r')
    .select(exactEnds)
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.ip_range_id', 'in', [...ids])
    .where(reach.businesses('r.businessentity_id'))
    .execute()

const listed = (db: Db) =>
  db
    .selectFrom('ip_ranges as r')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'r.web_site_id').onRef('u.user_id', '=', 'r.user_id'))
    .selectAll('r')
    .select(exactEnds)
    .select([nameOf('u').as('user_name'), 'u.user_access_id'])
export type ListedRange = IpRangeRow & { user_name: string; user_access_id: number }

const size = sql<number>`r.to_ip - r.from_ip`

export const listRanges = (
  db: Db,
  site: Site,
  businessId: number,
  { search, ...page }: ListQuery<'from' | 'addresses' | 'asked'>,
) =>
  readPage(
    listed(db)
      .where('r.web_site_id', '=', site.web_site_id)
      .where('r.businessentity_id', '=', businessId)
      .$if(search !== '', (q) =>
        q.where((eb) =>
          eb.or([
            contains(['u.username', 'u.first_name', 'u.last_name'], search),
            hasText('r.from_ip', search),
            hasText('r.to_ip', search),
          ]),
        ),
      ),
    page,
    { by: { from: sql.ref('r.from_ip'), addresses: size, asked: sql.ref('r.asked_at') }, unique: 'r.ip_range_id' },
  )

export const findListedRange = (db: Db, site: Site, id: number): Promise<ListedRange> =>
  listed(db).where('r.web_site_id', '=', site.web_site_id).where('r.ip_range_id', '=', id).executeTakeFirstOrThrow()

/** Returns whether a user is the super user or a distributor. */
export async function isOperator(db: Db, site: Site, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('user_access_id', '<=', distributorRole)
    .executeTakeFirst()
  return found !== undefined
}

/** Lets the changes of a web site's ranges run one after another, so that two at once cannot overlap. */
export const lockRanges = (db: Db, site: Site) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`ip ranges ${site.web_site_id}`}, 0))`.execute(db)

/** Returns which ranges of the web site share an address with a range: of the business itself, active ones of others. */
export async function findOverlaps(
  db: Db,
  site: Site,
  { from, to }: Range,
  { businessId, except = 0 }: { businessId: number; except?: number | undefined },
): Promise<{ own: boolean; others: boolean }> {
  return db
    .selectFrom('ip_ranges')
    .select([
      sql<boolean>`coalesce(bool_or(businessentity_id = ${businessId}), false)`.as('own'),
      sql<boolean>`coalesce(bool_or(businessentity_id <> ${businessId} and state = 'active'), false)`.as('others'),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('state', '!=', 'refused')
    .where('from_ip', '<=', String(to))
    .where('to_ip', '>=', String(from))
    .where('ip_range_id', '!=', except)
    .executeTakeFirstOrThrow()
}

/** Counts the ranges of a business, and the addresses that are active although the operator approved none of them. */
export const countRanges = (
  db: Db,
  site: Site,
  { businessId, except = 0 }: { businessId: number; except?: number | undefined },
): Promise<{ ranges: number; undecided: number }> =>
  db
    .selectFrom('ip_ranges')
    .select([
      sql<number>`count(*)::int`.as('ranges'),
      sql<number>`coalesce(sum(to_ip - from_ip + 1) filter (where state = 'active' and decided_at is null), 0)::float8`.as(
        'undecided',
      ),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('ip_range_id', '!=', except)
    .executeTakeFirstOrThrow()

interface Asked {
  range: Range
  state: IpRangeState
  asked_at: Date
  asked_by: number
}
const columnsOf = ({ range: { from, to }, ...asked }: Asked) => ({ ...asked, from_ip: String(from), to_ip: String(to) })

export async function insertRange(
  db: Db,
  site: Site,
  of: { businessentity_id: number; user_id: number; login_type: IpLoginType },
  asked: Asked,
): Promise<number> {
  const { ip_range_id } = await db
    .insertInto('ip_ranges')
    .values({ web_site_id: site.web_site_id, ...of, ...columnsOf(asked) })
    .returning('ip_range_id')
    .executeTakeFirstOrThrow()
  return ip_range_id
}

/** Changes what a range offers. Its addresses keep the decision on them. */
export const updateOffer = (db: Db, site: Site, id: number, offer: Pick<IpRangeRow, 'login_type' | 'user_id'>) =>
  db
    .updateTable('ip_ranges')
    .set(offer)
    .where('web_site_id', '=', site.web_site_id)
    .where('ip_range_id', '=', id)
    .execute()

/** Returns whether a user of the business may be the one of a range: never an operator. */
export async function isOfBusiness(db: Db, site: Site, userId: number, businessId: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('businessentity_id', '=', businessId)
    .where('user_access_id', '>', distributorRole)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Changes the addresses of a range, and forgets the decision on the former ones. */
export const updateRange = (db: Db, site: Site, id: number, asked: Asked) =>
  db
    .updateTable('ip_ranges')
    .set({ ...columnsOf(asked), decided_at: null, decided_by: null, reason: '' })
    .where('web_site_id', '=', site.web_site_id)
    .where('ip_range_id', '=', id)
    .execute()

export const deleteRange = (db: Db, site: Site, id: number) =>
  db.deleteFrom('ip_ranges').where('web_site_id', '=', site.web_site_id).where('ip_range_id', '=', id).execute()

/** Decides on a range. Returns false if it no longer waits with these addresses. */
export async function decideRange(
  db: Db,
  site: Site,
  id: number,
  { from, to }: Range,
  decision: { state: IpRangeState; decided_at: Date; decided_by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ip_ranges')
    .set(decision)
    .where('web_site_id', '=', site.web_site_id)
    .where('ip_range_id', '=', id)
    .where('state', '=', 'waiting')
    .where('from_ip', '=', String(from))
    .where('to_ip', '=', String(to))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type OfferingRange = Pick<IpRangeRow, 'businessentity_id' | 'user_id' | 'login_type'> & {
  business_name: string
  /** The store of the range's user. */
  location_id: number | null
}

/** Returns the active range of an address. Active ranges of a web site share none. */
export const findActiveRange = (db: Db, site: Site, address: bigint): Promise<OfferingRange | undefined> =>
  db
    .selectFrom('ip_ranges as r')
    .innerJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'r.web_site_id').onRef('b.businessentity_id', '=', 'r.businessentity_id'),
    )
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'r.web_site_id').onRef('u.user_id', '=', 'r.user_id'))
    .select(['r.businessentity_id', 'r.user_id', 'r.login_type', 'b.business_name', 'u.location_id'])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.state', '=', 'active')
    .where('r.to_ip', '>=', String(address))
    .where('r.from_ip', '<=', String(address))
    .orderBy('r.to_ip')
    .limit(1)
    .executeTakeFirst()
