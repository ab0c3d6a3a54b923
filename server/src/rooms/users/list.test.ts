import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type World } from '../../testing/world.ts'
import { listOf, placesOf } from './testing.ts'

/** The list of users: who sees whom, filters, order and pages. */

let w: World
let places: Awaited<ReturnType<typeof placesOf>>
beforeAll(async () => {
  w = await world()
  places = await placesOf(w)
})
afterAll(() => w.close())

const namesOf = async (username: string, asked: object = {}) =>
  (await listOf(await w.loggedIn(username), asked)).users.map((user) => user.username)

describe('each manager sees', () => {
  test('the users in reach, and which of them can be changed', async () => {
    const { users, total } = await listOf(await w.loggedIn('enterprise'))
    expect(total).toBe(15)
    expect(new Set(users.map((u) => u.business_name))).toEqual(new Set(['Northgate Motors']))
    expect(users.filter((u) => !u.may_edit).map((u) => u.username)).toEqual([
      'distributor',
      'enterprise',
      'employee',
      'super',
    ])
    expect(await namesOf('regional')).toEqual(['attorney', 'advisor', 'location', 'regional', 'trial', 'kiosk'])
    expect(await namesOf('location')).toEqual(['advisor', 'location', 'regional', 'kiosk'])
    expect(await namesOf('edumanager')).toEqual(['edumanager', 'student', 'staff'])
    expect((await listOf(await w.loggedIn('super'))).total).toBe(30)
  })

  test('the regions, locations, roles and businesses of the filters', async () => {
    const of = async (username: string) => {
      const { regions, locations, access_types, businesses } = await listOf(await w.loggedIn(username))
      return {
        regions: regions.map((r) => r.class_name),
        locations: locations.map((l) => l.businessentity_location_name),
        roles: access_types.filter((t) => t.selectable).length,
        businesses: businesses.length,
      }
    }
    expect(await of('enterprise')).toMatchObject({ regions: ['Centre', 'North', 'South'], roles: 9, businesses: 1 })
    expect(await of('regional')).toEqual({
      regions: ['North'],
      locations: ['Harbor Road', 'Mill Lane'],
      roles: 8,
      businesses: 1,
    })
    expect(await of('location')).toMatchObject({ regions: ['North'], locations: ['Harbor Road'], roles: 7 })
    expect(await of('super')).toMatchObject({ businesses: 2 })
    const bare = await listOf(await w.loggedIn('enterprise'), { with_lists: false })
    expect(bare).toMatchObject({ regions: [], locations: [], access_types: [], businesses: [] })
  })

  test('no user of another business, also when it is asked for', async () => {
    const { business, location } = places.second
    expect(await namesOf('enterprise', { businessentity_id: business })).toEqual([])
    expect(await namesOf('enterprise', { businessentity_location_id: location('Harbor Road') })).toEqual([])
    expect(await namesOf('super', { businessentity_id: business })).toHaveLength(15)
  })
})

describe('the list', () => {
  test('filters by role, location, region and state, and finds parts of names', async () => {
    const { location, region } = places.first
    expect(await namesOf('enterprise', { user_access_id: 6 })).toEqual(['advisor'])
    expect(await namesOf('enterprise', { businessentity_location_id: location('Mill Lane') })).toEqual([
      'attorney',
      'trial',
    ])
    expect(await namesOf('enterprise', { class_id: region('North') })).toEqual([
      'attorney',
      'advisor',
      'location',
      'regional',
      'trial',
      'kiosk',
    ])
    expect(await namesOf('enterprise', { status: 'deleted' })).toEqual([])
    for (const search of ['whitl', 'DANA WHIT', 'advisor@site31'])
      expect(await namesOf('enterprise', { search })).toEqual(['advisor'])
    for (const search of ['%', '_', 'dana\\', "'"]) expect(await namesOf('enterprise', { search })).toEqual([])
  })

  test('sorts by each column, both ways, with a stable order among equals', async () => {
    for (const sort of ['name', 'username', 'role', 'location', 'last_seen', 'status'] as const) {
      const [up, down] = [
        await namesOf('enterprise', { sort }),
        await namesOf('enterprise', { sort, descending: true }),
      ]
      expect(up).toHaveLength(15)
      expect(down.toSorted()).toEqual(up.toSorted())
    }
    expect((await namesOf('enterprise', { sort: 'role' }))[0]).toBe('super')
    expect((await namesOf('enterprise', { sort: 'username', descending: true }))[0]).toBe('trial')
  })

  test('pages, with each user on one page', async () => {
    const enterprise = await w.loggedIn('enterprise')
    const page = (n: number) => listOf(enterprise, { page: n, size: 5, sort: 'status' })
    const all = [await page(1), await page(2), await page(3), await page(4)]
    expect(all.map(({ users }) => users.length)).toEqual([5, 5, 5, 0])
    expect(new Set(all.flatMap(({ users }) => users.map((u) => u.id))).size).toBe(15)
  })

  test('tells when a user was seen last', async () => {
    const enterprise = await w.loggedIn('enterprise')
    const seen = async () => (await listOf(enterprise, { search: 'translator@' })).users[0]!.last_seen_at
    expect(await seen()).toBe(null)
    await w.loggedIn('translator')
    expect(await seen()).not.toBe(null)
  })
})

test('selection lists hold the users in reach, of a business, a region or a location', async () => {
  const regional = await w.loggedIn('regional')
  const all = await regional.call(contract.users.getUsersByBusinessentityId, { params: {} })
  expect(all.map((u) => u.username)).toEqual(['attorney', 'advisor', 'location', 'regional', 'trial', 'kiosk'])
  const { business, location } = places.first
  const asked = { businessentity_id: business, businessentity_location_id: location('Mill Lane') }
  const some = await regional.call(contract.users.fetchUsersDetails, { params: { json: asked } })
  expect(some.map((u) => u.username)).toEqual(['attorney', 'trial'])
  const foreign = { params: { businessentity_id: places.second.business } }
  expect(await regional.call(contract.users.getUsersByBusinessentityId, foreign)).toEqual([])
  const advisor = await w.loggedIn('advisor')
  const own = await advisor.call(contract.users.fetchUsersDetails, { params: { json: {} } })
  expect(own.map((u) => u.username)).toEqual(['advisor'])
})

test('a deleted region gives its manager no users, no places to assign and nobody to change', async () => {
  const rosa = await w.loggedIn('regional')
  const north = places.first.region('North')
  const regions = w.database.system.updateTable('location_classes').where('class_id', '=', north)
  const dana = (await listOf(rosa, { search: 'advisor' })).users[0]!
  await regions.set({ deleted_at: w.clock.now() }).execute()
  const { users, locations, regions: choices } = await listOf(rosa)
  expect(users.map(({ username }) => username)).toEqual(['regional'])
  expect([locations, choices]).toEqual([[], []])
  const change = { body: { id: dana.id, first_name: 'Dana' } }
  expect(await rosa.send(contract.users.updateUser, change)).toMatchObject({ http: 403 })
  await regions.set({ deleted_at: null }).execute()
  expect((await listOf(rosa)).users.length).toBeGreaterThan(1)
})
