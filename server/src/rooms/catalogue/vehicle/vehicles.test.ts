import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadVehicles, turntableImages } from './vehicles.ts'

/** The vehicles of the 360° view are complete, their hotspots link to films, and a broken file fails with its name. */

const folder = join(import.meta.dirname, '../../../../../library')
const vehicles = loadVehicles(folder)
const tags = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']

test('the library has three cars and a motorcycle', () => {
  expect(vehicles.map(({ id, kind }) => [id, kind])).toEqual([
    ['hatch', 'car'],
    ['motorcycle', 'motorcycle'],
    ['saloon', 'car'],
    ['suv', 'car'],
  ])
})

describe.each(vehicles)('$id', ({ name, parts, images, layouts }) => {
  const everything = [...images, ...Object.values(layouts)]

  test('has pictures of all sides, and stills from the front, at an angle and from above', () => {
    expect(images).toHaveLength(turntableImages)
    expect(everything.filter(({ file }) => !existsSync(file))).toEqual([])
    expect(Object.keys(name).toSorted()).toEqual(tags.toSorted())
  })

  test('links to films that exist or are in production', () => {
    expect(parts.filter((part) => !existsSync(join(folder, 'parts', part, 'part.yaml')))).toEqual([])
  })

  test('has a hotspot in nearly every picture, and every film in some picture', () => {
    const shown = new Set(everything.flatMap(({ spots }) => spots.map(({ part }) => part)))
    expect([...shown].toSorted()).toEqual(parts.toSorted())
    const empty = images.filter(({ spots }) => spots.length === 0)
    // The rear view has no hotspots.
    expect(empty.length).toBeLessThanOrEqual(3)
  })

  test('has a hotspot of one side only while that side is visible', () => {
    const quarter = Math.round(turntableImages / 4)
    const listed = (image: number) => images[image]!.spots.map(({ id }) => id)
    // The nose first turns to the right of the picture, so the vehicle's right side is visible.
    const right = listed(quarter)
    const left = listed(turntableImages - quarter)
    expect(right.filter((id) => id.endsWith('_right')).length).toBeGreaterThan(0)
    expect(left.filter((id) => id.endsWith('_left')).length).toBeGreaterThan(0)
    expect(right.filter((id) => id.endsWith('_left'))).toEqual([])
    expect(left.filter((id) => id.endsWith('_right'))).toEqual([])
  })

  test('has no overlapping hotspots in a picture', () => {
    for (const { spots } of everything)
      for (const [index, { x, y }] of spots.entries())
        for (const other of spots.slice(0, index))
          expect(Math.hypot((x - other.x) * 960, (y - other.y) * 540)).toBeGreaterThan(23.9)
  })
})

describe('a vehicle that breaks the format', () => {
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'cutaway-vehicles-'))
    await cp(join(folder, 'vehicles/hatch'), join(copy, 'vehicles/hatch'), { recursive: true })
    await cp(join(folder, 'vehicles/places.yaml'), join(copy, 'vehicles/places.yaml'))
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** Loads the vehicles with a changed file, and restores the file. */
  async function withChange(file: string, from: string | RegExp, to: string) {
    const path = join(copy, 'vehicles/hatch', file)
    const text = readFileSync(path, 'utf8')
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    await writeFile(path, changed)
    try {
      loadVehicles(copy)
      return 'nothing was refused'
    } catch (error) {
      return (error as Error).message
    } finally {
      await writeFile(path, text)
    }
  }

  test('fails with the names of its file and field', async () => {
    const unknown = await withChange('vehicle.yaml', 'kind: car', 'kind: car\nwheels: 4')
    expect(unknown).toContain('vehicle.yaml')
    expect(unknown).toContain('wheels')
    expect(await withChange('vehicle.yaml', 'id: hatch', 'id: estate')).toMatch(/id is estate, but its folder is hatch/)
    expect(await withChange('vehicle.yaml', 'part: ENGFST', 'part: ENG')).toMatch(/hotspots\[0\]\.part/)
    expect(await withChange('media/hotspots.json', '"id":"engine"', '"id":"motor"')).toMatch(/motor for ENGFST/)
  })

  test('fails with the name of a missing picture', async () => {
    await rm(join(copy, 'vehicles/hatch/media/23.webp'))
    expect(() => loadVehicles(copy)).toThrow(/23\.webp is missing/)
  })
})
