import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import { exactEnds, type IpRangeRow } from './ip-ranges.queries.ts'

/** Ranges that need a decision, of the web sites that an operator manages. */

export type AskedRange = IpRangeRow & {
  user_name: string
  user_access_id: number
  business_name: string
  asked_by_name: string
  shared_with: string[]
}

const nameOf = (table: string) =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)})), ''),
    ${sql.ref(`${table}.username`)})`

export const listAskedRanges = (
  system: Db,
  webSiteIds: readonly number[],
  state: 'open' | 'done',
  { search, ...page }: ListQuery<'asked' | 'addresses'>,
) =>
  readPage(
    system
      .selectFrom('ip_ranges as r')
      .innerJoin('business_entities as b', (j) =>
        j.onRef('b.web_site_id', '=', 'r.web_site_id').onRef('b.businessentity_id', '=', 'r.businessentity_id'),
      )
      .innerJoin('users as u', (j) =>
        j.onRef('u.web_site_id', '=', 'r.web_site_id').onRef('u.user_id', '=', 'r.user_id'),
      )
      .selectAll('r')
      .select(exactEnds)
      .select(['b.business_name', nameOf('u').as('user_name'), 'u.user_access_id'])
      // An operator of another web site has no row there.
      .select(
        sql<string>`coalesce((select ${nameOf('a')} from users a
          where a.user_id = r.asked_by order by a.web_site_id = r.web_site_id desc limit 1), '')`.as('asked_by_name'),
      )
      .select(
        sql<string[]>`array(select distinct c.business_name from ip_ranges s
          join business_entities c on c.web_site_id = s.web_site_id and c.businessentity_id = s.businessentity_id
          where s.web_site_id = r.web_site_id and s.businessentity_id <> r.businessentity_id and s.state = 'active'
            and s.from_ip <= r.to_ip and s.to_ip >= r.from_ip order by 1)`.as('shared_with'),
      )
      .where(sql<boolean>`r.web_site_id = any(${[...webSiteIds]}::int[])`)
      .$if(state === 'open', (q) => q.where('r.state', '=', 'waiting'))
      .$if(state === 'done', (q) => q.where('r.decided_at', 'is not', null))
      .$if(search !== '', (q) => q.where(contains(['b.business_name', 'u.username'], search))),
    page,
    {
      by: { asked: sql.ref('r.asked_at'), addresses: sql`r.to_ip - r.from_ip` },
      unique: 'r.ip_range_id',
    },
  )
