import { describe, expect, test } from 'vitest'
import {
  distance,
  glided,
  glideOf,
  imageAfterDrag,
  imageAtShare,
  imageForKey,
  nearestOf,
  sideOf,
  wrapped,
} from './turn.ts'

const count = 46

test('images wrap around the circle', () => {
  expect([0, 1, 46, 47, -45, 93].map((image) => wrapped(image, count))).toEqual([46, 1, 46, 1, 1, 1])
})

describe('a drag', () => {
  test('across the picture’s width is one turn; to the right counts up', () => {
    expect(imageAfterDrag(7, 920, 920, count)).toBe(7)
    expect(imageAfterDrag(7, 20, 920, count)).toBe(8)
    expect(imageAfterDrag(7, -20, 920, count)).toBe(6)
    expect(imageAfterDrag(1, -20, 920, count)).toBe(46)
    expect(imageAfterDrag(46, 460, 920, count)).toBe(23)
  })
  test('needs a shorter distance on a phone', () => {
    expect(imageAfterDrag(7, 40, 390, count)).toBe(12)
  })
  test('of less than half an image changes nothing, nor does one on a picture without width', () => {
    expect(imageAfterDrag(7, 9, 920, count)).toBe(7)
    expect(imageAfterDrag(7, 300, 0, count)).toBe(7)
  })
})

describe('a glide', () => {
  test('follows the direction of the drag, and only if it was thrown', () => {
    expect(glideOf(1, 920, count)).toBe(6)
    expect(glideOf(-0.5, 920, count)).toBe(-3)
    expect(glideOf(0.1, 920, count)).toBe(0)
    expect(glideOf(1, 0, count)).toBe(0)
  })
  test('is limited, however fast the throw', () => {
    expect(glideOf(40, 390, count)).toBe(6)
    expect(glideOf(-40, 390, count)).toBe(-6)
  })
  test('slows down and ends', () => {
    expect(glided(0)).toBe(0)
    expect(glided(0.5)).toBeGreaterThan(0.8)
    expect(glided(1)).toBe(1)
    expect(glided(3)).toBe(1)
  })
})

test('slider keys: arrows by one with wrap-around, pages by an eighth, Home and End', () => {
  const from = (image: number) => (key: string) => imageForKey(key, image, count)
  expect(['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'].map(from(7))).toEqual([8, 8, 6, 6])
  expect(['ArrowRight', 'ArrowLeft'].map(from(46))).toEqual([1, 45])
  expect(['PageUp', 'PageDown', 'Home', 'End'].map(from(7))).toEqual([13, 1, 1, 46])
  expect(['Tab', 'Enter', 'a', 'constructor'].map(from(7))).toEqual([null, null, null, null])
})

test('maps a slider position to an image, clamped to the slider', () => {
  expect([-0.2, 0, 0.5, 1, 1.4].map((share) => imageAtShare(share, count))).toEqual([1, 1, 24, 46, 46])
})

test('counts the shorter way round', () => {
  expect(distance(1, 46, count)).toBe(1)
  expect(distance(46, 1, count)).toBe(1)
  expect(distance(1, 24, count)).toBe(23)
  expect(nearestOf([10, 40], 1, count)).toBe(40)
  expect(nearestOf([10, 40], 20, count)).toBe(10)
  expect(nearestOf([], 20, count)).toBeNull()
})

test('names the sides around the vehicle', () => {
  expect([1, 7, 12, 18, 24, 30, 35, 41, 46].map((image) => sideOf(image, count))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0])
})
