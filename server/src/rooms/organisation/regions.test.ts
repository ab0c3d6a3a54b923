import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

const calls = contract.organisation
let w: World
let elena: Person
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
})
afterAll(() => w.close())

const list = (person: Person, body: object = {}) => person.send(calls.getRegionList, { body })
const namesOf = async (person: Person, body: object = {}) =>
  ((await list(person, body)).data ?? []).map(({ class_name }) => class_name)
const idOf = async (name: string) => (await list(elena, { viewDelete: 'All', search: name })).data![0]!.id
const add = (class_name: string, person = elena) => person.send(calls.addClass, { body: { class_name } })
const rename = (id: number, class_name: string) => elena.send(calls.updateClass, { body: { id, class_name } })
const remove = async (id: number, person = elena) =>
  person.send(calls.deleteClass, { params: { id, userId: (await person.me()).user_id } })
const restore = (id: number, person = elena) => person.send(calls.undoDeletedClass, { params: { id } })
const choices = async (region: string) => {
  const { user_id } = await elena.me()
  return elena.call(calls.getRegionForLocation, { params: { user: user_id, class: await idOf(region) } })
}
const locationsOf = async (region: string) =>
  (await choices(region)).filter(({ selected }) => selected === 1).map((one) => one.businessentity_location_name)

describe('the list', () => {
  test('counts locations and people, pages and sorts', async () => {
    expect(await namesOf(elena)).toEqual(['Centre', 'North', 'South'])
    const { data, total } = await list(elena, { size: 1, sort: 'people', descending: true })
    expect(total).toBe(3)
    expect(data).toEqual([
      expect.objectContaining({ class_name: 'North', location_count: 2, user_count: 6, manager_count: 1, active: 1 }),
    ])
    expect(await namesOf(elena, { search: 'OUT' })).toEqual(['South'])
  })

  test('belongs to a business: others see and change nothing of it', async () => {
    const other = await w.loggedIn('enterprise2')
    const north = await idOf('North')
    expect((await list(other)).data!.map(({ id }) => id)).not.toContain(north)
    expect(await other.send(calls.updateClass, { body: { id: north, class_name: 'Mine' } })).toMatchObject({
      http: 404,
    })
    expect(await remove(north, other)).toMatchObject({ http: 404 })
    expect(await restore(north, other)).toMatchObject({ http: 404 })
    expect(await list(await w.loggedIn('regional'))).toMatchObject({ http: 403 })
    const names = await namesOf(await w.loggedIn('super'))
    expect(names.toSorted()).toEqual(['Centre', 'Centre', 'North', 'North', 'South', 'South'])
  })
})

test('a name is unique regardless of case; the own name and that of another business are free', async () => {
  const check = (class_name: string, id?: number) =>
    elena.send(calls.checkRegionNameAlreadyExists, { body: { class_name, id } })
  expect(await check('NORTH ')).toMatchObject({ status: 0, message: 'region_name_exists' })
  expect(await check('north', await idOf('North'))).toMatchObject({ status: 1 })
  expect(await check('East')).toMatchObject({ status: 1 })
  expect(await add('north')).toMatchObject({ status: 0, message: 'region_name_exists' })
  expect(await rename(await idOf('South'), 'NORTH')).toMatchObject({ status: 0, message: 'region_name_exists' })
  expect(await rename(await idOf('North'), 'NORTH')).toMatchObject({ status: 1, message: 'region_saved' })
  await rename(await idOf('NORTH'), 'North')
  const both = await Promise.all([add('צפון'), add('צפון')])
  expect(both.map(({ message }) => message).toSorted()).toEqual(['region_added', 'region_name_exists'])
  await remove(await idOf('צפון'))
  expect(await add('East', await w.loggedIn('enterprise2'))).toMatchObject({ status: 1 })
})

test('a deleted region is restored with its locations, unless its name was taken', async () => {
  const id = await idOf('South')
  expect(await remove(id)).toMatchObject({ status: 1, message: 'region_deleted' })
  expect(await namesOf(elena)).toEqual(['Centre', 'North'])
  expect(await namesOf(elena, { viewDelete: 'On', search: 'south' })).toEqual(['South'])
  expect(await remove(id)).toMatchObject({ status: 0, message: 'region_was_deleted' })
  expect(await rename(id, 'Deep south')).toMatchObject({ status: 0, message: 'region_was_deleted' })
  const second = (await add('south')).data!.id
  expect(await restore(id)).toMatchObject({ status: 0, message: 'region_name_exists' })
  await remove(second)
  expect(await restore(id)).toMatchObject({ status: 1, message: 'region_restored' })
  expect(await locationsOf('South')).toEqual(['Quayside', 'Summit Avenue'])
})

test('a deleted region no longer gives its manager reach', async () => {
  const rosa = await w.loggedIn('regional')
  const north = await idOf('North')
  const names = () => rosa.call(calls.getLocationsByBusinessId, { params: {} })
  expect(await names()).toHaveLength(2)
  await remove(north)
  expect(await names()).toEqual([])
  await restore(north)
  expect(await names()).toHaveLength(2)
})

test('assigning replaces the set, within the business, without deleted locations', async () => {
  const class_id = await idOf('Centre')
  const assign = (locations: number[], person = elena) =>
    person.send(calls.addLocationInRegion, { body: { class_id, locations } })
  const ids = new Map((await choices('Centre')).map((one) => [one.businessentity_location_name, one.id]))
  expect(await locationsOf('Centre')).toEqual(['Orchard Park', 'Station Street'])
  const [mill, orchard] = [ids.get('Mill Lane')!, ids.get('Orchard Park')!]
  expect(await assign([mill, orchard, mill])).toMatchObject({ status: 1, data: { location_count: 2 } })
  expect(await locationsOf('Centre')).toEqual(['Mill Lane', 'Orchard Park'])
  // A location may be in several regions.
  expect(await locationsOf('North')).toEqual(['Harbor Road', 'Mill Lane'])
  expect(await assign([])).toMatchObject({ data: { location_count: 0 } })
  const other = await w.loggedIn('enterprise2')
  const foreign = (await other.call(calls.getLocationsByBusinessId, { params: {} }))[0]!.id
  expect(await assign([mill, foreign])).toMatchObject({ http: 404 })
  expect(await assign([mill], other)).toMatchObject({ http: 404 })
  expect(await locationsOf('Centre')).toEqual([])

  const sam = await w.loggedIn('super')
  expect(await assign([mill, foreign], sam)).toMatchObject({ http: 404 })
  const { user_id } = await elena.me()
  await elena.call(calls.deleteLocation, { params: { id: mill, user_id, web_site_id: 31 } })
  expect(await assign([mill, orchard])).toMatchObject({ status: 0, message: 'location_was_deleted' })
  await elena.call(calls.undoDeletedLocation, { params: { id: mill } })
})

test('refuses the second of two concurrent edits of a region, and returns its current state', async () => {
  const id = await idOf('Centre')
  const now = () => elena.send(calls.getRegion, { params: { id } })
  const save = (class_name: string, old_class_name: string) =>
    elena.send(calls.updateClass, { body: { id, class_name, old_class_name } })
  const told = { status: 0, message: 'region_changed_meanwhile' }
  expect(await save('Middle', 'Centre')).toMatchObject({ status: 1 })
  expect(await save('Heart', 'Centre')).toMatchObject(told)
  expect(await now()).toMatchObject({ data: { class_name: 'Middle', active: 1, deleted_by: '' } })
  expect(await save('Centre', 'Middle')).toMatchObject({ status: 1 })

  const [first, second] = (await choices('Centre')).map((one) => one.id) as [number, number]
  const assign = (locations: number[], old_locations?: number[]) =>
    elena.send(calls.addLocationInRegion, {
      body: { class_id: id, locations, ...(old_locations ? { old_locations } : {}) },
    })
  await assign([first])
  const tabs = await Promise.all([assign([first, second], [first]), assign([second], [first])])
  expect(tabs.map(({ message }) => message).toSorted()).toEqual(['region_changed_meanwhile', 'region_locations_saved'])
  // Without the old set, the last change wins.
  expect(await assign([])).toMatchObject({ status: 1 })

  await remove(id)
  expect(await now()).toMatchObject({ data: { active: 0, deleted_by: 'Elena Voss' } })
  expect(await (await w.loggedIn('enterprise2')).send(calls.getRegion, { params: { id } })).toMatchObject({ http: 404 })
  await restore(id)
})

test('look-ups hold the regions that a caller reaches', async () => {
  const names = async (username: string) =>
    (await (await w.loggedIn(username)).call(calls.getRegionByBusinessentityId, { params: {} })).map(
      ({ class_name }) => class_name,
    )
  expect(await names('enterprise')).toEqual(['Centre', 'North', 'South'])
  expect(await names('regional')).toEqual(['North'])
  expect(await names('advisor')).toEqual(['North'])
  expect(await names('super')).toHaveLength(7)
  const of = async (username: string) => {
    const { user_id } = await (await w.loggedIn(username)).me()
    return (await elena.call(calls.getClass1, { params: { userId: user_id } })).map(({ class_name }) => class_name)
  }
  expect(await of('regional')).toEqual(['North'])
  expect(await of('lite')).toEqual([])
})
