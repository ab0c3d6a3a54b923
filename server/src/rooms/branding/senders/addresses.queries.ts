import { sql } from 'kysely'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

export interface AddressRow {
  address_id: number
  user_id: number
  email: string
  is_default: boolean
  default_when_verified: boolean
  verified_at: Date | null
  token_sent_at: Date | null
  is_business_default: boolean
}

const addresses = (db: Db, site: Site) =>
  db
    .selectFrom('sender_addresses as a')
    .leftJoin('entity_sender_defaults as d', (j) =>
      j.onRef('d.web_site_id', '=', 'a.web_site_id').onRef('d.address_id', '=', 'a.address_id'),
    )
    .select(['a.address_id', 'a.user_id', 'a.email', 'a.is_default', 'a.default_when_verified'])
    .select(['a.verified_at', 'a.token_sent_at'])
    .select(sql<boolean>`d.address_id is not null`.as('is_business_default'))
    .where('a.web_site_id', '=', site.web_site_id)

/** Returns addresses, the default first, then the oldest. */
export const findAddresses = (db: Db, site: Site, userId: number): Promise<AddressRow[]> =>
  addresses(db, site).where('a.user_id', '=', userId).orderBy('a.is_default', 'desc').orderBy('a.address_id').execute()

export const findAddress = (db: Db, site: Site, id: number): Promise<AddressRow | undefined> =>
  addresses(db, site).where('a.address_id', '=', id).executeTakeFirst()

export const findAddressesById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<AddressRow[]> =>
  addresses(db, site).where('a.address_id', 'in', ids).where(reach.users('a.user_id')).execute()

export const findByToken = (db: Db, site: Site, tokenHash: string): Promise<AddressRow | undefined> =>
  addresses(db, site).where('a.token_hash', '=', tokenHash).executeTakeFirst()

export interface NewProof {
  token_hash: string
  token_sent_at: Date
}

export async function insertAddress(
  db: Db,
  site: Site,
  address: { user_id: number; email: string; default_when_verified: boolean } & NewProof,
): Promise<number> {
  const { address_id } = await db
    .insertInto('sender_addresses')
    .values({ web_site_id: site.web_site_id, ...address })
    .returning('address_id')
    .executeTakeFirstOrThrow()
  return address_id
}

export async function updateAddress(
  db: Db,
  site: Site,
  id: number,
  change: Partial<{
    email: string
    is_default: boolean
    default_when_verified: boolean
    verified_at: Date | null
    token_hash: string | null
    token_sent_at: Date
  }>,
): Promise<void> {
  await db
    .updateTable('sender_addresses')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('address_id', '=', id)
    .execute()
}

/** Confirms the address of a token; returns false if a concurrent call was first. */
export async function spendToken(db: Db, site: Site, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sender_addresses')
    .set({ verified_at: now, token_hash: null })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteAddress(db: Db, site: Site, id: number): Promise<void> {
  await db
    .deleteFrom('sender_addresses')
    .where('web_site_id', '=', site.web_site_id)
    .where('address_id', '=', id)
    .execute()
}

/** Makes one address the default, or clears the default. */
export async function writeDefault(db: Db, site: Site, userId: number, id: number | null): Promise<void> {
  await db
    .updateTable('sender_addresses')
    .set({ is_default: false })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute()
  if (id !== null) await updateAddress(db, site, id, { is_default: true, default_when_verified: false })
}

/** Returns the user's no-reply choice; undefined before the first choice. */
export async function findNoReply(db: Db, site: Site, userId: number): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('sender_settings')
    .select('is_from_no_reply')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.is_from_no_reply
}

export async function writeNoReply(db: Db, site: Site, userId: number, is_from_no_reply: boolean): Promise<void> {
  await db
    .insertInto('sender_settings')
    .values({ web_site_id: site.web_site_id, user_id: userId, is_from_no_reply })
    .onConflict((c) => c.columns(['web_site_id', 'user_id']).doUpdateSet({ is_from_no_reply }))
    .execute()
}

export async function forgetNoReply(db: Db, site: Site, userId: number): Promise<void> {
  await db
    .deleteFrom('sender_settings')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the business and the names of a user, with the language for mail. */
export const findOwner = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('users')
    .select(['businessentity_id', 'first_name', 'last_name', 'language_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

export async function writeBusinessDefault(db: Db, site: Site, entityId: number, id: number | null): Promise<void> {
  if (id === null)
    await db
      .deleteFrom('entity_sender_defaults')
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', entityId)
      .execute()
  else
    await db
      .insertInto('entity_sender_defaults')
      .values({ web_site_id: site.web_site_id, businessentity_id: entityId, address_id: id })
      .onConflict((c) => c.columns(['web_site_id', 'businessentity_id']).doUpdateSet({ address_id: id }))
      .execute()
}

/** Clears the address as the default of a business. */
export async function endBusinessDefault(db: Db, site: Site, id: number): Promise<void> {
  await db
    .deleteFrom('entity_sender_defaults')
    .where('web_site_id', '=', site.web_site_id)
    .where('address_id', '=', id)
    .execute()
}

/** Counts the links mailed in the last 24 hours, by the user and to the address. */
export async function countMails(db: Db, site: Site, userId: number, email: string, now: Date) {
  return db
    .selectFrom('sender_confirmations')
    .select(sql<number>`count(*) filter (where user_id = ${userId})::int`.as('user'))
    .select(sql<number>`count(*) filter (where address_key = ${email.toLowerCase()})::int`.as('address'))
    .where('web_site_id', '=', site.web_site_id)
    .where((e) => e.or([e('user_id', '=', userId), e('address_key', '=', email.toLowerCase())]))
    .where('sent_at', '>', secondsAfter(now, -86_400))
    .executeTakeFirstOrThrow()
}

/** Records a mailed link, and deletes the user's records that no longer count. */
export async function noteMail(db: Db, site: Site, userId: number, email: string, now: Date): Promise<void> {
  const { web_site_id } = site
  await db
    .deleteFrom('sender_confirmations')
    .where('web_site_id', '=', web_site_id)
    .where('user_id', '=', userId)
    .where('sent_at', '<', secondsAfter(now, -2 * 86_400))
    .execute()
  await db
    .insertInto('sender_confirmations')
    .values({ web_site_id, user_id: userId, address_key: email.toLowerCase(), sent_at: now })
    .execute()
}
