import { sql } from 'kysely'

/**
 * Selects the name of the user whose id is in a column of the table `t`. Operators of other web sites are no users of this
 * one; the audit log of this web site holds the names under which they made their changes.
 */
export const personName = (column: string) =>
  sql<string | null>`coalesce(
    (select coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.username)
      from users u where u.web_site_id = t.web_site_id and u.user_id = ${sql.ref(column)}),
    (select a.user_name from audit_log a
      where a.web_site_id = t.web_site_id and a.user_id = ${sql.ref(column)} and a.user_name is not null
      order by a.at desc limit 1))`
