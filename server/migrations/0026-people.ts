import { sql, type Kysely } from 'kysely'
import { noticesOf } from './notices.ts'

/** Accounts that an administrator can lock, invitations, and an index for the list of users. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users
    -- 0: an administrator locked the account.
    add column active int not null default 1,
    -- When log-in details were last mailed to this address; null: never.
    add column invited_at timestamptz`.execute(db)
  await sql`create index users_by_entity_and_name
    on users (web_site_id, businessentity_id, lower(btrim(first_name || ' ' || last_name)), user_id)`.execute(db)
  await sql`drop trigger notice_of_update on users`.execute(db)
  await noticesOf(
    db,
    'permissions',
    ['users'],
    ['permissions', 'user_access_id', 'businessentity_id', 'location_id', 'is_employee', 'deleted_at', 'active'],
  )
}
