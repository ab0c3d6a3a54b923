import { sql, type Kysely } from 'kysely'

/**
 * Adds the login attempts and the blocks of addresses, which count over all web sites. The tables name no user and no
 * web site, so they are shared.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table address_attempts (
    attempt text primary key,
    address text not null,
    under_way boolean not null,
    at timestamptz not null
  )`.execute(db)
  await sql`create index address_attempts_by_address on address_attempts (address, at)`.execute(db)
  await sql`create table address_blocks (
    address text primary key,
    until timestamptz not null
  )`.execute(db)
  for (const table of ['address_attempts', 'address_blocks'])
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cutaway_app`.execute(db)
  await sql`insert into address_attempts (attempt, address, under_way, at)
    select web_site_id || ' ' || attempt_id, ip, under_way, at from login_attempts
    where counts = 'all' and device is null and at > now() - interval '1 hour'`.execute(db)
  await sql`insert into address_blocks (address, until)
    select subject, max(until) from login_blocks where kind = 'ip' group by subject`.execute(db)
}
