import { sql, type Kysely } from 'kysely'

/** Ranges of IPv6 networks beside those of IPv4 addresses: contract/src/rooms/organisation/ip-numbers.ts has their numbers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table ip_ranges drop constraint ip_ranges_from_ip_check`.execute(db)
  await sql`alter table ip_ranges drop constraint ip_ranges_check`.execute(db)
  await sql`alter table ip_ranges add constraint ip_ranges_of_one_kind
    check (from_ip >= 0 and to_ip >= from_ip and (from_ip > 4294967295) = (to_ip > 4294967295))`.execute(db)
}
