import { sql } from 'kysely'

/**
 * Returns whether a business (by the name of its table in the query) is more than a sign-up: one that was not paid for,
 * or an application that waits for the operator or was refused.
 */
export const isSignedUp = (table: string) =>
  sql<boolean>`not exists (select from registrations unfinished
    where unfinished.web_site_id = ${sql.ref(`${table}.web_site_id`)}
      and unfinished.businessentity_id = ${sql.ref(`${table}.businessentity_id`)}
      and unfinished.state in ('draft', 'paying', 'expired', 'awaiting_approval', 'refused'))`
