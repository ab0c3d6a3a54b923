import type { WebSiteFields } from '@cutaway/contract/rooms/sites/operator.ts'
import { featureNames } from '@cutaway/contract/administration/web-site-options.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'

/** Reads and writes one web site with its hosts, languages, brands and features, in the tenant of that web site. */

/** The kinds of links whose expiry a feature shortens. */
const linkKinds = ['email', 'sms', 'mms', 'websitePromotion', 'pdf'] as const
const shortLinkDays = 7

export async function nextWebSiteId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('web_site_numbers')::int as id`.execute(db)
  return rows[0]!.id
}

type Row = Pick<
  WebSiteFields,
  | 'name'
  | 'company'
  | 'mark'
  | 'logo'
  | 'brand_colour'
  | 'country_code_iso'
  | 'currency'
  | 'time_zone'
  | 'driverside'
  | 'default_lang_id'
  | 'brand_id'
  | 'default_video_type'
  | 'vehicle_layout_view'
  | 'contact_email'
  | 'contact_phone'
  | 'free_trail_time'
  | 'free_trail_limit'
>

const rowOf = (fields: WebSiteFields): Row & { free_trial_label: string | null } => ({
  name: fields.name,
  company: fields.company,
  mark: fields.mark,
  logo: fields.logo,
  brand_colour: fields.brand_colour,
  country_code_iso: fields.country_code_iso,
  currency: fields.currency,
  time_zone: fields.time_zone,
  driverside: fields.driverside,
  default_lang_id: fields.default_lang_id,
  brand_id: fields.brand_id,
  default_video_type: fields.default_video_type,
  vehicle_layout_view: fields.vehicle_layout_view,
  contact_email: fields.contact_email,
  contact_phone: fields.contact_phone,
  free_trial_label: fields.free_trial_label || null,
  free_trail_time: fields.free_trail_time,
  free_trail_limit: fields.free_trail_limit,
})

/** Returns the settings with those of the form; empty ones are left out, those of other parts stay. */
function settingsOf(former: Record<string, unknown>, { settings }: WebSiteFields): string {
  const all: Record<string, unknown> = { ...former, ...settings }
  for (const [name, value] of Object.entries(settings))
    if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) delete all[name]
  return JSON.stringify(all)
}

export async function insertWebSite(db: Db, id: number, fields: WebSiteFields, by: string): Promise<void> {
  await db
    .insertInto('web_sites')
    .values({ web_site_id: id, ...rowOf(fields), settings: settingsOf({}, fields), changed_by: by })
    .execute()
  await writeLists(db, id, fields)
}

export async function writeWebSite(
  db: Db,
  id: number,
  fields: WebSiteFields,
  { former, by, now }: { former: WebSiteRecord; by: string; now: Date },
): Promise<void> {
  await db
    .updateTable('web_sites')
    .set({
      ...rowOf(fields),
      settings: settingsOf(former.all_settings, fields),
      version: former.version + 1,
      changed_by: by,
      updated_at: now,
    })
    .where('web_site_id', '=', id)
    .execute()
  await writeLists(db, id, fields, former.fields)
}

const same = (a: readonly unknown[], b: readonly unknown[] | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** Writes the lists that differ from the former ones. */
async function writeLists(db: Db, id: number, fields: WebSiteFields, former?: WebSiteFields): Promise<void> {
  const of = { web_site_id: id }
  if (!same(fields.hosts, former?.hosts)) {
    await db.deleteFrom('web_site_hosts').where('web_site_id', '=', id).execute()
    await db
      .insertInto('web_site_hosts')
      .values(fields.hosts.map((host, i) => ({ ...of, host, is_primary: i === 0 })))
      .execute()
  }
  if (!same(fields.language_ids, former?.language_ids)) {
    await db.deleteFrom('web_site_languages').where('web_site_id', '=', id).execute()
    const rows = fields.language_ids.map((language_id, position) => ({ ...of, language_id, position }))
    await db.insertInto('web_site_languages').values(rows).execute()
  }
  if (!same(fields.brand_ids, former?.brand_ids)) {
    await db.deleteFrom('web_site_brands').where('web_site_id', '=', id).execute()
    const rows = fields.brand_ids.map((brand_id, position) => ({ ...of, brand_id, position }))
    await db.insertInto('web_site_brands').values(rows).execute()
  }
  if (!same(fields.features, former?.features)) {
    await db
      .deleteFrom('web_site_features')
      .where('web_site_id', '=', id)
      .where('feature', 'in', featureNames)
      .execute()
    if (fields.features.length > 0)
      await db
        .insertInto('web_site_features')
        .values(fields.features.map((feature) => ({ ...of, feature })))
        .execute()
    await writeLinkExpiry(db, id, fields.features.includes('link_expiry_7_days'))
  }
}

async function writeLinkExpiry(db: Db, id: number, isShort: boolean): Promise<void> {
  if (!isShort) {
    await db.deleteFrom('link_expiries').where('web_site_id', '=', id).where('days', '=', shortLinkDays).execute()
    return
  }
  await db
    .insertInto('link_expiries')
    .values(linkKinds.map((kind) => ({ web_site_id: id, kind, days: shortLinkDays })))
    .onConflict((oc) => oc.columns(['web_site_id', 'kind']).doUpdateSet({ days: shortLinkDays }))
    .execute()
}

export interface WebSiteRecord {
  fields: WebSiteFields
  /** Also those that the console does not edit. */
  all_settings: Record<string, unknown>
  version: number
  changed_by: string
  changed_at: Date
  out_of_service_at: Date | null
}

/** Returns a web site as the form edits it; with `lock`, held until the end of the transaction. */
export async function findWebSite(db: Db, id: number, { lock = false } = {}): Promise<WebSiteRecord | undefined> {
  const row = await db
    .selectFrom('web_sites')
    .selectAll()
    .where('web_site_id', '=', id)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) return undefined
  const [hosts, languages, brands, features] = await Promise.all([
    db
      .selectFrom('web_site_hosts')
      .select('host')
      .where('web_site_id', '=', id)
      .orderBy('is_primary', 'desc')
      .orderBy('host')
      .execute(),
    db
      .selectFrom('web_site_languages')
      .select('language_id')
      .where('web_site_id', '=', id)
      .orderBy('position')
      .execute(),
    db.selectFrom('web_site_brands').select('brand_id').where('web_site_id', '=', id).orderBy('position').execute(),
    db.selectFrom('web_site_features').select('feature').where('web_site_id', '=', id).orderBy('feature').execute(),
  ])
  const { settings } = row
  return {
    fields: {
      ...rowOf(row as unknown as WebSiteFields),
      free_trial_label: row.free_trial_label ?? '',
      hosts: hosts.map(({ host }) => host),
      language_ids: languages.map(({ language_id }) => language_id),
      brand_ids: brands.map(({ brand_id }) => brand_id),
      features: inCatalogueOrder(features.map(({ feature }) => feature)),
      settings: {
        touch_screen_idle: typeof settings['touch_screen_idle'] === 'number' ? settings['touch_screen_idle'] : null,
        sample_films: wordsOf(settings['sample_films']),
        analytics_id: textOf(settings['analytics_id']),
        au_signup_promo: textOf(settings['au_signup_promo']),
        subscription_url: textOf(settings['subscription_url']),
        upgrade_decline_url: textOf(settings['upgrade_decline_url']),
        number_price: numberOf(settings['number_price']),
        custom_video_space_mb: numberOf(settings['custom_video_space_mb']),
        custom_video_file_mb: numberOf(settings['custom_video_file_mb']),
      },
    },
    all_settings: settings,
    version: row.version,
    changed_by: row.changed_by,
    changed_at: row.updated_at,
    out_of_service_at: row.out_of_service_at,
  }
}

/** Returns the known features in the order of the catalogue. Others, of a newer release, stay in the database. */
export const inCatalogueOrder = (names: readonly string[]): WebSiteFields['features'] =>
  featureNames.filter((name) => names.includes(name))

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const wordsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** Counts the people of a web site who are not deleted. */
export async function countPeople(db: Db, id: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('web_site_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.people
}

/** Counts the people who chose one of the languages, by language. */
export const countLanguageUsers = (db: Db, id: number, languageIds: readonly number[]) =>
  db
    .selectFrom('users')
    .select(['language_id', sql<number>`count(*)::int`.as('people')])
    .where('web_site_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('language_id', 'in', languageIds.length === 0 ? [-1] : [...languageIds])
    .groupBy('language_id')
    .orderBy('language_id')
    .execute()

export async function setOutOfService(db: Db, id: number, at: Date | null): Promise<void> {
  await db.updateTable('web_sites').set({ out_of_service_at: at }).where('web_site_id', '=', id).execute()
}

/** Deletes all sessions of a web site and returns their number. */
export async function endSessions(db: Db, id: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('web_site_id', '=', id).executeTakeFirst()
  return Number(numDeletedRows)
}
