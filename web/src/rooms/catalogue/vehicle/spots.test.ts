import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import { numbersOf, pictureOf, spotsWithRoom, standingThatShows } from './spots.ts'

const spot = (part_id: string, x = 0.5, y = 0.5) => ({ hotspot_id: part_id.toLowerCase(), part_id, x, y })
const image = (...parts: string[]): VehicleImage => ({ image_url: '', hotspots: parts.map((part) => spot(part)) })
const film = (part_id: string) => ({ part_id }) as FilmTile

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
}

test('on a small picture the less important of two near spots is omitted', () => {
  const spots = [spot('ENGINE', 0.5, 0.5), spot('OILING', 0.52, 0.52), spot('BRAKES', 0.7, 0.5)]
  const ids = (width: number, target: number, first?: string) =>
    spotsWithRoom(spots, { width, height: width * 0.5625 }, target, first).map(({ part_id }) => part_id)
  expect(ids(1500, 26)).toEqual(['ENGINE', 'OILING', 'BRAKES'])
  expect(ids(515, 26)).toEqual(['ENGINE', 'BRAKES'])
  expect(ids(200, 44)).toEqual(['ENGINE'])
  // The spot that is pointed at in the list is always shown; the other is omitted.
  expect(ids(515, 26, 'OILING')).toEqual(['OILING', 'BRAKES'])
})

test('spots above each other are both shown', () => {
  const spots = [spot('ENGINE', 0.5, 0.4), spot('OILING', 0.5, 0.5)]
  expect(spotsWithRoom(spots, { width: 515, height: 290 }, 26)).toHaveLength(2)
})

test('a film is shown in the current picture if its spot is visible there', () => {
  const now = { view: 'turn', image: 2 } as const
  expect(standingThatShows(eight, 'BRAKES', now)).toBe(now)
  const still = { view: 'other', image: 4 } as const
  expect(standingThatShows(eight, 'ENGINE', still)).toBe(still)
})

test('otherwise the vehicle turns the shorter way', () => {
  expect(standingThatShows(eight, 'BRAKES', { view: 'turn', image: 8 })).toEqual({ view: 'turn', image: 7 })
  expect(standingThatShows(eight, 'REARED', { view: 'front_view', image: 3 })).toEqual({ view: 'turn', image: 5 })
})

test('a spot that only a still shows is shown there; a spot in no picture is not shown', () => {
  expect(standingThatShows(eight, 'ROOFED', { view: 'turn', image: 3 })).toEqual({ view: 'top_view', image: 3 })
  expect(standingThatShows(eight, 'NOSUCH', { view: 'turn', image: 3 })).toBeNull()
})

test('the stills use the names of the web site', () => {
  expect(pictureOf(eight, { view: 'top_view', image: 1 })).toBe(eight.layouts?.top_view)
  expect(pictureOf(eight, { view: 'turn', image: 8 })).toBe(eight.images[7])
})

test('numbers films in order', () => {
  expect([...numbersOf([film('ENGINE'), film('BRAKES')])]).toEqual([
    ['ENGINE', 1],
    ['BRAKES', 2],
  ])
})
