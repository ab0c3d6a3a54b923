import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { RegistrationRow } from '../numbers/registration.queries.ts'

/** Queries of registrations with US carriers, of several web sites at once. */

export const findRegistrations = (
  system: Db,
  of: { webSiteIds: readonly number[]; state: RegistrationRow['state'] },
  list: ListQuery<'submitted' | 'business'>,
) =>
  readPage(
    system
      .selectFrom('text_registrations as r')
      .innerJoin('business_entities as b', (j) =>
        j.onRef('b.web_site_id', '=', 'r.web_site_id').onRef('b.businessentity_id', '=', 'r.businessentity_id'),
      )
      .selectAll('r')
      .select('b.business_name')
      .select(
        sql<string[]>`array(select n.phone_number from phone_numbers n where n.web_site_id = r.web_site_id
          and n.businessentity_id = r.businessentity_id and n.state = 'owned' and n.iso_country = 'US'
          and n.number_type = 'local' order by n.phone_number)`.as('numbers'),
      )
      // An operator of another web site has no row there.
      .select(
        sql<string | null>`(select coalesce(nullif(trim(concat_ws(' ', d.first_name, d.last_name)), ''), d.username)
          from users d where d.user_id = r.decided_by order by d.web_site_id = r.web_site_id desc limit 1)`.as(
          'decider',
        ),
      )
      .where(sql<boolean>`r.web_site_id = any(${[...of.webSiteIds]}::int[])`)
      .where('r.state', '=', of.state)
      .where(contains(['b.business_name', 'r.legal_name', 'r.contact_name', 'r.contact_email'], list.search)),
    list,
    {
      by: { submitted: sql.ref('r.submitted_at'), business: sql`lower(b.business_name)` },
      unique: 'r.businessentity_id',
    },
  )
