import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  containedIn,
  fromCanvas,
  keptInside,
  labelsOfStep,
  labelsOfTrack,
  numberLabels,
  readLabelTrack,
} from './labels.ts'

const run = (from: number, to: number) => [
  [from, 100, 200, 0],
  [from + 1, 300, 200, 1],
  [to, 300, 400, 0],
]
const file = {
  format: 1,
  width: 1000,
  height: 500,
  title: { from: 0, to: 3 },
  badges: [
    { id: 'worn', rating: 'replace_now', from: 5, to: 6, box: [100, 50] },
    { id: 'odd', rating: 'purple', from: 5, to: 6, box: [100, 50] },
  ],
  labels: [
    { id: 'pad', box: [500, 250], runs: [run(2, 6), run(20, 25)] },
    { id: 'disc', box: [900, 100], runs: [run(4, 9)] },
    { id: 'unreadable', box: 'here', runs: [] },
  ],
}
const still = (id: string, from: number, to: number) => ({
  id,
  box: { x: 0, y: 0 },
  runs: [[[from, 0, 0, 1] as const, [to, 0, 0, 1] as const]],
})
const texts = { pad: 'Pad', disc: 'Disc' }

const track = () => {
  const read = readLabelTrack(file)
  if (!read) throw new Error('unreadable track')
  return read
}

describe('the label track of a narrated film', () => {
  test('is parsed, and invalid entries are skipped', () => {
    expect(track().labels.map(({ id }) => id)).toEqual(['pad', 'disc'])
    expect(track().badges.map(({ id }) => id)).toEqual(['worn'])
    for (const odd of [null, 'text', {}, { format: 2, width: 1, height: 1 }, { format: 1 }])
      expect(readLabelTrack(odd)).toBeNull()
  })

  test('interpolates linearly between entries, as fractions of the picture', () => {
    expect(labelsOfTrack(track(), texts)(2.5)).toEqual([
      { id: 'pad', number: 1, text: 'Pad', box: { x: 0.5, y: 0.5 }, point: { x: 0.2, y: 0.4 }, alpha: 0.5 },
    ])
  })

  test('shows nothing before the first entry, after the last, and without a text', () => {
    const at = labelsOfTrack(track(), texts)
    expect([1.99, 9.01, 30].flatMap(at)).toEqual([])
    expect(labelsOfTrack(track(), { disc: 'Disc' })(2.5)).toEqual([])
  })

  test('numbers labels in order of appearance, from 1 in every scene', () => {
    expect(numberLabels(track()).map(({ id, number, scene }) => [id, number, scene])).toEqual([
      ['pad', 1, 0],
      ['disc', 2, 0],
      ['pad', 1, 1],
    ])
  })

  test('gives a number that became free to the next label, so that the numbers on the picture begin at 1', () => {
    const long = { ...track(), labels: [still('a', 0, 4), still('b', 1, 9), still('c', 5, 9), still('d', 6, 8)] }
    const shown = { a: 'A', b: 'B', c: 'C', d: 'D' }
    const numbersAt = (second: number) => labelsOfTrack(long, shown)(second).map(({ id, number }) => `${number}${id}`)
    expect([2, 5.5, 7].map(numbersAt)).toEqual([
      ['1a', '2b'],
      ['2b', '1c'],
      ['2b', '1c', '3d'],
    ])
  })

  test('gives no number to a label without a text', () => {
    expect(labelsOfTrack(track(), { disc: 'Disc' })(5).map(({ number }) => number)).toEqual([1])
  })

  test('of the library places every label on the picture at every moment', () => {
    const media = new URL('../../../../../../library/parts/BRKDSC/media/labels.json', import.meta.url)
    const real = readLabelTrack(JSON.parse(readFileSync(media, 'utf8')))
    if (!real) throw new Error('unreadable track')
    const at = labelsOfTrack(real, Object.fromEntries(real.labels.map(({ id }) => [id, id])))
    for (let second = 0; second <= 25; second += 0.05)
      for (const { box, point } of at(second))
        for (const { x, y } of [box, point]) expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true)
  })
})

describe('the labels of an interactive step', () => {
  const film = { width: 960, height: 576 }

  test('are placed on a canvas of 770 by 594 with the picture centred', () => {
    expect(fromCanvas(film, { x: 0, y: 66 })).toEqual({ x: 0, y: 0 })
    expect(fromCanvas(film, { x: 770, y: 528 })).toEqual({ x: 1, y: 1 })
    expect(fromCanvas(film, { x: 385, y: 297 })).toEqual({ x: 0.5, y: 0.5 })
  })

  test('of a film of 776 by 596 are placed on the picture itself', () => {
    expect(fromCanvas({ width: 776, height: 596 }, { x: 776, y: 298 })).toEqual({ x: 1, y: 0.5 })
  })

  test('are limited to the step and numbered', () => {
    const label = { text: 'Pad', labelx: 77, labely: 112.2, pointx: 385, pointy: 297, from: null }
    const labels = [
      { ...label, button_id: 'a' },
      { ...label, button_id: 'b' },
      { ...label, button_id: 'b', text: 'Disc' },
    ]
    const placed = labelsOfStep(film, labels, 'b')(0)
    expect(placed.map(({ number, text }) => [number, text])).toEqual([
      [1, 'Pad'],
      [2, 'Disc'],
    ])
    expect(placed[0]?.box.x).toBeCloseTo(0.1)
    expect(placed[0]?.box.y).toBeCloseTo(0.1)
    expect(labelsOfStep(film, labels, null)(0)).toEqual([])
  })

  test('wait for the camera if the data says so', () => {
    const late = [{ button_id: 'a', text: 'Pad', labelx: 0, labely: 66, pointx: 0, pointy: 66, from: 6.9 }]
    const at = labelsOfStep(film, late, 'a')
    expect([6.5, 6.9, 8].map((second) => at(second).length)).toEqual([0, 1, 1])
  })
})

test('fits a picture into a box of any shape', () => {
  expect(containedIn({ width: 1920, height: 1080 }, { width: 16, height: 9 })).toEqual({
    x: 0,
    y: 0,
    width: 1920,
    height: 1080,
  })
  expect(containedIn({ width: 1000, height: 1000 }, { width: 200, height: 100 })).toEqual({
    x: 0,
    y: 250,
    width: 1000,
    height: 500,
  })
  expect(containedIn({ width: 300, height: 200 }, { width: 0, height: 0 })).toEqual({
    x: 0,
    y: 0,
    width: 300,
    height: 200,
  })
})

test('keeps the whole box of a label on the picture', () => {
  expect(keptInside(10, 100, 500)).toBe(56)
  expect(keptInside(490, 100, 500)).toBe(444)
  expect(keptInside(250, 100, 500)).toBe(250)
  expect(keptInside(10, 600, 500)).toBe(250)
})
