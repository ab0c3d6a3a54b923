import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

const { getAllAnimations, getNewAnimations, newParts } = contract.catalogue
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  // On this day most films of the library are new; the disc brake came some weeks before.
  itIs('2026-11-22')
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const itIs = (day: string) => w.clock.forward((Date.parse(day) - w.clock.now().getTime()) / 1000)

const fresh = (type: 'narrated' | 'interactive', lang = 'en-US', who = dana, user = danaId) =>
  who.call(newParts, { params: { user, site: 31, brand: 1, type, lang } })

test('lists every film of a kind', async () => {
  const narrated = await dana.call(getAllAnimations, { params: { lang: '50', brand: 1, videoType: 'narrated' } })
  const interactive = await dana.call(getAllAnimations, { params: { lang: '50', brand: 1, videoType: 'interactive' } })
  expect(narrated.map((f) => f.part_name)).toEqual(expect.arrayContaining(['Disc brake', 'Four-stroke engine']))
  expect(new Set(narrated.map((f) => f.video_type))).toEqual(new Set(['narrated']))
  expect(new Set(interactive.map((f) => f.video_type))).toEqual(new Set(['interactive']))
})

test('a motorcycle site lists no films of cars', async () => {
  const rider = await w.loggedIn('advisor', { site: 44 })
  const { brand_id } = (await rider.call(contract.sessions.getUserSession)).web_site
  const films = await rider.call(getAllAnimations, { params: { lang: '50', brand: brand_id, videoType: 'narrated' } })
  const names = films.map((f) => f.part_name)
  expect(names).toContain('Disc brake')
  expect(names).not.toContain('Drum brake')
  await expect(
    dana.call(getAllAnimations, { params: { lang: '50', brand: brand_id, videoType: 'narrated' } }),
  ).rejects.toMatchObject({ http: 404 })
})

test('new films are those of the last 30 days, the newest first', async () => {
  const films = await fresh('narrated')
  expect(films.length).toBeGreaterThan(2)
  expect(films.every((f) => f.isNew === 1)).toBe(true)
  // Added 41 days ago.
  expect(films.map((f) => f.part_name)).not.toContain('Disc brake')
  expect((await fresh('narrated', 'he-IL'))[0]!.part_name).toMatch(/[\u0590-\u05ff]/)
})

test('the literal path of the new films returns both kinds for the site’s own brand', async () => {
  const response = await dana.request('/api/v1/getNewAnimations/2/generic/l/en_US')
  const literal = (await response.json()) as { status: number; data: { video_type: string; part_id: string }[] }
  expect(literal.status).toBe(1)
  expect(new Set(literal.data.map((f) => f.video_type))).toEqual(new Set(['narrated', 'interactive']))
  expect(literal.data).toEqual(
    await dana.call(getNewAnimations, { params: { id: 31, brand: 1, driverside: 'left', locale: '50' } }),
  )
})

test('no list contains an interactive film on the touch screen', async () => {
  const kiosk = await w.loggedIn('kiosk')
  const { user_id } = await kiosk.me()
  const all = { lang: '50', brand: 1, videoType: 'interactive' } as const
  expect(await kiosk.call(getAllAnimations, { params: all })).toEqual([])
  expect(await fresh('interactive', '50', kiosk, user_id)).toEqual([])
  const both = await kiosk.call(getNewAnimations, {
    params: { id: 2, brand: 'generic', driverside: 'left', locale: '50' },
  })
  expect(new Set(both.map((f) => f.video_type))).toEqual(new Set(['narrated']))
})

test('refuses the id of a colleague or of another web site', async () => {
  const bob = await w.loggedIn('lite')
  await expect(fresh('narrated', '50', bob)).rejects.toMatchObject({ http: 403 })
  await expect(
    dana.call(newParts, { params: { user: danaId, site: 33, brand: 1, type: 'narrated', lang: '50' } }),
  ).rejects.toMatchObject({ http: 403 })
})

test('lists no new films years later', async () => {
  itIs('2036-03-01')
  const later = await w.loggedIn('advisor')
  expect(await fresh('narrated', '50', later)).toEqual([])
})
