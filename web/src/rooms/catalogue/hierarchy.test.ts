import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import {
  allFilms,
  drawingOf,
  filmsOf,
  homeSystems,
  ordered,
  subSystemsWith,
  systemsOf,
  systemsWith,
} from './hierarchy.ts'

const film = (part_id: string, sub_system_id: number, more: Partial<FilmTile> = {}): FilmTile => ({
  part_id,
  part_name: part_id,
  subtitle: '',
  video_type: 'narrated',
  system_id: Math.floor(sub_system_id / 100),
  sub_system_id,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
  ...more,
})
const system = (system_id: number, sequence_no: number) => ({
  system_id,
  slug: `s${system_id}`,
  system_name: `System ${system_id}`,
  sequence_no,
  narrated_count: 2,
  interactive_count: 1,
})
const part = (sub_system_id: number, sequence_no: number) => ({
  sub_system_id,
  system_id: Math.floor(sub_system_id / 100),
  slug: `p${sub_system_id}`,
  sub_system_name: `Part ${sub_system_id}`,
  sequence_no,
})
const hierarchy: Hierarchy = {
  mainSystems: [system(2, 2), system(1, 1)],
  mainSystemSubSystems: [part(102, 2), part(101, 1), part(201, 1)],
  allAnimation: [
    film('A', 101),
    film('B', 102, { isNew: 1 }),
    film('C', 102, { video_type: 'interactive', isNew: 1 }),
    film('D', 201),
  ],
}

test('systems keep their own order', () => {
  expect(systemsOf(hierarchy).map(({ system_id }) => system_id)).toEqual([1, 2])
})
test('the home page lists the site’s choice first, in its order, without systems that have no films', () => {
  const ids = (...chosen: number[]) => {
    const { first, rest } = homeSystems(
      { ...hierarchy, mainSystems: [...hierarchy.mainSystems, { ...system(3, 3), narrated_count: 0 }] },
      'narrated',
      chosen.map((system_id) => ({ system_id })),
    )
    return [first.map(({ system_id }) => system_id), rest.map(({ system_id }) => system_id)]
  }
  expect(ids(2)).toEqual([[2], [1]])
  expect(ids(3, 2, 1)).toEqual([[2, 1], []])
  expect(ids()).toEqual([[], [1, 2]])
  // A system that the brand does not have.
  expect(ids(9)).toEqual([[], [1, 2]])
})
test('counts films by type', () => {
  expect(allFilms(hierarchy, 'narrated')).toBe(4)
  expect(allFilms(hierarchy, 'interactive')).toBe(2)
})
test('lists only the systems and sub-systems that have films of the type', () => {
  const none = { ...system(3, 3), interactive_count: 0 }
  const more = { ...hierarchy, mainSystems: [...hierarchy.mainSystems, none] }
  expect(systemsWith(more, 'narrated').map(({ system_id }) => system_id)).toEqual([1, 2, 3])
  expect(systemsWith(more, 'interactive').map(({ system_id }) => system_id)).toEqual([1, 2])
  const subSystems = (type: 'narrated' | 'interactive') =>
    subSystemsWith(hierarchy, 1, type).map(({ sub_system_id }) => sub_system_id)
  expect(subSystems('narrated')).toEqual([101, 102])
  expect(subSystems('interactive')).toEqual([102])
})

test('selects the films of everything, a system or a sub-system, in the order of the library', () => {
  const ids = (choice: Omit<Parameters<typeof filmsOf>[1], 'type'>) =>
    filmsOf(hierarchy, { type: 'narrated', ...choice }).map(({ part_id }) => part_id)
  expect(ids({})).toEqual(['A', 'B', 'D'])
  expect(ids({ systemId: 1 })).toEqual(['A', 'B'])
  expect(ids({ systemId: 1, subSystemId: 102 })).toEqual(['B'])
  expect(ids({ systemId: 9 })).toEqual([])
})

test('orders films by shares, by name in the language of the page, or as the library does', () => {
  const films = [film('A', 101, { part_name: 'Zündkerze' }), film('B', 101, { part_name: 'Öl' }), film('C', 101)]
  const ids = (order: 'shared' | 'system' | 'name') =>
    ordered(films, order, { shares: new Map([['C', 3]]), locale: 'de' }).map(({ part_id }) => part_id)
  expect(ids('shared')).toEqual(['C', 'A', 'B'])
  expect(ids('system')).toEqual(['A', 'B', 'C'])
  expect(ids('name')).toEqual(['C', 'B', 'A'])
})

test('a film uses the illustration of its sub-system', () => {
  expect(drawingOf(hierarchy, 102)).toBe('p102')
  expect(drawingOf(hierarchy, 999)).toBeUndefined()
})
