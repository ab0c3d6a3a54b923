import type { WarningLight } from '@cutaway/contract/rooms/player/lights.ts'
import { expect, test } from 'vitest'
import { lightStep, stepBack, toColour, toLight } from './light-steps.ts'

const light = (id: string, set: WarningLight['set'], colour: WarningLight['colour'] = set): WarningLight => ({
  id,
  set,
  colour,
  urgency: 'information',
  name: id,
  meaning: '',
  action: '',
  drawing: '<svg/>',
  parts: [],
})
const lights = [light('oil', 'red'), light('abs', 'yellow'), light('dipped', 'green'), light('main', 'green', 'blue')]
const at = (search: string) => lightStep(lights, new URLSearchParams(search))

test('warning lights: first window, then a colour window (red, yellow or green), then the detail window', () => {
  expect(at('')).toEqual({ window: 'first' })
  for (const set of ['red', 'yellow', 'green'] as const)
    expect(at(toColour(set))).toMatchObject({ window: 'colour', set })
  expect(at(toLight(lights[1]!))).toEqual({ window: 'detail', set: 'yellow', light: lights[1] })
})

test('blue lights are in the green window', () => {
  expect(at('?set=green')).toMatchObject({ lights: [{ id: 'dipped' }, { id: 'main', colour: 'blue' }] })
})

test('back steps: from the light to its colour, from the colour to the first window, from there out of the page', () => {
  expect(stepBack(at('?set=red&light=oil'))).toBe('?set=red')
  expect(stepBack(at('?set=red'))).toBe('?')
  expect(stepBack(at(''))).toBeNull()
})

test('an unknown colour leads to the first window, a light of another colour to the window of the URL’s colour', () => {
  expect(at('?set=purple&light=oil')).toEqual({ window: 'first' })
  expect(at('?set=red&light=abs')).toMatchObject({ window: 'colour', set: 'red' })
})
