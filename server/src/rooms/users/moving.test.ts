import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { idOf, lastAudit, listOf, placesOf, refused } from './testing.ts'

/** Elena moves several users of the demo's business at once; Rosa manages North, Liam the location Harbor Road. */

const { users, organisation } = contract
type Place = { id: number; businessentity_location_id?: number | null; location_class_ids?: number[] }

let w: World
let elena: Person
let rosa: Person
let liam: Person
let places: Awaited<ReturnType<typeof placesOf>>
let advisor: number
let staff: number
let regional: number
beforeAll(async () => {
  w = await world()
  ;[elena, rosa, liam] = await Promise.all([w.loggedIn('enterprise'), w.loggedIn('regional'), w.loggedIn('location')])
  places = await placesOf(w)
  ;[advisor, staff, regional] = await Promise.all([idOf(w, 'advisor'), idOf(w, 'staff'), idOf(w, 'regional')])
})
afterAll(() => w.close())

const at = (id: number, location: string): Place => ({
  id,
  businessentity_location_id: places.first.location(location),
})
const over = (id: number, ...regions: string[]): Place => ({ id, location_class_ids: regions.map(places.first.region) })
const move = (person: Person, ...moved: Place[]) =>
  person.send(users.setUserPlaces, {
    body: { places: moved.map((one) => ({ businessentity_location_id: null, location_class_ids: [], ...one })) },
  })
const placeOf = async (id: number) => {
  const data = await elena.call(users.getUserData, { params: { id } })
  return data.location_class_ids.length > 0 ? data.location_class_ids : data.businessentity_location_id
}

test('people move to a location and a regional manager to a region in one call, which can be undone exactly', async () => {
  const [mill, quay] = ['Mill Lane', 'Quayside'].map(places.first.location)
  const [north, south] = ['North', 'South'].map(places.first.region) as [number, number]
  const both = [north, south].toSorted((a, b) => a - b)
  await move(elena, at(advisor, 'Mill Lane'), at(staff, 'Quayside'), over(regional, 'North'))
  const gone = await move(elena, at(advisor, 'Quayside'), at(staff, 'Quayside'), over(regional, 'South', 'North'))
  expect(gone).toMatchObject({ message: 'user_moved', data: { changed: 2 } })
  expect(await Promise.all([advisor, staff, regional].map(placeOf))).toEqual([quay, quay, both])
  // Who stayed is not in the log.
  expect(await lastAudit(w, 'user.move')).toMatchObject({
    target_id: `${advisor},${regional}`,
    before: { usernames: ['advisor', 'regional'], businessentity_location_id: [mill], location_class_ids: [[north]] },
    after: { businessentity_location_id: [quay], location_class_ids: [both] },
  })
  await move(elena, at(advisor, 'Mill Lane'), over(regional, 'North'))
  expect(await Promise.all([advisor, regional].map(placeOf))).toEqual([mill, [north]])
  expect(await move(elena, at(advisor, 'Mill Lane'))).toMatchObject({ data: { changed: 0 } })
})

test('the move reaches as far as the role, and one user out of reach stops all', async () => {
  await move(elena, at(advisor, 'Mill Lane'), at(staff, 'Mill Lane'))
  const before = await placeOf(advisor)
  const { first, second } = places
  const refusals: [Person, Place[], object][] = [
    [rosa, [at(advisor, 'Station Street')], refused('user_place_not_available')],
    [
      elena,
      [{ id: advisor, businessentity_location_id: second.location('Mill Lane') }],
      refused('user_place_not_available'),
    ],
    [
      elena,
      [at(staff, 'Quayside'), { id: regional, location_class_ids: [second.region('North')] }],
      refused('user_place_not_available'),
    ],
    [elena, [at(staff, 'Quayside'), at(await idOf(w, 'enterprise'), 'Quayside')], { http: 403 }],
    [elena, [at(staff, 'Quayside'), at(await idOf(w, 'advisor2'), 'Quayside')], { http: 403 }],
    [rosa, [at(staff, 'Harbor Road'), over(regional, 'North')], { http: 403 }],
    [liam, [at(advisor, 'Harbor Road')], { http: 403 }],
    [elena, [at(staff, 'Quayside'), { id: advisor }], refused('user_location_required')],
    [elena, [at(staff, 'Quayside'), { id: regional }], refused('user_region_required')],
    [elena, [at(staff, 'Quayside'), at(staff, 'Harbor Road')], { http: 400 }],
    [await w.loggedIn('super'), [at(await idOf(w, 'enterprise'), 'Quayside')], refused('user_has_no_place')],
  ]
  for (const [person, moved, answer] of refusals) expect(await move(person, ...moved)).toMatchObject(answer)
  expect([await placeOf(advisor), await placeOf(staff)]).toEqual([before, first.location('Mill Lane')])
  expect(await move(rosa, at(advisor, 'Harbor Road'), at(staff, 'Harbor Road'))).toMatchObject({ status: 1 })
})

test('nobody moves to a deleted location, but those who are there may stay; deleted users are left alone', async () => {
  await move(elena, at(advisor, 'Quayside'), at(staff, 'Mill Lane'))
  const quay = places.first.location('Quayside')
  await elena.send(organisation.deleteLocations, { body: { id: [quay] } })
  expect(await move(elena, at(staff, 'Quayside'), at(advisor, 'Quayside'))).toMatchObject(
    refused('user_place_not_available'),
  )
  expect(await move(elena, at(staff, 'Summit Avenue'), at(advisor, 'Quayside'))).toMatchObject({ data: { changed: 1 } })
  await elena.send(organisation.restoreLocations, { body: { id: [quay] } })

  await elena.send(users.deleteManageUser, { params: { json: { id: [advisor] } } })
  expect(await move(elena, at(advisor, 'Mill Lane'), at(staff, 'Mill Lane'))).toMatchObject({ data: { changed: 1 } })
  await elena.send(users.restoreUsers, { body: { id: [advisor] } })
  expect(await placeOf(advisor)).toBe(quay)
})

test('of a move and a deletion of its location at once, no user ends at a deleted location by the move', async () => {
  await move(elena, at(advisor, 'Mill Lane'), at(staff, 'Mill Lane'))
  const quay = places.first.location('Quayside')
  const [moved] = await Promise.all([
    move(elena, at(advisor, 'Quayside'), at(staff, 'Quayside')),
    elena.send(organisation.deleteLocations, { body: { id: [quay] } }),
  ])
  const { users: list } = await listOf(elena)
  const there = list.filter(({ businessentity_location_id }) => businessentity_location_id === quay).map(({ id }) => id)
  // Either the move came first, or it was refused as a whole.
  expect(there.filter((id) => [advisor, staff].includes(id))).toHaveLength(moved.status === 1 ? 2 : 0)
  await elena.send(organisation.restoreLocations, { body: { id: [quay] } })
})
