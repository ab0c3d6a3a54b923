import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import { createHash } from 'node:crypto'
import type { Db } from '../../core/db/database.ts'
import type { AnyCall } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { reachOf } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import { lockBusiness, type Business } from './businesses.ts'
import * as queries from './locations.queries.ts'
import { isNameTaken } from './names.queries.ts'
import type { RegionRow } from './regions.queries.ts'

/** The rules of changing locations, and deleting and restoring one or several. */

/** Returns a location as calls show it. */
export function shown(row: queries.ListedLocation): Location {
  const data = {
    id: row.location_id,
    businessentity_id: row.businessentity_id,
    businessentity_location_name: row.businessentity_location_name,
    businessentity_location_type: row.location_type,
    country_code: row.country_code,
    businessentity_state: row.state,
    businessentity_city: row.city,
    businessentity_zip: row.zip,
    businessentity_street1: row.street1,
    businessentity_phone: row.phone,
    business_unit: row.business_unit,
    store_number: row.store_number ?? '',
    account_number: row.account_number,
    location_class: row.regions,
    location_class_ids: row.regions.map(({ id }) => id),
    class_id: row.regions[0]?.id ?? null,
    class_name: row.regions[0]?.label ?? '',
  }
  return {
    ...data,
    user_count: row.user_count,
    active: row.deleted_at === null ? 1 : 0,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    // Without the number of people, who come and go while a form is open.
    version: createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22),
  }
}

/** Refuses regions that are deleted or belong to another business. */
export function checkRegions(regions: readonly RegionRow[], businessId: number): void {
  if (regions.some((region) => region.deleted_at !== null || region.businessentity_id !== businessId))
    fail('region_was_deleted')
}

/** Refuses more locations than the subscription has. The business is locked. */
export async function checkLimit(
  db: Db,
  site: Site,
  { businessentity_id, max_locations }: Business,
  added: number,
): Promise<void> {
  if ((await queries.countLocations(db, site, businessentity_id)) + added > max_locations)
    fail('can_not_exceed_account_location_limit')
}

/** Locks the businesses of locations, in an order that avoids deadlocks, and returns them. */
export async function lockBusinessesOf(
  { db, site }: Pick<AnyCall, 'db' | 'site'>,
  rows: readonly queries.LocationRow[],
): Promise<Business[]> {
  const ids = [...new Set(rows.map(({ businessentity_id }) => businessentity_id))].toSorted((a, b) => a - b)
  const locked: Business[] = []
  // oxlint-disable-next-line no-await-in-loop -- one business, except for roles that reach whole web sites
  for (const id of ids) locked.push(await lockBusiness(db, site, id))
  return locked
}

const names = (rows: readonly queries.LocationRow[]) => rows.map((row) => row.businessentity_location_name)

/** Records which locations the call changed; nothing if it changed none. */
function record(
  { audit }: AnyCall,
  rows: readonly queries.LocationRow[],
  what: { before?: object; after?: object | null },
) {
  if (rows.length === 0) return audit(false)
  audit({ target: { kind: 'location', id: rows.map(({ location_id }) => location_id).join() }, ...what })
}

/** Deletes those of the locations that are not deleted yet, and returns them. */
export async function removeLocations(
  call: AnyCall,
  rows: readonly queries.LocationRow[],
): Promise<queries.LocationRow[]> {
  const { db, site, caller, services } = call
  await lockBusinessesOf(call, rows)
  const by = { at: services.clock.now(), by: caller.user.user_id }
  const ids = await queries.markDeleted(
    db,
    site,
    rows.map(({ location_id }) => location_id),
    by,
  )
  const deleted = rows.filter(({ location_id }) => ids.includes(location_id))
  const user_count = await queries.countUsersOfLocations(db, site, ids)
  record(call, deleted, {
    before: { businessentity_location_name: names(deleted).join(', '), user_count },
    after: null,
  })
  return deleted
}

/** Restores those of the locations that are deleted, and returns them. Refuses all if one of them cannot be restored. */
export async function restoreLocations(
  call: AnyCall,
  rows: readonly queries.LocationRow[],
): Promise<queries.LocationRow[]> {
  const { db, site, caller } = call
  const businesses = await lockBusinessesOf(call, rows)
  const asked = rows.map(({ location_id }) => location_id)
  // As they are after the lock.
  const now = await queries.findLocationsById(db, site, asked, reachOf(caller, site))
  const deleted = now.filter(({ deleted_at }) => deleted_at !== null)
  for (const business of businesses) {
    const { businessentity_id: businessId } = business
    const ofBusiness = deleted.filter((row) => row.businessentity_id === businessId)
    if (ofBusiness.length === 0) continue
    const lower = new Set(names(ofBusiness).map((name) => name.toLowerCase()))
    const isTwice = lower.size < ofBusiness.length
    const taken = { businessId, names: names(ofBusiness), except: [] }
    // oxlint-disable no-await-in-loop -- one business, except for roles that reach whole web sites
    if (isTwice || (await isNameTaken(db, site, 'location', taken))) fail('location_name_exists')
    await checkLimit(db, site, business, ofBusiness.length)
    // oxlint-enable no-await-in-loop
  }
  const ids = deleted.map(({ location_id }) => location_id)
  await queries.markDeleted(db, site, ids, null)
  record(call, deleted, { after: { businessentity_location_name: names(deleted).join(', ') } })
  return deleted
}
