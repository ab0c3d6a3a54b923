import { expect, test } from 'vitest'
import { pageExists, pages, paths, toAnimation, toSystem } from './paths.ts'

test('every path is listed once', () => {
  const listed = pages.map(({ path }) => path)
  expect(new Set(listed).size).toBe(listed.length)
  for (const path of Object.values(paths)) expect(listed).toContain(path)
})
test('a dialog lies over a page of the same layout and guard', () => {
  for (const dialog of pages.filter(({ over }) => over !== undefined)) {
    const below = pages.find(({ path }) => path === dialog.over)
    expect(below).toMatchObject({ layout: dialog.layout, guard: dialog.guard })
  }
})
test('addresses are encoded', () => {
  expect(toAnimation('a/b')).toBe('/animation/a%2Fb')
  expect(toSystem(1, 101)).toBe('/home?system=1#sub-101')
  expect(pageExists('/nowhere')).toBe(false)
})
