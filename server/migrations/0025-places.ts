import { sql, type Kysely } from 'kysely'

/**
 * Locations and regions can be edited: more fields, names that are unique within a business regardless of case, and
 * indexes for their lists. Older names that clash get a number.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table locations
    add column location_type text not null default '',
    add column business_unit text not null default '',
    add column account_number text not null default '',
    add column deleted_by int`.execute(db)
  await sql`alter table location_classes add column deleted_by int`.execute(db)
  await numberClashes(db, 'locations', 'location_id', 'businessentity_location_name')
  await numberClashes(db, 'location_classes', 'class_id', 'class_name')
  await sql`create unique index locations_by_name
    on locations (web_site_id, businessentity_id, lower(businessentity_location_name)) where deleted_at is null`.execute(
    db,
  )
  await sql`create index locations_of_business on locations (web_site_id, businessentity_id, deleted_at)`.execute(db)
  await sql`create unique index location_classes_by_name
    on location_classes (web_site_id, businessentity_id, lower(class_name)) where deleted_at is null`.execute(db)
  await sql`create index location_class_locations_by_class
    on location_class_locations (web_site_id, class_id)`.execute(db)
  await sql`create index users_by_location on users (web_site_id, location_id) where deleted_at is null`.execute(db)
  await sql`create index user_location_classes_by_class on user_location_classes (web_site_id, class_id)`.execute(db)
}

/** Appends the record's id to every name but the oldest of those that differ only in case. */
async function numberClashes(db: Kysely<never>, table: string, id: string, name: string): Promise<void> {
  const [rows, key, text] = [sql.table(table), sql.ref(id), sql.ref(name)]
  await sql`update ${rows} as t set ${text} = t.${text} || ' (' || t.${key} || ')'
    where t.deleted_at is null and exists (select from ${rows} as older
      where older.web_site_id = t.web_site_id and older.businessentity_id = t.businessentity_id
        and older.deleted_at is null and lower(older.${text}) = lower(t.${text}) and older.${key} < t.${key})`.execute(
    db,
  )
}
