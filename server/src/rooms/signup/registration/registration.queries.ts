import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { openCredits } from '../../messaging/credits.ts'
import type { RegistrationExtra } from '../tables.ts'

/** Queries of registrations, with the user and the business that they make. */

export type Registration = NonNullable<Awaited<ReturnType<typeof findByCookie>>>

const select = (db: Db, site: Site) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'r.web_site_id').onRef('u.user_id', '=', 'r.user_id'))
    .innerJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'r.web_site_id').onRef('b.businessentity_id', '=', 'r.businessentity_id'),
    )
    .select([
      'r.registration_id',
      'r.flow',
      'r.state',
      'r.businessentity_id',
      'r.user_id',
      'r.email_key',
      'r.billing_plan_id',
      'r.locations',
      'r.promo_code',
      'r.country_code',
      'r.bill_type',
      'r.captcha_until',
      'r.declines',
      'r.extra',
      'r.created_at',
      'r.expires_at',
      'r.activated_at',
      'r.claimed_at',
      'r.reason',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.phone',
      'u.username',
      'u.language_id',
      'b.business_name',
    ])
    .where('r.web_site_id', '=', site.web_site_id)

/** Returns the registration of a cookie. */
export const findByCookie = (db: Db, site: Site, cookieHash: string) =>
  select(db, site).where('r.cookie_hash', '=', cookieHash).executeTakeFirst()

/** Locks a registration and returns it. */
export async function lockRegistration(db: Db, site: Site, id: string): Promise<Registration | undefined> {
  await sql`select from registrations where web_site_id = ${site.web_site_id} and registration_id = ${id} for update`.execute(
    db,
  )
  return select(db, site).where('r.registration_id', '=', id).executeTakeFirst()
}

/** Returns the registration of a payment page's token, by the token's hash. */
export const findByPayToken = (db: Db, site: Site, tokenHash: string) =>
  select(db, site).where('r.pay_token_hash', '=', tokenHash).executeTakeFirst()

/** Returns a registration, without locking it. */
export const findRegistration = (db: Db, site: Site, id: string) =>
  select(db, site).where('r.registration_id', '=', id).executeTakeFirst()

/** Returns the registration of a business. */
export const findOfBusiness = (db: Db, site: Site, businessId: number) =>
  select(db, site).where('r.businessentity_id', '=', businessId).orderBy('r.created_at', 'desc').executeTakeFirst()

export interface Contact {
  business_name: string
  business_type: string
  street1: string
  city: string
  state: string
  zip: string
  country_code: string
  first_name: string
  last_name: string
  email: string
  phone: string
  language_id: number | null
}

/** Makes a business without a subscription, its first location, and a user who cannot log in yet. */
export async function insertPending(
  db: Db,
  site: Site,
  contact: Contact,
  { username, role, terms }: { username: string; role: number; terms: Date },
): Promise<{ businessentity_id: number; user_id: number }> {
  const of = { web_site_id: site.web_site_id }
  const { businessentity_id } = await db
    .insertInto('business_entities')
    .values({
      ...of,
      business_name: contact.business_name,
      business_type: contact.business_type,
      subscription_status: 'ended',
      max_locations: 1,
    })
    .returning('businessentity_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('locations')
    .values({ ...of, businessentity_id, ...locationOf(contact), deleted_at: null })
    .execute()
  const { user_id } = await db
    .insertInto('users')
    .values({
      ...of,
      ...userOf(contact),
      username,
      password_hash: '!',
      user_access_id: role,
      is_employee: 0,
      businessentity_id,
      location_id: null,
      default_video_type: null,
      terms_accepted_date: terms,
      permissions: null,
      invited_at: null,
      deleted_at: null,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { businessentity_id, user_id }
}

const locationOf = (contact: Contact) => ({
  businessentity_location_name: contact.business_name,
  country_code: contact.country_code,
  street1: contact.street1,
  city: contact.city,
  state: contact.state,
  zip: contact.zip,
  phone: contact.phone,
})
const userOf = (contact: Contact) => ({
  email: contact.email,
  first_name: contact.first_name,
  last_name: contact.last_name,
  phone: contact.phone,
  language_id: contact.language_id,
})

/** Writes changed contact data of a draft. */
export async function updatePending(
  db: Db,
  site: Site,
  { businessentity_id, user_id }: Pick<Registration, 'businessentity_id' | 'user_id'>,
  contact: Contact,
): Promise<void> {
  await db
    .updateTable('business_entities')
    .set({ business_name: contact.business_name, business_type: contact.business_type })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentity_id)
    .execute()
  await db
    .updateTable('locations')
    .set(locationOf(contact))
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentity_id)
    .execute()
  await db
    .updateTable('users')
    .set(userOf(contact))
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .execute()
}

export interface NewRegistration {
  registration_id: string
  flow: Registration['flow']
  state: Registration['state']
  businessentity_id: number
  user_id: number
  email_key: string
  billing_plan_id: number | null
  locations: number
  promo_code: string | null
  country_code: string
  bill_type: string
  terms_version: string
  terms_at: Date
  terms_ip: string
  cookie_hash: string
  captcha_until: Date | null
  extra: RegistrationExtra
  created_at: Date
  expires_at: Date
}

export async function insertRegistration(db: Db, site: Site, row: NewRegistration): Promise<void> {
  await db
    .insertInto('registrations')
    .values({
      web_site_id: site.web_site_id,
      ...row,
      extra: JSON.stringify(row.extra),
      pay_token_hash: null,
      activated_at: null,
      claimed_at: null,
      reactivation_hash: null,
      decided_by: null,
      decided_at: null,
      reason: null,
    })
    .execute()
}

/** Writes what a repeated first step changes. The terms stay as they were accepted first. */
export async function updateRegistration(
  db: Db,
  site: Site,
  id: string,
  row: Partial<
    Pick<
      NewRegistration,
      | 'flow'
      | 'email_key'
      | 'billing_plan_id'
      | 'locations'
      | 'promo_code'
      | 'country_code'
      | 'bill_type'
      | 'captcha_until'
    >
  > & { extra?: RegistrationExtra },
): Promise<void> {
  const { extra, ...columns } = row
  await db
    .updateTable('registrations')
    .set({ ...columns, ...(extra ? { extra: JSON.stringify(extra) } : {}) })
    .where('web_site_id', '=', site.web_site_id)
    .where('registration_id', '=', id)
    .execute()
}

/** Counts a declined payment, after which another captcha may be asked for. */
export async function countDecline(db: Db, site: Site, id: string): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ declines: sql<number>`declines + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('registration_id', '=', id)
    .execute()
}

/** Sets the token of the payment page; the former one ends. */
export async function setPayToken(db: Db, site: Site, id: string, tokenHash: string): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ pay_token_hash: tokenHash })
    .where('web_site_id', '=', site.web_site_id)
    .where('registration_id', '=', id)
    .execute()
}

/** Moves a registration from one of the given states. Returns false if it was in none of them. */
export async function moveRegistration(
  db: Db,
  site: Site,
  id: string,
  from: readonly Registration['state'][],
  to: { state: Registration['state']; activated_at?: Date; decided_by?: number; decided_at?: Date; reason?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set(to)
    .where('web_site_id', '=', site.web_site_id)
    .where('registration_id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns whether another user of the site has this mail address and an account, or a registration that is complete. */
export async function hasLiveAccount(db: Db, site: Site, key: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
      select from users u where u.web_site_id = ${site.web_site_id} and u.deleted_at is null
        and lower(u.email) = ${email.toLowerCase()} and u.user_access_id <> 9 and u.password_hash <> '!'
    ) or exists (
      select from registrations r where r.web_site_id = ${site.web_site_id} and r.email_key = ${key}
        and r.state in ('confirmed', 'awaiting_approval', 'active')
    ) as found`.execute(db)
  return rows[0]!.found
}

/** Makes the business active and gives the user the name, by which the user can log in once there is a password. */
export async function openAccount(db: Db, site: Site, registration: Registration, username: string): Promise<void> {
  const { businessentity_id, user_id, locations } = registration
  await db
    .updateTable('business_entities')
    .set({ subscription_status: 'active', max_locations: locations })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentity_id)
    .execute()
  // Also without a subscription, as schools are opened that pay by invoice.
  await openCredits(db, site, businessentity_id)
  // Empty as for an invited user: the link in the mail, or claiming, sets the first password.
  await db
    .updateTable('users')
    .set({ username, password_hash: '' })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Sets the password of a claimed account. Returns false if it was claimed before, or its owner has chosen one. */
export async function claim(
  db: Db,
  site: Site,
  id: string,
  { passwordHash, reactivationHash, now }: { passwordHash: string; reactivationHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set({ claimed_at: now, reactivation_hash: reactivationHash })
    .where('web_site_id', '=', site.web_site_id)
    .where('registration_id', '=', id)
    .where('state', '=', 'active')
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const user = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('web_site_id', '=', site.web_site_id)
    .where('password_hash', '=', '')
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('registrations')
        .select('user_id')
        .where('web_site_id', '=', site.web_site_id)
        .where('registration_id', '=', id),
    )
    .executeTakeFirst()
  return user.numUpdatedRows === 1n
}

/** Serialises registrations of one mail address until the transaction ends. */
export async function lockEmail(db: Db, site: Site, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${site.web_site_id} ${key}`}, 0))`.execute(db)
}

/** Returns whether another registration of a mail address has had a trial plan. */
export async function hadTrial(db: Db, site: Site, key: string, own: string | null): Promise<boolean> {
  const { rows } = await sql<{ had_trial: boolean }>`
    select coalesce(bool_or(r.state = 'active' and p.kind = 'trial'), false) as had_trial
    from registrations r
    left join billing_plans p on p.web_site_id = r.web_site_id and p.billing_plan_id = r.billing_plan_id
    where r.web_site_id = ${site.web_site_id} and r.email_key = ${key}
      and r.registration_id is distinct from ${own}::uuid`.execute(db)
  return rows[0]!.had_trial
}

/** Returns the first location of a registration's business: its address. */
export const findAddress = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('locations')
    .select(['street1', 'city', 'state', 'zip', 'country_code'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .orderBy('location_id')
    .executeTakeFirst()

/** Expires drafts of all web sites whose time has run out, and empties what they hold about people. */
export async function expireDrafts(system: Db, now: Date): Promise<void> {
  await sql`with expired as (
      update registrations set state = 'expired', email_key = '', extra = '{}', terms_ip = '', pay_token_hash = null
      where state = 'draft' and expires_at <= ${now}
      returning web_site_id, user_id, businessentity_id
    ), emptied_users as (
      update users u set email = '', first_name = '', last_name = '', phone = '', deleted_at = ${now}
      from expired e where u.web_site_id = e.web_site_id and u.user_id = e.user_id
    ), emptied_businesses as (
      update business_entities b set business_name = ''
      from expired e where b.web_site_id = e.web_site_id and b.businessentity_id = e.businessentity_id
    )
    update locations l set businessentity_location_name = '', street1 = '', city = '', state = '', zip = '', phone = '',
      deleted_at = ${now}
    from expired e where l.web_site_id = e.web_site_id and l.businessentity_id = e.businessentity_id`.execute(system)
}
