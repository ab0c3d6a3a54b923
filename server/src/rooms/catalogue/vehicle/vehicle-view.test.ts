import { contract } from '@cutaway/contract'
import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { loadLibrary } from '../library/library.ts'
import { vehicleOf, vehicleView } from './vehicle-view.ts'

/** The 360° view: its content for each caller, and that every hotspot links to a film that the caller can open. */

const { getVehicleImages } = contract.catalogue
const { relatedAnimationsDetailsByPartId } = contract.player
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const turntable = (vehicle?: string, lang = 'en-US', brand = 0) =>
  dana.call(getVehicleImages, {
    params: { user: danaId, lang, brand, driverside: 'left', ...(vehicle ? { vehicle } : {}) },
  })

const pictures = ({ images, layouts }: VehicleView) => [...images, ...Object.values(layouts!)]
const spots = (view: VehicleView) => pictures(view).flatMap(({ hotspots }) => hotspots)

test('returns 46 pictures and three stills of the hatchback, the hotspots of each with their films', async () => {
  const view = await turntable()
  expect(view.vehicle).toBe('hatch')
  expect(view.vehicles.map(({ vehicle_name }) => vehicle_name)).toEqual(['Hatchback', 'Sedan', 'SUV'])
  expect(view.images).toHaveLength(46)
  expect(Object.keys(view.layouts!)).toEqual(['front_view', 'other', 'top_view'])
  expect(new Set(pictures(view).map(({ image_url }) => image_url)).size).toBe(49)
  expect(view.films.map(({ part_name }) => part_name)).toContain('Disc brake')
  const led = new Set(spots(view).map(({ part_id }) => part_id))
  expect([...led].toSorted()).toEqual(view.films.map(({ part_id }) => part_id).toSorted())
})

test('groups the hotspots by place, each with all of its films, also the interactive ones', async () => {
  const view = await turntable()
  const brake = view.places.find(({ place_name }) => place_name === 'Front brake')!
  expect(brake.films.map(({ part_name, video_type }) => `${part_name}, ${video_type}`)).toEqual([
    'Disc brake, narrated',
    'Brake pad wear, narrated',
    'Disc brake, interactive',
    'Brake pad wear, interactive',
  ])
  const places = new Set(view.places.map(({ place }) => place))
  for (const { hotspot_id, place } of spots(view)) expect(places.has(place), hotspot_id).toBe(true)
  const named = new Set(view.places.flatMap(({ films }) => films.map(({ part_id }) => part_id)))
  for (const { part_id } of view.films) expect(named.has(part_id), part_id).toBe(true)
  const hebrew = await turntable(undefined, '71')
  expect(hebrew.places.every(({ place_name }) => /[א-ת]/.test(place_name))).toBe(true)
})

test('the touch screen gets no interactive film at a place', async () => {
  const kiosk = await w.loggedIn('kiosk')
  const params = { user: (await kiosk.me()).user_id, lang: '50', brand: 0, driverside: 'left' } as const
  const { places } = await kiosk.call(getVehicleImages, { params })
  expect(places.flatMap(({ films }) => films).every(({ video_type }) => video_type === 'narrated')).toBe(true)
})

test('returns another car, with its name and its films in Hebrew', async () => {
  const english = await turntable('suv')
  const hebrew = await turntable('suv', '71')
  expect(english.vehicle).toBe('suv')
  expect(hebrew.images).toEqual(english.images)
  const disc = (view: VehicleView) => view.films.find(({ part_id }) => part_id === 'BRKDSC')?.part_name
  expect(disc(hebrew)).toMatch(/[א-ת]/)
  expect(hebrew.vehicles.find(({ vehicle }) => vehicle === 'suv')!.vehicle_name).not.toBe('')
})

test.each([
  { person: 'advisor', site: 31, vehicle: undefined },
  { person: 'kiosk', site: 31, vehicle: 'saloon' },
  { person: 'student', site: 31, vehicle: 'suv' },
  { person: 'advisor', site: 33, vehicle: 'hatch' },
  { person: 'kiosk', site: 44, vehicle: 'motorcycle' },
])('every hotspot that the $person of site $site sees opens a film', async ({ person, site, vehicle }) => {
  const somebody = await w.loggedIn(person, { site })
  const { user, web_site } = await somebody.call(contract.sessions.getUserSession)
  const { user_id } = user
  const { brand_id, driverside } = web_site
  const view = await somebody.call(getVehicleImages, {
    params: { user: user_id, lang: 'en-US', brand: brand_id, driverside, ...(vehicle ? { vehicle } : {}) },
  })
  const parts = new Set(spots(view).map(({ part_id }) => part_id))
  expect(parts.size).toBeGreaterThan(0)
  for (const part_id of parts) {
    const params = { user_id, part_id, brand_id, driverside, language_id: '50' }
    expect(await somebody.send(relatedAnimationsDetailsByPartId, { params }), part_id).toMatchObject({ status: 1 })
  }
})

test('only a motorcycle site has the motorcycle', async () => {
  const moto = await w.loggedIn('advisor', { site: 44 })
  const user = (await moto.me()).user_id
  const view = await moto.call(getVehicleImages, { params: { user, lang: '50', brand: 0, driverside: 'left' } })
  expect(view.vehicles.map(({ vehicle }) => vehicle)).toEqual(['motorcycle'])
  await expect(turntable('motorcycle')).rejects.toMatchObject({ http: 404 })
  const car = { params: { user, lang: '50', brand: 0, driverside: 'left', vehicle: 'hatch' } } as const
  await expect(moto.call(getVehicleImages, car)).rejects.toMatchObject({ http: 404 })
})

test('an unknown vehicle, brand or language returns 404, and another user’s id is refused', async () => {
  await expect(turntable('tractor')).rejects.toMatchObject({ http: 404 })
  await expect(turntable('hatch', 'xx')).rejects.toMatchObject({ http: 404 })
  await expect(turntable('hatch', '50', 2)).rejects.toMatchObject({ http: 404 })
  const enterprise = await w.loggedIn('enterprise')
  const params = { user: (await enterprise.me()).user_id, lang: '50', brand: 0, driverside: 'left' } as const
  const answer = await dana.send(getVehicleImages, { params })
  expect([403, 404]).toContain(answer.http)
})

describe('the pictures', () => {
  test('are cached immutably under a versioned URL, and revalidated under an outdated one', async () => {
    const { images, layouts } = await turntable('saloon')
    for (const { image_url } of [images[0]!, images[45]!, layouts!.top_view]) {
      const answer = await w.visitor().request(image_url)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(8, 12)
          .toString(),
      ).toBe('WEBP')
    }
    const [, version] = /^\/vehicles\/saloon\/([^/]+)\/01\.webp$/.exec(images[0]!.image_url)!
    const old = await w.visitor().request(images[0]!.image_url.replace(version!, 'older'))
    expect(old.status).toBe(200)
    expect(old.headers.get('cache-control')).toBe('private, no-cache')
    const again = await w.visitor().request(images[0]!.image_url, {
      headers: { 'if-none-match': old.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })

  test('are the only files served under the path', async () => {
    for (const path of [
      'hatch/x/hotspots.json',
      'hatch/x/hashes.json',
      'hatch/x/47.webp',
      'hatch/x/..%2fvehicle.yaml',
      'hatch/x/%2e%2e%2fvehicle.yaml',
      '..%2fparts%2fBRKDSC/x/poster.webp',
      'hatch/x/..%2f..%2fsuv%2fmedia%2f01.webp',
      'hatch/x/01.webp%00.json',
      'tractor/x/01.webp',
      '__proto__/x/01.webp',
    ]) {
      const answer = await dana.request(`/vehicles/${path}`)
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(await answer.json(), path).toMatchObject({ status: 0, data: null })
    }
  })
})

describe('a hotspot without a film', () => {
  const library = loadLibrary(join(import.meta.dirname, '../../../../../library'))
  const view = (changed: typeof library, side: 'left' | 'right' = 'left') =>
    vehicleView({
      library: changed,
      kind: 'car',
      vehicle: vehicleOf(changed, 'car', 'hatch'),
      side,
      tag: 'en-US',
      now: new Date(),
      plays: () => true,
    })
  const leadsTo = (shown: VehicleView, part: string) => spots(shown).some(({ part_id }) => part_id === part)

  test('is omitted while the film is in production', () => {
    const drafted = {
      ...library,
      film: (id: string) => (id === 'BRKPAD' ? undefined : library.film(id)),
    }
    expect(leadsTo(view(library), 'BRKPAD')).toBe(true)
    expect(leadsTo(view(drafted), 'BRKPAD')).toBe(false)
    expect(leadsTo(view(drafted), 'BRKDSC')).toBe(true)
    expect(view(drafted).films.map(({ part_id }) => part_id)).not.toContain('BRKPAD')
  })

  test('is omitted if the film is for the other driver side', () => {
    const pads = library.film('BRKPAD')!
    const leftOnly = { ...pads, of: { ...pads.of, part: { ...pads.of.part, driver_sides: ['left' as const] } } }
    const changed = { ...library, film: (id: string) => (id === 'BRKPAD' ? leftOnly : library.film(id)) }
    expect(leadsTo(view(changed, 'left'), 'BRKPAD')).toBe(true)
    expect(leadsTo(view(changed, 'right'), 'BRKPAD')).toBe(false)
  })

  test('a library without vehicles returns an empty view', () => {
    const bare = { ...library, vehicles: [] }
    const shown = vehicleView({
      library: bare,
      kind: 'car',
      vehicle: vehicleOf(bare, 'car', undefined),
      side: 'left',
      tag: 'en-US',
      now: new Date(),
      plays: () => true,
    })
    expect(shown).toEqual({ vehicles: [], vehicle: '', images: [], layouts: null, films: [], places: [] })
  })
})
