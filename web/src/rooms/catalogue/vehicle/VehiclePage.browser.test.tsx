import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import axe from 'axe-core'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import VehiclePage from './VehiclePage.tsx'

/** Covers the 360° view by keyboard, its list of places, the order in which pictures load, and failures. */

/** Returns the address of a small picture that contains its own name. */
const picture = (name: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" id="picture-${name}" width="160" height="90"/>`)}`
const nameOf = (url: string) => /picture-([\w-]+)/.exec(url)?.[1]
const numbered = (image: number) => String(image).padStart(2, '0')

const film = (part_id: string, part_name: string): FilmTile => ({
  part_id,
  part_name,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
})

/** The places of the vehicle, with the pictures that show them. From straight behind (25) the engine is not visible. */
const places = [
  {
    place: 'brake',
    place_name: 'Front brake',
    films: [film('BRKDSC', 'Disc brake')],
    x: 0.2,
    on: (n: number) => n < 22,
  },
  { place: 'drum', place_name: 'Rear brake', films: [film('BRKDRM', 'Drum brake')], x: 0.5, on: (n: number) => n > 13 },
  { place: 'engine', place_name: 'Engine', films: [film('ENGTMB', 'Timing belt')], x: 0.8, on: (n: number) => n < 13 },
]
const imageOf = (name: string, image: number) => ({
  image_url: picture(name),
  hotspots: places
    .filter(({ on }) => on(image))
    .map(({ place, films, x }) => ({ hotspot_id: place, part_id: films[0]!.part_id, place, x, y: 0.5 })),
})

const viewOf = (vehicle: string, vehicles: VehicleView['vehicles']): VehicleView => ({
  vehicles,
  vehicle,
  images: Array.from({ length: 46 }, (_, index) => imageOf(numbered(index + 1), index + 1)),
  layouts: { front_view: imageOf('layout-1', 1), other: imageOf('layout-2', 7), top_view: imageOf('layout-3', 12) },
  films: places.flatMap(({ films }) => films),
  places: places.map(({ place, place_name, films }) => ({ place, place_name, films })),
})

let opened = 0
/** Opens the page with vehicles of its own, because the page remembers how far each vehicle was turned. */
async function open(more: FakeHandlers['catalogue'] = {}) {
  opened += 1
  const [hatch, saloon] = [`hatch${opened}`, `saloon${opened}`]
  const vehicles = [
    { vehicle: hatch, vehicle_name: 'Hatchback' },
    { vehicle: saloon, vehicle_name: 'Sedan' },
  ]
  fakeApi({ catalogue: { getVehicleImages: ({ params }) => viewOf(params.vehicle ?? hatch, vehicles), ...more } })
  return render(<VehiclePage />, { path: '/vehicle_image_view', session: danasSession(['allow_view_animations']) })
}

/** Decides about each picture that the page loads, before the browser decodes it. */
function whenDecoded(decide: (name: string) => Promise<void> | void) {
  const decode = HTMLImageElement.prototype.decode
  HTMLImageElement.prototype.decode = async function (this: HTMLImageElement) {
    await decide(nameOf(this.src) ?? '')
    return decode.call(this)
  }
  onTestFinished(() => {
    HTMLImageElement.prototype.decode = decode
  })
}

const slider = page.getByRole('slider')
const standsOn = () => Number(slider.element().getAttribute('aria-valuenow'))
const image = page.getByRole('img').first()
const shown = () => nameOf(image.query()?.getAttribute('src') ?? '')
async function showsName(name: string | RegExp) {
  await expect.element(page.getByRole('img', { name })).toBeVisible()
}
const spot = (name: string) =>
  page
    .getByRole('group', { name: 'Films on this vehicle' })
    .getByRole('button', { name: new RegExp(`^${name},? \\d+`) })
const list = (name = 'Films on this vehicle') => page.getByRole('region', { name })
const focus = (target: typeof slider) => (target.element() as HTMLElement).focus()
const press = (...keys: string[]) => userEvent.keyboard(keys.map((key) => `{${key}}`).join(''))

beforeEach(() => page.viewport(1440, 900))

test('by keyboard alone: turns the vehicle, shows a still, and opens a film', async () => {
  const { path } = await open()
  await showsName('Hatchback: Front right')
  focus(page.getByRole('radio', { name: 'Hatchback' }))
  await press('ArrowRight')
  await showsName(/^Sedan/)
  await press('ArrowLeft')
  await showsName(/^Hatchback/)
  focus(slider)
  await press('Home')
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Front, image 1 of 46')
  await press('ArrowLeft')
  expect(standsOn()).toBe(46)
  await press('End', 'ArrowRight')
  expect(standsOn()).toBe(1)
  await press(...Array.from({ length: 12 }, () => 'ArrowRight'))
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Right side, image 13 of 46')
  await expect.poll(shown).toBe('13')

  focus(page.getByRole('radio', { name: '360°' }))
  await press('ArrowRight')
  await showsName('Hatchback: Front')
  for (const still of ['layout-1', 'layout-2', 'layout-3']) {
    await expect.poll(shown).toBe(still)
    await press('ArrowRight')
  }

  // Returns from the still to the turntable, goes to a place of the list, and opens its film with Enter.
  focus(page.getByRole('button', { name: 'Turn to the right' }))
  await press('Enter')
  focus(list().getByRole('button', { name: /^Rear brake/ }))
  await press('Enter')
  const link = list('Rear brake').getByRole('link', { name: /Drum brake/ })
  await expect.element(link).toBeVisible()
  focus(link)
  await press('Enter')
  await expect.poll(path).toBe('/animation/BRKDRM')
})

test('the list has the places that face away; it turns the vehicle to them and shows their films', async () => {
  const { path } = await open()
  await expect.element(spot('Engine')).toBeVisible()
  focus(slider)
  await press('Home', 'PageUp', 'PageUp', 'PageUp', 'PageUp')
  await expect.poll(shown).toBe('25')
  await expect.poll(() => spot('Engine').query()).toBeNull()
  await list()
    .getByRole('button', { name: /^Engine/ })
    .click()
  await expect.element(spot('Engine')).toBeVisible()
  await list('Engine')
    .getByRole('link', { name: /Timing belt/ })
    .click()
  await expect.poll(path).toBe('/animation/ENGTMB')
})

test('turns by itself until the user takes hold', async () => {
  // The browser of these tests prefers reduced motion; this user does not.
  const real = window.matchMedia.bind(window)
  const preference = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => real(media.includes('prefers-reduced-motion') ? 'not all' : media))
  onTestFinished(() => preference.mockRestore())
  await open()
  await showsName(/^Hatchback/)
  const before = standsOn()
  await page.getByRole('button', { name: 'Keep turning' }).click()
  await expect.poll(standsOn).not.toBe(before)
  await page.getByRole('button', { name: 'Turn to the left' }).click()
  await expect.element(page.getByRole('button', { name: 'Keep turning' })).toBeVisible()
})

test('loads the current picture first, then every fourth, and the stills only on demand', async () => {
  const asked: string[] = []
  whenDecoded((name) => void asked.push(name))
  await open()
  await expect.poll(() => asked.length).toBe(46)
  expect(asked[0]).toBe('07')
  expect(asked.slice(1, 11).toSorted()).toEqual(['03', '11', '15', '19', '23', '27', '33', '37', '41', '45'])
  await page.getByRole('radio', { name: 'Top' }).click({ force: true })
  await expect.poll(() => asked.slice(46)).toEqual(['layout-3'])
})

test('reports and retries a failed view, a failed picture, and several failed pictures', async () => {
  let isBroken = true
  let failing = (_name: string) => true
  whenDecoded((name) => {
    if (failing(name)) throw new Error('the picture does not load')
  })
  const { vehicles, ...view } = viewOf('van', [{ vehicle: 'van', vehicle_name: 'Van' }])
  await open({ getVehicleImages: () => (isBroken ? refusal('server_error', 429) : { vehicles, ...view }) })
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(page.getByRole('alert').getByText('Couldn’t load the 360° view')).toBeVisible()
  isBroken = false
  await again.click()
  await expect.element(page.getByRole('alert').getByText('Couldn’t load the picture')).toBeVisible()
  // The list still leads to the films.
  await list()
    .getByRole('button', { name: /^Front brake/ })
    .click()
  await expect.element(page.getByRole('link', { name: /Disc brake/ })).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  failing = (name) => name === '11'
  await again.click()
  await expect.poll(shown).toBe('07')
  const some = page.getByText('Couldn’t load 1 picture')
  await expect.element(some).toBeVisible()
  failing = () => false
  await again.click()
  await expect.poll(() => some.query()).toBeNull()
})

test('shows a message and a link to the systems for a brand without pictures', async () => {
  const nothing = { vehicles: [], vehicle: '', images: [], layouts: null, films: [], places: [] }
  const { path } = await open({ getVehicleImages: () => nothing })
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'There is no 360° view for this brand' }))
    .toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await page.getByRole('link', { name: 'Show all films' }).click()
  await expect.poll(path).toBe('/home')
})

test('reports a slow connection', async () => {
  const arrived = Promise.withResolvers<void>()
  whenDecoded(() => arrived.promise)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await open()
  const slow = page.getByText(/^Slow connection/)
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1000)
      return slow.query()
    })
    .not.toBeNull()
  arrived.resolve()
  await expect.poll(shown).toBe('07')
})

test('on a phone each place has a dot, a leader line and a label within the screen; a finger opens its films by the label', async () => {
  const before = [window.innerWidth, window.innerHeight] as const
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(...before))
  await open()
  const labels = page.getByRole('group', { name: 'Films on this vehicle' })
  await expect.element(labels.getByRole('button', { name: 'Engine 1' })).toBeVisible()
  await expect.element(labels.getByRole('button', { name: 'Front brake 1' })).toBeVisible()
  const layer = labels.element()
  await vi.waitFor(() => {
    for (const label of layer.querySelectorAll('[data-place]')) {
      const { left, right, height } = label.getBoundingClientRect()
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(390)
      expect(height).toBeGreaterThanOrEqual(24)
    }
    const lines = [...layer.querySelectorAll('line')].map((line) => Number(line.getAttribute('y2')))
    expect(lines.every((y) => Number.isFinite(y) && y > 0)).toBe(true)
  }, 60_000)
  await userEvent.click(layer.querySelector('[data-place="engine"]')!)
  await expect.element(page.getByRole('link', { name: /Timing belt/ })).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
})
