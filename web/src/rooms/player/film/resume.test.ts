import { expect, test } from 'vitest'
import { placeIn, placesAfter, readPlaces } from './resume.ts'

test('resumes a film that was left in mid-film', () => {
  const places = placesAfter([], { part: 'BRKDSC', second: 12.34 }, 25)
  expect(placeIn(places, 'BRKDSC', 25)).toBe(12.3)
  expect(placeIn(places, 'ENGFST', 25)).toBeNull()
})

test('starts a film from the beginning if it was watched to its end or hardly started', () => {
  const places = placesAfter([], { part: 'BRKDSC', second: 12 }, 25)
  expect(placeIn(placesAfter(places, { part: 'BRKDSC', second: 24 }, 25), 'BRKDSC', 25)).toBeNull()
  expect(placeIn(placesAfter(places, { part: 'BRKDSC', second: 1 }, 25), 'BRKDSC', 25)).toBeNull()
})

test('ignores a position beyond the end of a shortened film', () => {
  expect(placeIn([{ part: 'BRKDSC', second: 40 }], 'BRKDSC', 25)).toBeNull()
})

test('stores the latest fifty films, and skips invalid entries', () => {
  let places = readPlaces(null)
  for (let i = 0; i < 60; i += 1) places = placesAfter(places, { part: `P${i}`, second: 10 }, 25)
  expect(places).toHaveLength(50)
  expect(places[0]?.part).toBe('P59')
  expect(readPlaces('no json')).toEqual([])
  expect(readPlaces('[{"part":"A","second":"x"},{"part":"B","second":5},7]')).toEqual([{ part: 'B', second: 5 }])
})
