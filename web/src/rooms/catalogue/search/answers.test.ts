import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import { howMany, nameMarks, pieces, reasonOf, symptomsOf } from './answers.ts'
import { groupsOf } from './options.ts'

const match = (kind: SearchMatch['kind'], text: string): SearchMatch => ({
  kind,
  text,
  language_id: 50,
  marks: [[0, 2]],
  is_typo: 0,
  films: 1,
})
const film = (part_name: string, ...matches: SearchMatch[]): FoundFilm => ({
  part_id: part_name,
  part_name,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  system_name: 'Brakes',
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
  matches,
})

test('splits a text into marked and plain pieces', () => {
  expect(
    pieces('Squeal when braking', [
      [0, 6],
      [12, 17],
    ]),
  ).toEqual([
    { text: 'Squeal', marked: true },
    { text: ' when ', marked: false },
    { text: 'braki', marked: true },
    { text: 'ng', marked: false },
  ])
  expect(pieces('Disc brake', [])).toEqual([{ text: 'Disc brake', marked: false }])
})

test('gives no reason for a film that was found by its name', () => {
  const named = film('Disc brake', match('name', 'Disc brake'), match('symptom', 'Squeal'))
  expect(reasonOf(named, 50)).toBeUndefined()
  // The name on the page is in another language than the text that matched.
  expect(reasonOf(named, 71)?.text).toBe('Disc brake')
  expect(nameMarks(named)).toEqual([[0, 2]])
  const heard = film('Disc brake', match('symptom', 'Squeal'))
  expect(reasonOf(heard, 50)?.text).toBe('Squeal')
  expect(nameMarks(heard)).toEqual([])
})

test('marks nothing when the name matched in another language', () => {
  expect(nameMarks(film('בלם דיסק', match('name', 'Disc brake')))).toEqual([])
})

test('offers each symptom once and in order, at most three, and none when one is typed in full', () => {
  const films = [
    film('A', match('symptom', 'Squeal when braking'), match('symptom', 'Squeal at start')),
    film('B', match('symptom', 'Squeal when braking'), match('symptom', 'Squeal uphill'), match('symptom', 'Squeal')),
  ]
  expect(symptomsOf(films, 'squ').map(({ text }) => text)).toEqual([
    'Squeal when braking',
    'Squeal at start',
    'Squeal uphill',
  ])
  expect(symptomsOf(films, ' squeal WHEN braking')).toEqual([])
  expect(symptomsOf([film('C', match('keyword', 'Squeal'))], 'squeal')).toEqual([])
})

test('a full result list indicates that there may be more', () => {
  const many = (count: number) => Array.from({ length: count }, () => film('A', match('name', 'A')))
  expect(howMany(many(6), String)).toBe('6')
  expect(howMany(many(50), String)).toBe('50+')
})

test('symptoms come first for a symptom query, and after the films for a part name', () => {
  const heard = [film('Disc brake', match('symptom', 'Squeal when braking'))]
  expect(groupsOf(heard, 'squeal').map(({ kind }) => kind)).toEqual(['symptom', 'film'])
  const named = [film('Brake pad wear', match('name', 'Brake pad wear'), match('symptom', 'Brake warning light'))]
  expect(groupsOf(named, 'brake').map(({ kind }) => kind)).toEqual(['film', 'symptom'])
  expect(groupsOf([film('Timing belt', match('name', 'Timing belt'))], 'tim')).toHaveLength(1)
  expect(groupsOf([], 'nothing')).toEqual([])
})

test('films that only resemble the query are a group of their own, the last', () => {
  const nose = film('Wheel bearing', { ...match('symptom', 'Nose dives when braking'), is_typo: 1, marks: [] })
  const noise = film('Disc brake', match('symptom', 'Noise when braking'))
  const kinds = (...films: FoundFilm[]) => groupsOf(films, 'noise').map(({ kind }) => kind)
  expect(kinds(noise, nose)).toEqual(['symptom', 'film', 'similar'])
  expect(kinds(nose)).toEqual(['symptom', 'similar'])
})
