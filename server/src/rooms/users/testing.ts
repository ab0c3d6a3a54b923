import { contract } from '@cutaway/contract'
import { expect } from 'vitest'
import type { Person, World } from '../../testing/world.ts'

/** Shared helpers for the tests of this room. */

export const refused = (key: string, http = 200) => ({ status: 0, message: key, data: null, http })

/** Returns the list of users as a person sees it. */
export const listOf = (person: Person, asked: object = {}) =>
  person.call(contract.users.getUserlistAndUserRegionAndUserLocationAndAccessType, { body: { size: 500, ...asked } })

/** Returns the id of a user by user name. */
export async function idOf(w: World, username: string, site = 31): Promise<number> {
  const { user_id } = await w.database.system
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site)
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return user_id
}

/** Returns the id of a location of the first business by its position, or of a region. */
export async function placesOf(w: World, site = 31) {
  const locations = await w.database.system
    .selectFrom('locations')
    .select(['location_id', 'businessentity_location_name as name', 'businessentity_id'])
    .where('web_site_id', '=', site)
    .orderBy('location_id')
    .execute()
  const regions = await w.database.system
    .selectFrom('location_classes')
    .select(['class_id', 'class_name as name', 'businessentity_id'])
    .where('web_site_id', '=', site)
    .orderBy('class_id')
    .execute()
  const of = (n: 1 | 2) => {
    const business = locations[n === 1 ? 0 : 6]!.businessentity_id
    return {
      business,
      location: (name: string) =>
        locations.find((l) => l.name === name && l.businessentity_id === business)!.location_id,
      region: (name: string) => regions.find((r) => r.name === name && r.businessentity_id === business)!.class_id,
    }
  }
  return { first: of(1), second: of(2) }
}

/** Returns the last audit row of an action. */
export async function lastAudit(w: World, action: string) {
  const row = await w.database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('web_site_id', '=', 31)
    .where('action', '=', action)
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(row, action).toBeDefined()
  return row!
}
