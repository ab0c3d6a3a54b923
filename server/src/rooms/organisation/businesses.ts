import type { Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import type { Owner, RecordLoader } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

/** The businesses of a web site, to which locations and regions belong. */

export interface Business {
  businessentity_id: number
  business_name: string
  max_locations: number
}
const columns = ['businessentity_id', 'business_name', 'max_locations'] as const

declare module '../../core/scope.ts' {
  interface RecordKinds {
    business: Business
  }
}

export const businessRecords: RecordLoader<Business> = {
  find: (db, site, ids, reach) =>
    db
      .selectFrom('business_entities as b')
      .select(columns)
      .where('b.web_site_id', '=', site.web_site_id)
      .where('b.businessentity_id', 'in', ids)
      .where(reach.businesses('b.businessentity_id'))
      .execute(),
  idOf: ({ businessentity_id }) => businessentity_id,
}

const businesses = (db: Db, site: Site) =>
  db.selectFrom('business_entities').select(columns).where('web_site_id', '=', site.web_site_id)

/**
 * Returns the businesses that the caller reaches, by name: all of the web site, or the own one. `only` limits them to one.
 */
export const findBusinesses = (db: Db, site: Site, caller: Caller, only?: number): Promise<Business[]> => {
  const reachesAll = caller.reachesWholeSite(site)
  const id = only ?? (reachesAll ? undefined : (caller.user.businessentity_id ?? 0))
  const all = businesses(db, site).orderBy('business_name').orderBy('businessentity_id')
  return (id === undefined ? all : all.where('businessentity_id', '=', id)).execute()
}

export const findBusiness = (db: Db, site: Site, id: number): Promise<Business | undefined> =>
  businesses(db, site).where('businessentity_id', '=', id).executeTakeFirst()

/** Returns the business that a list is limited to: the named one, else that of another user whom the call acts for. */
export const listedBusiness = (named: Business | undefined, owner: Owner, caller: Caller): number | undefined =>
  named?.businessentity_id ??
  (owner.user_id === caller.user.user_id ? undefined : (owner.businessentity_id ?? undefined))

/** Returns the business that a change is for: the named one, else that of the user whom the call acts for. */
export const businessOf = (named: Business | undefined, owner: Owner): number =>
  named?.businessentity_id ?? owner.businessentity_id ?? fail('Please select business entity')

/**
 * Returns a business and holds it until the end of the transaction: changes of its names and of the number of its
 * locations run one after another, so that two requests at once can neither take the same name nor pass the limit.
 */
export const lockBusiness = async (db: Db, site: Site, id: number): Promise<Business> =>
  (await businesses(db, site).where('businessentity_id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? notFound()
