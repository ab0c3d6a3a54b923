import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

const { sites } = contract

let w: World
let sam: Person
let dina: Person
beforeAll(async () => {
  w = await world()
  ;[sam, dina] = await Promise.all([w.loggedIn('super'), w.loggedIn('distributor')])
})
afterAll(() => w.close())

describe('the list of web sites', () => {
  test('holds all web sites for the super user, with their numbers, in pages', async () => {
    const first = await sam.send(sites.getWebSites, { body: { size: 10 } })
    expect(first.data).toHaveLength(10)
    expect(first.total).toBe(w.running.services.sites.all().length)
    expect(first).toMatchObject({ live: first.total, out_of_service: 0 })
    const names = first.data!.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    expect(first.data![0]).toMatchObject({ businesses: 2, people: 30, state: 'live' })
  })

  test('is searched by host, and filtered by country', async () => {
    const found = await sam.call(sites.getWebSites, { body: { search: 'site44.local' } })
    expect(found.map(({ name }) => name)).toEqual(['Ridgeline Moto'])
    const israeli = await sam.call(sites.getWebSites, { body: { country: 'IL' } })
    expect(israeli.map(({ name }) => name)).toEqual(['Galil Technical Schools'])
  })

  test('holds only the own web sites for a distributor', async () => {
    const found = await dina.send(sites.getWebSites, { body: {} })
    expect(found.data!.map(({ name }) => name)).toEqual(['Independent Workshop', 'Northgate Motors'])
    expect(found).toMatchObject({ total: 2, live: 2 })
    expect(await dina.call(sites.getAllWebsites, {})).toHaveLength(2)
  })
})
