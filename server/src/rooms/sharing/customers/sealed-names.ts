import type { Config } from '../../../core/config.ts'
import { oncePer } from '../../../core/concurrency/once-per.ts'
import { makeSealer, type Sealer } from '../../../core/db/seal.ts'
import type { Site } from '../../../core/tenancy.ts'
import { ownerKey, type CustomerChange, type CustomerOwner, type CustomerRow } from './customers.queries.ts'

/**
 * Names and vehicles of customers are sealed with a key derived from LINK_SECRET. Each business has its own context, so
 * that the hashes of equal names differ between businesses.
 */
export const sealerOf = oncePer(({ linkSecret }: Pick<Config, 'linkSecret'>): Sealer =>
  makeSealer(linkSecret, 'customers'),
)

const contextOf = (webSiteId: number, owner: CustomerOwner): string => `${webSiteId} ${ownerKey(owner)}`

/** Returns the columns that store a name and a vehicle; undefined leaves a column unchanged, an empty text clears it. */
export function sealed(
  sealer: Sealer,
  { web_site_id }: Pick<Site, 'web_site_id'>,
  owner: CustomerOwner,
  { name, vehicle }: { name?: string | undefined; vehicle?: string | undefined },
): CustomerChange {
  const context = contextOf(web_site_id, owner)
  return {
    ...(name === undefined
      ? {}
      : {
          name_sealed: name === '' ? null : sealer.seal(name, `${context} name`),
          name_index: name === '' ? [] : sealer.beginnings(name, context),
        }),
    ...(vehicle === undefined
      ? {}
      : { vehicle_sealed: vehicle === '' ? null : sealer.seal(vehicle, `${context} vehicle`) }),
  }
}

/** Returns the name and the vehicle; empty if there is none, or if it was sealed with another key. */
export function opened(
  sealer: Sealer,
  row: Pick<CustomerRow, 'web_site_id' | 'businessentity_id' | 'user_id' | 'name_sealed' | 'vehicle_sealed'>,
): { name: string; vehicle: string } {
  const { name_sealed, vehicle_sealed } = row
  const context = contextOf(row.web_site_id, { businessentity_id: row.businessentity_id, user_id: row.user_id ?? 0 })
  return {
    name: (name_sealed && sealer.open(name_sealed, `${context} name`)) || '',
    vehicle: (vehicle_sealed && sealer.open(vehicle_sealed, `${context} vehicle`)) || '',
  }
}

/** The columns of a customer from which a list of sends reads the name; null without a customer. */
export interface SealedName {
  name_sealed: string | null
  customer_entity: number | null
  customer_user: number | null
}

/** Returns the name of a send's customer; empty if it is unknown. */
export const nameIn = (
  sealer: Sealer,
  { web_site_id }: Pick<Site, 'web_site_id'>,
  { name_sealed, customer_entity: businessentity_id, customer_user: user_id }: SealedName,
): string =>
  name_sealed === null
    ? ''
    : opened(sealer, { web_site_id, businessentity_id, user_id, name_sealed, vehicle_sealed: null }).name

/** The columns of a customer from which a page reads the vehicle; null without a customer. */
export type SealedVehicle = Pick<CustomerRow, 'vehicle_sealed' | 'businessentity_id' | 'user_id'>

/** Returns the vehicle of a send's customer; empty if it is unknown. */
export const vehicleIn = (
  sealer: Sealer,
  { web_site_id }: Pick<Site, 'web_site_id'>,
  { vehicle_sealed, businessentity_id, user_id }: SealedVehicle,
): string =>
  vehicle_sealed === null
    ? ''
    : opened(sealer, { web_site_id, businessentity_id, user_id, name_sealed: null, vehicle_sealed }).vehicle

/** Returns the hashes that the index of a matching name contains. */
export const wantedNames = (sealer: Sealer, { web_site_id }: Site, owner: CustomerOwner, search: string): string[] =>
  sealer.wanted(search, contextOf(web_site_id, owner))
