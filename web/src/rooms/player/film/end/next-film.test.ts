import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { expect, test } from 'vitest'
import { nextFilm } from './next-film.ts'

const brakes = 1
const tires = 2
const film = (part_id: string, system_id: number, video_type: FilmTile['video_type'] = 'narrated'): FilmTile => ({
  part_id,
  part_name: part_id,
  subtitle: '',
  video_type,
  system_id,
  sub_system_id: 1,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
})
const disc = film('disc brake', brakes)
const drum = film('drum brake', brakes)
const steps = film('disc brake in steps', brakes, 'interactive')
const tire = film('tire wear', tires)
const library = { allAnimation: [disc, steps, drum, tire] }
const after = (of: FilmTile, related: FilmTile[], known: typeof library | null = library) =>
  nextFilm(
    { video: { partId: of.part_id }, system: { system_id: of.system_id, system_name: '', slug: '' }, related },
    known ?? undefined,
  )?.part_id

test('the next film is the one that follows in the system', () => {
  expect(after(disc, [tire])).toBe('drum brake')
})

test('after the last film of a system comes a related film of another one', () => {
  expect(after(drum, [disc, tire])).toBe('tire wear')
  expect(after(drum, [disc])).toBe('disc brake')
})

test('an interactive film does not follow a narrated one', () => {
  expect(after(tire, [steps])).toBeUndefined()
})

test('a related film follows while the library is not loaded', () => {
  expect(after(disc, [steps, tire], null)).toBe('tire wear')
})
