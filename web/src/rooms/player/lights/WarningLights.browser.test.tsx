import type { WarningLight } from '@cutaway/contract/rooms/player/lights.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import WarningLights from './WarningLights.tsx'

/** Covers the way through the warning lights: colour, light, film, and back step by step. */

const light = (id: string, set: WarningLight['set'], name: string, more: Partial<WarningLight> = {}): WarningLight => ({
  id,
  colour: set,
  set,
  urgency: 'check_soon',
  name,
  meaning: 'The oil pressure is too low to lubricate the engine.',
  action: 'Stop the engine and check the oil.',
  drawing: '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>',
  parts: [],
  ...more,
})
const oilCircuit = { part_id: 'ENGOIL', part_name: 'Oil circuit', subtitle: '', poster_url: null, duration: 31 }
const warningLights = [
  light('oil_pressure', 'red', 'Engine oil pressure', { urgency: 'stop_now', parts: [oilCircuit] }),
  light('battery', 'red', 'Battery'),
  light('tyres', 'yellow', 'Tire pressure'),
  light('main_beam', 'green', 'Main beam', { colour: 'blue', urgency: 'information' }),
]
// The part of the details that the lights are made of.
const details = { warningLights } as AnimationDetails

function open(query = '') {
  fakeApi({})
  return render(<WarningLights details={details} />, {
    path: `/animation/Warning_lights${query}`,
    session: danasSession(['allow_view_animations']),
  })
}
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
async function press(role: 'link' | 'button', name: string | RegExp) {
  const target = page.getByRole(role, { name })
  await expect.element(target).toBeVisible()
  ;(target.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test('by keyboard: colour, light, film, and back step by step', async () => {
  const { path } = await open()
  await expect.element(heading('Which color is the light?')).toBeVisible()
  expect(document.querySelector('video')).toBeNull()
  await press('link', /^Red/)
  await expect.element(heading('Red')).toHaveFocus()
  await press('link', 'Engine oil pressure')
  await expect.element(page.getByText('The oil pressure is too low to lubricate the engine.')).toBeVisible()
  await expect.element(page.getByText('Stop now', { exact: true })).toBeVisible()
  await press('button', 'Back')
  await expect.element(heading('Red')).toBeVisible()
  await press('button', 'Back')
  await expect.element(heading('Which color is the light?')).toBeVisible()
  await press('link', /^Red/)
  await press('link', 'Engine oil pressure')
  await press('link', /^Oil circuit/)
  await expect.poll(path).toBe('/animation/ENGOIL')
})

test.each([
  { query: '', direction: 'ltr', width: 1440 },
  { query: '?set=yellow', direction: 'rtl', width: 390 },
  { query: '?set=green&light=main_beam', direction: 'rtl', width: 390 },
  { query: '?set=red&light=oil_pressure', direction: 'ltr', width: 1440 },
])('is accessible and fits ($query, $direction, $width px)', async ({ query, direction, width }) => {
  document.documentElement.dir = direction
  await page.viewport(width, 844)
  onTestFinished(async () => {
    document.documentElement.dir = 'ltr'
    await page.viewport(1440, 900)
  })
  await open(query)
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
  // The heading of level 1 is that of the page.
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  expect((await axe.run(document.body, { rules })).violations).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(width)
})
