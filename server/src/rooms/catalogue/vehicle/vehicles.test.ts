import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadVehicles, turntableImages } from './vehicles.ts'

/** The vehicles of the 360° view are complete, their spots lead to films, and a broken file is named. */

const folder = join(import.meta.dirname, '../../../../../library')
const vehicles = loadVehicles(folder)
const tags = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']

test('three cars and a motorcycle stand on the turntable', () => {
  expect(vehicles.map(({ id, kind }) => [id, kind])).toEqual([
    ['hatch', 'car'],
    ['motorcycle', 'motorcycle'],
    ['saloon', 'car'],
    ['suv', 'car'],
  ])
})

describe.each(vehicles)('$id', ({ name, parts, images, layouts }) => {
  const everything = [...images, ...Object.values(layouts)]

  test('is shown from all sides, from the front, aslant and from above', () => {
    expect(images).toHaveLength(turntableImages)
    expect(everything.filter(({ file }) => !existsSync(file))).toEqual([])
    expect(Object.keys(name).toSorted()).toEqual(tags.toSorted())
  })

  test('leads to films that the library holds or is making', () => {
    expect(parts.filter((part) => !existsSync(join(folder, 'parts', part, 'part.yaml')))).toEqual([])
  })

  test('offers a spot in nearly every picture, and every film in some picture', () => {
    const shown = new Set(everything.flatMap(({ spots }) => spots.map(({ part }) => part)))
    expect([...shown].toSorted()).toEqual(parts.toSorted())
    const empty = images.filter(({ spots }) => spots.length === 0)
    // From straight behind there is nothing to point at.
    expect(empty.length).toBeLessThanOrEqual(3)
  })

  test('shows a spot of one side only while that side is seen', () => {
    const quarter = Math.round(turntableImages / 4)
    const listed = (image: number) => images[image]!.spots.map(({ id }) => id)
    // The nose goes to the right of the picture first: then the vehicle's right side is seen.
    const right = listed(quarter)
    const left = listed(turntableImages - quarter)
    expect(right.filter((id) => id.endsWith('_right')).length).toBeGreaterThan(0)
    expect(left.filter((id) => id.endsWith('_left')).length).toBeGreaterThan(0)
    expect(right.filter((id) => id.endsWith('_left'))).toEqual([])
    expect(left.filter((id) => id.endsWith('_right'))).toEqual([])
  })

  test('keeps the spots of a picture apart', () => {
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
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** Loads with a file changed, and puts the file back. */
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

  test('is named with its file and field', async () => {
    const unknown = await withChange('vehicle.yaml', 'kind: car', 'kind: car\nwheels: 4')
    expect(unknown).toContain('vehicle.yaml')
    expect(unknown).toContain('wheels')
    expect(await withChange('vehicle.yaml', 'id: hatch', 'id: estate')).toMatch(/id is estate, but its folder is hatch/)
    expect(await withChange('vehicle.yaml', 'part: ENGFST', 'part: ENG')).toMatch(/hotspots\[0\]\.part/)
    expect(await withChange('media/hotspots.json', '"id":"engine"', '"id":"motor"')).toMatch(/motor for ENGFST/)
  })

  test('is named when a picture is missing', async () => {
    await rm(join(copy, 'vehicles/hatch/media/23.webp'))
    expect(() => loadVehicles(copy)).toThrow(/23\.webp is missing/)
  })
})
