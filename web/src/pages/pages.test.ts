import { expect, test } from 'vitest'
import { pageExists, pages, pageTexts } from './all.ts'
import { paths, toAnimation, toSystem } from '../paths.ts'

test('every path is listed once', () => {
  const listed = pages.map(({ path }) => path)
  expect(new Set(listed).size).toBe(listed.length)
  for (const path of Object.values(paths)) expect(listed).toContain(path)
})
test('a dialog has the same layout and guard as the page below it', () => {
  for (const dialog of pages.filter(({ over }) => over !== undefined)) {
    const below = pages.find(({ path }) => path === dialog.over)
    expect(below).toMatchObject({ layout: dialog.layout, guard: dialog.guard })
  }
})
test('a page loads the texts of the frame, of the page below it and its own', () => {
  const roomsOf = (path: string) => pageTexts.find(({ pattern }) => new RegExp(pattern).test(path))?.rooms
  expect(roomsOf('/home')).toEqual(['frame', 'catalogue'])
  expect(roomsOf('/animation/BRKDSC')).toEqual(['frame', 'player'])
  expect(roomsOf('/login/')).toEqual(['frame', 'player', 'sessions'])
  expect(roomsOf('/signup_au')).toEqual(['frame', 'player', 'signup', 'billing', 'sharing', 'sites'])
  expect(roomsOf('/signup_au/SPRING')).toEqual(['frame', 'player', 'signup', 'billing', 'sharing', 'sites'])
  expect(roomsOf('/nowhere')).toBeUndefined()
})
test('encodes path parameters', () => {
  expect(toAnimation('a/b')).toBe('/animation/a%2Fb')
  expect(toSystem(1, 101)).toBe('/home?system=1&sub=101')
  expect(pageExists('/nowhere')).toBe(false)
})
