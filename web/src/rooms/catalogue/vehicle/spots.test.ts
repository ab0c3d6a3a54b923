import type { VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import { labelsInRow, labelsInRows, pictureOf, placesOn, placesWithRoom, standingThatShows } from './spots.ts'

const spot = (place: string, x = 0.5, y = 0.5) => ({ hotspot_id: place.toLowerCase(), part_id: place, place, x, y })
const point = (place: string, x: number, y: number) => ({ place, x, y })
const image = (...places: string[]): VehicleImage => ({ image_url: '', hotspots: places.map((place) => spot(place)) })

const eight: VehicleView = {
  vehicles: [],
  vehicle: 'hatch',
  images: [
    image('ENGINE'),
    image('ENGINE', 'BRAKES'),
    image('BRAKES'),
    image(),
    image('REARED'),
    image(),
    image('BRAKES'),
    image(),
  ],
  layouts: { front_view: image('ENGINE'), other: image('ENGINE', 'BRAKES'), top_view: image('ROOFED') },
  films: [],
  places: [],
}

test('a picture shows each of its places once, the most important first', () => {
  const places = ['ENGINE', 'BRAKES', 'REARED'].map((place) => ({ place, place_name: place, films: [] }))
  const picture = { image_url: '', hotspots: [spot('BRAKES', 0.1), spot('BRAKES', 0.2), spot('ENGINE', 0.3)] }
  expect(placesOn(picture, places)).toEqual([point('ENGINE', 0.3, 0.5), point('BRAKES', 0.1, 0.5)])
  expect(placesOn(undefined, places)).toEqual([])
})

test('on a small picture the less important of two near places is omitted', () => {
  const points = [point('ENGINE', 0.5, 0.5), point('OILING', 0.52, 0.52), point('BRAKES', 0.7, 0.5)]
  const places = (width: number, target: number, first?: string) =>
    placesWithRoom(points, { width, height: width * 0.5625 }, target, first).map(({ place }) => place)
  expect(places(1500, 26)).toEqual(['ENGINE', 'OILING', 'BRAKES'])
  expect(places(515, 26)).toEqual(['ENGINE', 'BRAKES'])
  expect(places(200, 44)).toEqual(['ENGINE'])
  // The chosen place is always shown; the other is omitted.
  expect(places(515, 26, 'OILING')).toEqual(['OILING', 'BRAKES'])
})

test('places above each other are both shown', () => {
  const points = [point('ENGINE', 0.5, 0.4), point('OILING', 0.5, 0.5)]
  expect(placesWithRoom(points, { width: 515, height: 290 }, 26)).toHaveLength(2)
})

test('labels stand over their points, and move aside where they would overlap, in the same order', () => {
  const label = (x: number, width = 100) => ({ x, y: 0, width })
  expect(labelsInRow([label(200), label(400)], 1000)).toEqual([200, 400])
  expect(labelsInRow([label(300), label(250)], 1000)).toEqual([360, 250])
  expect(labelsInRow([label(10), label(990)], 1000)).toEqual([50, 950])
  expect(labelsInRow([label(900), label(950), label(960)], 1000)).toEqual([730, 840, 950])
})

test('labels that do not fit into one row stand in two, and no line crosses a label or another line', () => {
  const rows = [15, 45] as const
  const label = (x: number, y: number, width: number) => ({ x, y, width })
  // Room for all: one row, as wide pictures have it.
  expect(labelsInRows([label(100, 120, 80), label(250, 120, 80)], 374, rows, 26)).toEqual([
    { x: 100, row: 0 },
    { x: 250, row: 0 },
  ])
  // A telephone: the wide label in the middle and the outer ones cannot stand beside each other.
  const many = [label(80, 170, 96), label(226, 165, 138), label(264, 118, 82), label(288, 148, 74)]
  const placed = labelsInRows(many, 374, rows, 26)
  expect(new Set(placed.map(({ row }) => row))).toEqual(new Set([0, 1]))
  for (const [index, { x, row }] of placed.entries()) {
    const half = many[index]!.width / 2
    expect(x - half).toBeGreaterThanOrEqual(0)
    expect(x + half).toBeLessThanOrEqual(374)
    for (const [other, beside] of placed.entries())
      if (other !== index && beside.row === row)
        expect(Math.abs(beside.x - x)).toBeGreaterThanOrEqual(half + many[other]!.width / 2)
    if (row === 1) continue
    // The line from the outer row passes the labels of the inner row.
    const at = x + ((many[index]!.x - x) * (rows[1] - rows[0])) / (many[index]!.y - rows[0])
    for (const [other, inner] of placed.entries())
      if (inner.row === 1) expect(Math.abs(inner.x - at)).toBeGreaterThan(many[other]!.width / 2)
  }
})

test('a place is shown in the current picture if it is visible there', () => {
  const now = { view: 'turn', image: 2 } as const
  expect(standingThatShows(eight, 'BRAKES', now)).toBe(now)
  const still = { view: 'other', image: 4 } as const
  expect(standingThatShows(eight, 'ENGINE', still)).toBe(still)
})

test('otherwise the vehicle turns the shorter way', () => {
  expect(standingThatShows(eight, 'BRAKES', { view: 'turn', image: 8 })).toEqual({ view: 'turn', image: 7 })
  expect(standingThatShows(eight, 'REARED', { view: 'front_view', image: 3 })).toEqual({ view: 'turn', image: 5 })
})

test('a place that only a still shows is shown there; a place in no picture is not shown', () => {
  expect(standingThatShows(eight, 'ROOFED', { view: 'turn', image: 3 })).toEqual({ view: 'top_view', image: 3 })
  expect(standingThatShows(eight, 'NOSUCH', { view: 'turn', image: 3 })).toBeNull()
})

test('the stills use the names of the web site', () => {
  expect(pictureOf(eight, { view: 'top_view', image: 1 })).toBe(eight.layouts?.top_view)
  expect(pictureOf(eight, { view: 'turn', image: 8 })).toBe(eight.images[7])
})
