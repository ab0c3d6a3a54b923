import type { ThirdPartyOptions } from '@cutaway/contract/rooms/sessions/third-party.ts'
import { firstRoleWithoutPassword } from '@cutaway/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Tokens for framed pages, and tickets in the place of passwords. Only hashes are stored. */

export async function insertToken(
  db: Db,
  site: Site,
  token: {
    token_hash: string
    user_id: number
    businessentity_id: number | null
    api_key_id: number | null
    lti_platform_id?: number
    origin: string
    options: Partial<ThirdPartyOptions>
    created_at: Date
    expires_at: Date
  },
): Promise<void> {
  await db
    .insertInto('third_party_logins')
    .values({ web_site_id: site.web_site_id, ...token, options: JSON.stringify(token.options) })
    .execute()
}

/** Uses a token up. Of two requests at once, the second waits for the first and finds none. */
export const useToken = (
  db: Db,
  site: Site,
  tokenHash: string,
  { now, ...page }: { now: Date; session_hash: string; session_expires_at: Date },
): Promise<{ options: Partial<ThirdPartyOptions> } | undefined> =>
  db
    .updateTable('third_party_logins')
    .set({ used_at: now, ...page })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('options')
    .executeTakeFirst()

/** Returns the origin that may frame the page of a token, also of a used one: its page says so. */
export async function originOf(db: Db, site: Site, tokenHash: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('third_party_logins')
    .select('origin')
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.origin
}

export interface TicketUser {
  user_id: number
  username: string
}

/**
 * A user who may be logged in without a password: active, of a business with a subscription, no manager of the business,
 * and without a second step, which would be left out.
 */
const withoutPassword = (db: Db, site: Site) =>
  db
    .selectFrom('users as u')
    .innerJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.deleted_at', 'is', null)
    .where('u.active', '=', 1)
    .where('u.user_access_id', '>=', firstRoleWithoutPassword)
    .where('b.subscription_status', '!=', 'ended')
    .where('b.suspended_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from totp_secrets t where t.web_site_id = u.web_site_id and t.user_id = u.user_id
        and t.confirmed_at is not null)`,
    )
    .where(
      sql<boolean>`not exists (select from passkeys p where p.web_site_id = u.web_site_id and p.user_id = u.user_id)`,
    )

const named = sql<string>`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username)`

/** Returns a user who may be logged in without a password; with a business only if the user is of it. */
export const findTicketUser = (
  db: Db,
  site: Site,
  userId: number,
  businessId?: number,
): Promise<TicketUser | undefined> =>
  withoutPassword(db, site)
    .select(['u.user_id', 'u.username'])
    .where('u.user_id', '=', userId)
    .$if(businessId !== undefined, (q) => q.where('u.businessentity_id', '=', businessId!))
    .executeTakeFirst()

export async function insertTicket(
  db: Db,
  site: Site,
  ticket: { ticket_hash: string; user_id: number; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('login_tickets')
    .values({ web_site_id: site.web_site_id, ...ticket })
    .execute()
}

/** Uses a ticket up and returns its user's id. */
export async function useTicket(db: Db, site: Site, ticketHash: string, now: Date): Promise<number | undefined> {
  const row = await db
    .updateTable('login_tickets')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('ticket_hash', '=', ticketHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Those of a business: one user, or the people of a store by its id or its number. */
export type Wanted = { userId: number } | { locationId: number } | { storeNumber: string }

/** Returns at most 200 people who may be logged in without a password, by name. */
export const listWithoutPassword = (
  db: Db,
  site: Site,
  businessId: number,
  wanted: Wanted,
): Promise<{ user_id: number; name: string }[]> =>
  withoutPassword(db, site)
    .select(['u.user_id', named.as('name')])
    .where('u.businessentity_id', '=', businessId)
    .$if('userId' in wanted, (q) => q.where('u.user_id', '=', 'userId' in wanted ? wanted.userId : 0))
    .$if('locationId' in wanted, (q) => q.where('u.location_id', '=', 'locationId' in wanted ? wanted.locationId : 0))
    .$if('storeNumber' in wanted, (q) =>
      q.where(
        sql<boolean>`exists (select from locations l where l.web_site_id = u.web_site_id and l.location_id = u.location_id
          and l.businessentity_id = u.businessentity_id and l.deleted_at is null
          and lower(trim(l.store_number)) = lower(${'storeNumber' in wanted ? wanted.storeNumber : ''}))`,
      ),
    )
    .orderBy(named)
    .orderBy('u.user_id')
    .limit(200)
    .execute()
