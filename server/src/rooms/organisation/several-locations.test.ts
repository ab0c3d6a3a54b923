import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** What Elena and Rosa do to several of the six locations of the demo's business at once. Rosa manages North. */

const calls = contract.organisation
let w: World
let elena: Person
let rosa: Person
beforeAll(async () => {
  w = await world()
  ;[elena, rosa] = await Promise.all([w.loggedIn('enterprise'), w.loggedIn('regional')])
})
afterAll(() => w.close())

const shops = async (person = elena) =>
  (await person.call(calls.getLocations, { body: { location: { viewDelete: 'All' } } })).toSorted((a, b) => a.id - b.id)
const shop = async (name: string) => (await shops()).find((one) => one.businessentity_location_name === name)!
const idsOf = async (...names: string[]) => Promise.all(names.map(async (name) => (await shop(name)).id))
const regionOf = async (name: string) =>
  (await elena.call(calls.getClasses, { body: {} })).find(({ class_name }) => class_name === name)!.id
const remove = (person: Person, id: number[]) => person.send(calls.deleteLocations, { body: { id } })
const restore = (person: Person, id: number[]) => person.send(calls.restoreLocations, { body: { id } })
const lastAudit = (action: string) =>
  w.database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('web_site_id', '=', 31)
    .where('action', '=', action)
    .orderBy('audit_id', 'desc')
    .executeTakeFirstOrThrow()
const limit = async (max_locations: number) => {
  const { businessentity_id } = await elena.me()
  const businesses = w.database.system.updateTable('business_entities').set({ max_locations })
  await businesses.where('businessentity_id', '=', businessentity_id!).execute()
}

describe('deleting and restoring', () => {
  test('takes one call and one entry in the audit log; those deleted before are left as they are', async () => {
    const [mill, quay, summit] = (await idsOf('Mill Lane', 'Quayside', 'Summit Avenue')) as [number, number, number]
    expect(await remove(elena, [quay])).toMatchObject({ data: { deleted: 1 }, message: 'location_deleted' })
    expect(await remove(elena, [mill, quay, summit])).toMatchObject({ data: { deleted: 2 } })
    expect(await lastAudit('location.delete')).toMatchObject({
      target_id: `${mill},${summit}`,
      before: { businessentity_location_name: 'Mill Lane, Summit Avenue', user_count: 2 },
    })
    const gone = await elena.call(calls.getLocation, { params: { id: mill } })
    expect(gone).toMatchObject({ active: 0, deleted_by: 'Elena Voss', user_count: 2 })

    expect(await restore(elena, [mill, quay, summit])).toMatchObject({ data: { restored: 3 } })
    expect((await shops()).every(({ active }) => active === 1)).toBe(true)
    expect(await elena.call(calls.getLocation, { params: { id: mill } })).toMatchObject({ active: 1, deleted_by: '' })
    expect(await restore(elena, [mill])).toMatchObject({ data: { restored: 0 } })
  })

  test('is refused as a whole beyond the limit, for a taken name, and for two of the same name', async () => {
    const ids = await idsOf('Mill Lane', 'Quayside')
    await remove(elena, ids)
    await limit(5)
    const states = async () => (await shops()).map(({ active }) => active).toSorted()
    expect(await restore(elena, ids)).toMatchObject({ message: 'can_not_exceed_account_location_limit' })
    expect(await states()).toEqual([0, 0, 1, 1, 1, 1])
    await limit(9)
    const twin = await elena.call(calls.addLocations, { body: { businessentity_location_name: 'MILL LANE' } })
    expect(await restore(elena, ids)).toMatchObject({ message: 'location_name_exists' })
    await remove(elena, [twin.id])
    expect(await restore(elena, [...ids, twin.id])).toMatchObject({ message: 'location_name_exists' })
    expect((await states()).filter((active) => active === 0)).toHaveLength(3)
    expect(await restore(elena, ids)).toMatchObject({ data: { restored: 2 } })
    await w.database.system.deleteFrom('locations').where('location_id', '=', twin.id).execute()
  })

  test('reaches as far as the role', async () => {
    const ids = await idsOf('Mill Lane', 'Quayside')
    for (const call of [remove, restore]) expect(await call(rosa, ids)).toMatchObject({ http: 404 })
    expect(await rosa.send(calls.getLocation, { params: { id: ids[1]! } })).toMatchObject({ http: 404 })
  })
})

describe('moving to a region', () => {
  const move = (person: Person, locations: { id: number; location_class_ids: number[] }[]) =>
    person.send(calls.setLocationRegions, { body: { locations } })
  const regionsOf = async (...names: string[]) =>
    Promise.all(names.map(async (name) => (await shop(name)).location_class.map(({ label }) => label)))

  test('replaces the regions of all in one call, which can be undone exactly', async () => {
    const [mill, quay] = (await idsOf('Mill Lane', 'Quayside')) as [number, number]
    const [north, centre, south] = await Promise.all(['North', 'Centre', 'South'].map(regionOf))
    await move(elena, [{ id: mill, location_class_ids: [north!, south!] }])
    expect(
      await move(
        elena,
        [mill, quay].map((id) => ({ id, location_class_ids: [centre!] })),
      ),
    ).toMatchObject({ data: { changed: 2 }, message: 'location_moved' })
    expect(await regionsOf('Mill Lane', 'Quayside')).toEqual([['Centre'], ['Centre']])
    expect(await lastAudit('location.move')).toMatchObject({
      target_id: `${mill},${quay}`,
      before: { location_class_ids: [[north, south], [south]] },
      after: { location_class_ids: [[centre], [centre]] },
    })
    await move(elena, [
      { id: mill, location_class_ids: [north!] },
      { id: quay, location_class_ids: [south!] },
    ])
    expect(await regionsOf('Mill Lane', 'Quayside')).toEqual([['North'], ['South']])
  })

  test('leaves a deleted location alone, and keeps one of her regions for a regional manager', async () => {
    const [mill, quay] = (await idsOf('Mill Lane', 'Quayside')) as [number, number]
    const [north, south] = (await Promise.all(['North', 'South'].map(regionOf))) as [number, number]
    expect(await move(rosa, [{ id: mill, location_class_ids: [] }])).toMatchObject({ message: 'location_needs_region' })
    expect(await move(rosa, [{ id: mill, location_class_ids: [south] }])).toMatchObject({ http: 404 })
    // A region out of her reach stays.
    await move(elena, [{ id: mill, location_class_ids: [north, south] }])
    expect(await move(rosa, [{ id: mill, location_class_ids: [north] }])).toMatchObject({ status: 1 })
    expect(await regionsOf('Mill Lane')).toEqual([['North', 'South']])
    await move(elena, [{ id: mill, location_class_ids: [north] }])

    await remove(elena, [quay])
    const both = [mill, quay].map((id) => ({ id, location_class_ids: [south] }))
    expect(await move(elena, both)).toMatchObject({ message: 'location_was_deleted' })
    expect(await regionsOf('Mill Lane')).toEqual([['North']])
    await restore(elena, [quay])
  })
})

test('the second of two managers who edit the same location is refused; changes of its users are no conflict', async () => {
  const mine = await shop('Mill Lane')
  const save = (body: object) =>
    elena.send(calls.updateLocation, { body: { businessentity_location_name: 'Mill Lane', id: mine.id, ...body } })
  const whole = { store_number: mine.store_number, version: mine.version }
  const users = w.database.system.updateTable('users').set({ deleted_at: w.clock.now() })
  await users.where('web_site_id', '=', 31).where('username', '=', 'attorney').execute()
  expect(await save({ ...whole, businessentity_city: 'Eugene' })).toMatchObject({ status: 1 })
  expect(await save({ ...whole, businessentity_city: 'Portland' })).toMatchObject({
    message: 'location_changed_meanwhile',
  })
  expect((await shop('Mill Lane')).businessentity_city).toBe('Eugene')
  // Without a version, the last change wins.
  expect(await save({ businessentity_city: 'Portland' })).toMatchObject({ status: 1 })
})
