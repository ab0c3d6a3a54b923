import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import { allFilms, drawingOf, filmsBySubSystem, filmsBySystem, homeSystems, newFilms, systemsOf } from './hierarchy.ts'

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
test('the home page lists the site’s choice first, in its order; without a choice, all systems', () => {
  const ids = (...chosen: number[]) => {
    const { first, rest } = homeSystems(
      hierarchy,
      chosen.map((system_id) => ({ system_id })),
    )
    return [first.map(({ system_id }) => system_id), rest.map(({ system_id }) => system_id)]
  }
  expect(ids(2)).toEqual([[2], [1]])
  expect(ids(2, 1)).toEqual([[2, 1], []])
  expect(ids()).toEqual([[1, 2], []])
  // A system that the brand does not have.
  expect(ids(9)).toEqual([[1, 2], []])
})
test('counts films by type', () => {
  expect(allFilms(hierarchy, 'narrated')).toBe(4)
  expect(allFilms(hierarchy, 'interactive')).toBe(2)
})
test('omits a sub-system without a film of the type', () => {
  const groups = (type: 'narrated' | 'interactive') =>
    filmsBySubSystem(hierarchy, 1, type).map(({ id, films }) => [id, films.map(({ part_id }) => part_id)])
  expect(groups('narrated')).toEqual([
    [101, ['A']],
    [102, ['B']],
  ])
  expect(groups('interactive')).toEqual([[102, ['C']]])
})
test('a film uses the illustration of its sub-system, a heading that of its own subject', () => {
  expect(drawingOf(hierarchy, 102)).toBe('p102')
  expect(drawingOf(hierarchy, 999)).toBeUndefined()
  expect(filmsBySubSystem(hierarchy, 1, 'narrated').map(({ slug }) => slug)).toEqual(['p101', 'p102'])
  expect(filmsBySystem(hierarchy, 'narrated').map(({ slug }) => slug)).toEqual(['s1', 's2'])
})
test('groups every film under its system', () => {
  expect(filmsBySystem(hierarchy, 'narrated').map(({ name, films }) => [name, films.length])).toEqual([
    ['System 1', 2],
    ['System 2', 1],
  ])
})
test('returns new films of either type, up to the limit', () => {
  expect(newFilms(hierarchy, 4).map(({ part_id }) => part_id)).toEqual(['B', 'C'])
  expect(newFilms(hierarchy, 1)).toHaveLength(1)
})
