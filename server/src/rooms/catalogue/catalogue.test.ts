import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

const { getMainSystemsSubSystemsHierarchy } = contract.catalogue
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const hierarchy = (lang: string, brand = 1) =>
  dana.call(getMainSystemsSubSystemsHierarchy, { params: { user: danaId, lang, brand, driverside: 'left' } })

test('returns ten systems, and under Brakes the disc brake as a narrated and an interactive film', async () => {
  const { mainSystems, mainSystemSubSystems, allAnimation } = await hierarchy('en-US')
  expect(mainSystems.map((s) => s.system_name)).toEqual([
    'Brakes',
    'Engine',
    'Cooling',
    'Suspension',
    'Steering',
    'Electrical',
    'Drivetrain',
    'Fuel and exhaust',
    'Air conditioning',
    'Tires',
  ])
  const brakes = mainSystems[0]!
  const under = (system: number, kind: string) =>
    allAnimation.filter((f) => f.system_id === system && f.video_type === kind).length
  for (const s of mainSystems)
    expect(s).toMatchObject({
      narrated_count: under(s.system_id, 'narrated'),
      interactive_count: under(s.system_id, 'interactive'),
    })
  expect(mainSystemSubSystems.filter((s) => s.system_id === brakes.system_id).map((s) => s.sub_system_name)).toContain(
    'Disc brakes',
  )
  expect(
    allAnimation
      .filter((f) => f.system_id === brakes.system_id)
      .map((f) => ({ name: f.part_name, kind: f.video_type, seconds: f.duration, steps: f.steps })),
  ).toEqual(
    expect.arrayContaining([
      { name: 'Disc brake', kind: 'narrated', seconds: 25, steps: 0 },
      { name: 'Disc brake', kind: 'interactive', seconds: 12, steps: 6 },
    ]),
  )
})

test('returns Hebrew texts, and accepts a language by id, tag or underscored tag', async () => {
  const { mainSystems } = await hierarchy('he-IL')
  expect(mainSystems[0]?.system_name).toBe('בלמים')
  expect(await hierarchy('71')).toEqual(await hierarchy('he_IL'))
})

test('a brand or language that the site does not have returns 404', async () => {
  await expect(hierarchy('xx')).rejects.toMatchObject({ http: 404 })
  await expect(hierarchy('50', 2)).rejects.toMatchObject({ http: 404 })
})

test('posters are public; films require a session unless the site shows them to visitors', async () => {
  const { allAnimation } = await hierarchy('en-US')
  const poster = await w.visitor().request(allAnimation[0]!.poster_url!)
  expect(poster.status).toBe(200)
  expect(poster.headers.get('content-type')).toBe('image/webp')
  expect(poster.headers.get('cache-control')).toContain('immutable')
})

test('marks at most six films of a kind as new, and none after 30 days', async () => {
  const on = (day: string) => w.clock.forward((Date.parse(day) - w.clock.now().getTime()) / 1000)
  const marked = async () => {
    const again = await w.loggedIn('advisor')
    const { allAnimation } = await again.call(getMainSystemsSubSystemsHierarchy, {
      params: { user: danaId, lang: 'en-US', brand: 1, driverside: 'left' },
    })
    return (kind: string) => allAnimation.filter((f) => f.isNew === 1 && f.video_type === kind)
  }
  on('2026-11-22')
  const now = await marked()
  expect(now('narrated')).toHaveLength(6)
  expect(now('interactive')).toHaveLength(6)
  expect(now('narrated').map((f) => f.part_name)).not.toContain('Disc brake')
  on('2026-12-22')
  const later = await marked()
  expect([...later('narrated'), ...later('interactive')]).toEqual([])
})
