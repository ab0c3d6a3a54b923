import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'

/** Queries of teachers' applications, of several web sites at once. */

const states = { open: ['awaiting_approval'], done: ['active', 'refused'] } as const

export const findApplications = (
  system: Db,
  of: { webSiteIds: readonly number[]; state: 'open' | 'done' },
  list: ListQuery<'created'>,
) =>
  readPage(
    system
      .selectFrom('registrations as r')
      .innerJoin('users as u', (j) =>
        j.onRef('u.web_site_id', '=', 'r.web_site_id').onRef('u.user_id', '=', 'r.user_id'),
      )
      .select(['r.registration_id', 'r.web_site_id', 'r.state', 'r.created_at', 'r.decided_at', 'r.reason', 'r.extra'])
      .select(['u.email', 'u.phone'])
      .select(sql<string>`trim(concat_ws(' ', u.first_name, u.last_name))`.as('name'))
      // An operator of another web site has no row there.
      .select(
        sql<string | null>`(select coalesce(nullif(trim(concat_ws(' ', d.first_name, d.last_name)), ''), d.username)
          from users d where d.user_id = r.decided_by order by d.web_site_id = r.web_site_id desc limit 1)`.as(
          'decided_by',
        ),
      )
      .where('r.flow', '=', 'israel_teachers')
      .where(sql<boolean>`r.web_site_id = any(${[...of.webSiteIds]}::int[])`)
      .where('r.state', 'in', [...states[of.state]])
      .where(contains(['u.first_name', 'u.last_name', 'u.email'], list.search)),
    list,
    { by: { created: sql.ref('r.created_at') }, unique: 'r.registration_id' },
  )
