import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { LoopItem, LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import type { Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import LoopSettingsPage from './LoopSettingsPage.tsx'

/** Dana arranges what plays in her waiting room. */

const item = (id: number, more: Partial<LoopItem> = {}): LoopItem => ({
  id,
  kind: 'film',
  part_id: `PART0${id}`,
  title: `Film ${id}`,
  tag_name: `Film ${id}`,
  video_type: 'narrated',
  video_types: ['narrated'],
  language: 50,
  sequence_no: id,
  nodes: [],
  is_display_digital_menu: 1,
  duration: 25,
  poster_url: null,
  url: null,
  when: [],
  is_missing: false,
  ...more,
})
const film = (n: number): FilmTile => ({
  part_id: `PART0${n}`,
  part_name: `Film ${n}`,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
})
const board = MenuBoard.parse({
  sections: [
    { key: 'brakes', name: 'Brakes', items: [{ key: 'pads', name: 'Pads', price: { kind: 'exact', amount: 21_900 } }] },
  ],
})
const menu = item(3, {
  kind: 'menu',
  part_id: 'digital_menu',
  title: 'Service menu',
  video_type: null,
  video_types: [],
  duration: null,
})

const settings = (more: Partial<LoopSettings> = {}): LoopSettings => ({
  banner_duration: 10,
  play_video_fullscreen: 0,
  loop_play_type: 'custom',
  captions: 1,
  muted: 1,
  when: [],
  revision: 4,
  items: [item(1), item(2), menu],
  time_zone: 'America/Los_Angeles',
  locations: [{ location_id: 7, name: 'Harbor Road', has_own: false }],
  ...more,
})
const plan: WallPlan = {
  version: 'v1',
  now: '2026-11-20T18:12:00.000Z',
  user_id: 6,
  banner_duration: 10,
  play_video_fullscreen: 0,
  loop_play_type: 'custom',
  muted: 1,
  captions: 1,
  location: {
    name: 'Harbor Road',
    street1: '',
    city: 'Portland',
    state: 'OR',
    zip: '',
    phone: '(503) 555-0100',
    time_zone: 'America/Los_Angeles',
    opening_hours: null,
  },
  business_name: 'Northgate Motors',
  logo_url: null,
  when: [],
  items: [],
}

let kept: LoopSettings
beforeEach(() => {
  kept = settings()
})

async function open(more: FakeHandlers['signage'] = {}, path = '/looped_animations_settings') {
  await page.viewport(1440, 900)
  const api = fakeApi({
    signage: {
      getLoopSettings: () => kept,
      getWallPlan: () => plan,
      getScreens: () => [],
      getAnimationsForLoopedAnimation: () => [film(1), film(2), film(5)],
      getDigitalMenu: () => ({
        id: 3,
        image_video_title: 'Service menu',
        digital_menu_content: JSON.stringify(board),
        is_display_digital_menu: 1,
      }),
      ...more,
    },
  })
  await render(<LoopSettingsPage />, { session: danasSession(['manage_looped_animations']), path })
  return api
}
const names = () =>
  [...document.querySelectorAll('[aria-labelledby="loop-list"] ol > li')].map(
    (row) => /Film \d|Service menu/.exec(row.textContent)?.[0],
  )
const saved = async () => {
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
}

test('she moves an item from its menu; the order is saved once, and the page says so', async () => {
  const api = await open({
    changeLoopedAnimationsPosition: ({ body }) => {
      kept = { ...kept, revision: 5, items: body.map(({ id }) => kept.items.find((one) => one.id === id)!) }
      return { revision: 5, items: body.map(({ id, sequence_no }) => ({ id, sequence_no })) }
    },
  })
  await expect.poll(names).toEqual(['Film 1', 'Film 2', 'Service menu'])
  await page.getByRole('button', { name: 'More for Film 1' }).click()
  await page.getByRole('menuitem', { name: 'Move to the end' }).click()
  await expect.poll(names).toEqual(['Film 2', 'Service menu', 'Film 1'])
  await saved()
  const [order, ...more] = api.calls('changeLoopedAnimationsPosition')
  expect(more).toEqual([])
  expect(order!.body).toEqual([2, 3, 1].map((id, i) => ({ id, sequence_no: i + 1, revision: 4 })))
})

test('someone else moved items meanwhile: her order is put onto the new list, and she is told', async () => {
  const api = await open({
    changeLoopedAnimationsPosition: ({ body }) => {
      if (body[0]!.revision === 4) {
        kept = settings({ revision: 9, items: [item(2), item(4), item(1)] })
        return refusal('loop_changed_meanwhile')
      }
      return { revision: 10, items: [] }
    },
  })
  await expect.poll(names).toHaveLength(3)
  await page.getByRole('button', { name: 'More for Film 2' }).click()
  await page.getByRole('menuitem', { name: 'Move to the start' }).click()
  await expect.element(page.getByText(/Someone else changed the list/)).toBeVisible()
  // The menu is gone from the list by now; the film that the other person added stays.
  expect(api.calls('changeLoopedAnimationsPosition').at(-1)!.body).toEqual(
    [2, 1].map((id, i) => ({ id, sequence_no: i + 1, revision: 9 })),
  )
})

test('she finds a film and adds it; one that is in the list is marked', async () => {
  const api = await open({
    addLoopedAnimations: () => {
      kept = settings({ items: [...kept.items, item(5)] })
      return item(5)
    },
  })
  const library = page.getByRole('region', { name: 'Library' })
  await expect.element(library.getByText('In list').first()).toBeVisible()
  await library.getByRole('searchbox').fill('film 5')
  await library.getByRole('button', { name: 'Add Film 5' }).click()
  await expect.poll(names).toContain('Film 5')
  expect(api.calls('addLoopedAnimations')[0]!.body).toMatchObject({ item: { part_id: 'PART05' }, language_id: 50 })
})

test('the own list cannot be chosen while it is empty, and the card says why', async () => {
  kept = settings({ items: [], loop_play_type: 'waiting_area' })
  const api = await open({
    changeLoopPlayType: ({ body }) => {
      kept = { ...kept, loop_play_type: body.loop_play_type }
      return { banner_duration: 10, play_video_fullscreen: 0, loop_play_type: body.loop_play_type }
    },
  })
  await expect.element(page.getByRole('radio', { name: /Your own list/ })).toBeDisabled()
  await expect.element(page.getByText('Add at least one item before choosing custom mode.')).toBeVisible()
  await page.getByRole('radio', { name: /^Off/ }).click()
  await saved()
  expect(api.calls('changeLoopPlayType')[0]!.body).toMatchObject({ loop_play_type: 'none' })
})

test('she changes a price; a wrong one is explained and not saved', async () => {
  const api = await open(
    {
      updateDigitalMenu: ({ body }) => ({
        id: 3,
        image_video_title: body.digital_menu_title,
        digital_menu_content: body.digital_menu_data,
        is_display_digital_menu: 1,
      }),
    },
    '/looped_animations_settings?menu=3',
  )
  const price = page.getByRole('textbox', { name: 'Price of Pads' })
  await price.fill('twenty')
  await expect.element(page.getByText('Type a price, like 219 or 219.50')).toBeVisible()
  await price.fill('249,50')
  await saved()
  const [change] = api.calls('updateDigitalMenu')
  const body = change!.body as { digital_menu_data: string }
  expect(MenuBoard.parse(JSON.parse(body.digital_menu_data)).sections[0]!.items[0]!.price).toEqual({
    kind: 'exact',
    amount: 24_950,
  })
  await expect.element(page.getByRole('article').getByText('$249.50')).toBeVisible()
})

test('an item becomes the other film of its part', async () => {
  kept = settings({ items: [item(1, { video_types: ['narrated', 'interactive'] }), item(2)] })
  const api = await open({
    changeLoopItem: ({ body }) => {
      const changed = { ...kept.items[0]!, video_type: body.video_type! }
      kept = settings({ items: [changed, item(2)] })
      return changed
    },
  })
  await page.getByRole('button', { name: 'More for Film 1' }).click()
  await page.getByRole('menuitem', { name: 'Play the interactive film instead' }).click()
  await saved()
  expect(api.calls('changeLoopItem')[0]!.body).toEqual({ id: 1, video_type: 'interactive' })
  await page.getByRole('button', { name: 'More for Film 2' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /instead$/ })).not.toBeInTheDocument()
})

test('the duration of images is saved once, two seconds after the last change', async () => {
  const api = await open({
    changeLoopedAnimationsBannerDuration: ({ body }) => {
      kept = { ...kept, banner_duration: body.looped_animation_banner_duration }
      return { banner_duration: kept.banner_duration, play_video_fullscreen: 0, loop_play_type: 'custom' }
    },
  })
  const choice = page.getByRole('combobox', { name: /^Images and menus/ })
  await choice.selectOptions('20 seconds')
  await choice.selectOptions('30 seconds')
  await saved()
  const bodies = api.calls('changeLoopedAnimationsBannerDuration').map(({ body }) => body)
  expect(bodies).toMatchObject([{ looped_animation_banner_duration: 30 }])
})

const twoSections = MenuBoard.parse({
  sections: [
    {
      key: 'brakes',
      name: 'Brakes',
      items: [
        { key: 'pads', name: 'Pads', price: { kind: 'exact', amount: 21_900 } },
        { key: 'fluid', name: 'Fluid', price: { kind: 'free' } },
      ],
    },
    { key: 'tires', name: 'Tires', items: [] },
  ],
})
/** Opens the editor of a menu with two sections. */
async function openMenu(more: FakeHandlers['signage'] = {}) {
  const api = await open(
    {
      getDigitalMenu: () => ({
        id: 3,
        image_video_title: 'Service menu',
        digital_menu_content: JSON.stringify(twoSections),
        is_display_digital_menu: 1,
      }),
      updateDigitalMenu: ({ body }) => ({
        id: 3,
        image_video_title: body.digital_menu_title,
        digital_menu_content: body.digital_menu_data,
        is_display_digital_menu: 1,
      }),
      ...more,
    },
    '/looped_animations_settings?menu=3',
  )
  const last = () => {
    const body = api.calls('updateDigitalMenu').at(-1)?.body as { digital_menu_data: string } | undefined
    return body && MenuBoard.parse(JSON.parse(body.digital_menu_data))
  }
  return { api, last }
}

test('items and sections of a menu are moved: by keys, and from their menus', async () => {
  const { last } = await openMenu()
  const order = () => last()?.sections.map(({ name, items }) => [name, ...items.map((one) => one.name)].join(' '))
  const handle = page.getByRole('button', { name: 'Move Pads', exact: true })
  await expect.element(handle).toBeVisible()
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('Picked up Pads, number 1 of 2.')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByText('Pads is over number 2 of 2.')).toBeInTheDocument()
  await userEvent.keyboard(' ')
  await expect.poll(order).toEqual(['Brakes Fluid Pads', 'Tires'])
  await page.getByRole('button', { name: 'More for Pads' }).click()
  await page.getByRole('menuitem', { name: 'Move to Tires' }).click()
  await expect.poll(order).toEqual(['Brakes Fluid', 'Tires Pads'])
  await page.getByRole('button', { name: 'More for Tires' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(order).toEqual(['Tires Pads', 'Brakes Fluid'])
})

test('an item of a menu gets a picture, and loses it again', async () => {
  const { api, last } = await openMenu({ uploadMenuPicture: () => ({ picture: '/loop-media/abc.png' }) })
  await page.getByRole('button', { name: /^Pads/ }).click()
  await expect.element(page.getByText('Choose a picture')).toBeVisible()
  const field = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(field, new File(['x'], 'pads.png', { type: 'image/png' }))
  await expect.element(page.getByText('Your own picture')).toBeVisible()
  expect(api.calls('uploadMenuPicture')).toHaveLength(1)
  await expect.poll(() => last()?.sections[0]!.items[0]!.picture).toBe('/loop-media/abc.png')
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect.poll(() => last()?.sections[0]!.items[0]!.picture).toBe(null)
})

test('the editor says which screens show the menu now', async () => {
  const screen = (screen_id: number, name: string, more: Partial<Screen>): Screen => ({
    screen_id,
    name,
    location_id: 7,
    location_name: 'Harbor Road',
    state: 'online',
    last_seen_at: null,
    app_version: '1',
    width: 1920,
    height: 1080,
    playing: null,
    poster: null,
    kept: null,
    clock_offset_ms: 0,
    is_muted: 0,
    is_watched: 1,
    told_at: null,
    told_name: null,
    play_title: null,
    ...more,
  })
  const shows = (kind: 'menu' | 'film', title: string) => ({ kind, title, part_id: null, place: 1, of: 3, left: null })
  await openMenu({
    getScreens: () => [
      screen(1, 'Waiting room', { playing: shows('menu', 'Service menu') }),
      screen(2, 'Counter', { playing: shows('film', 'Disc brake') }),
      screen(3, 'Window', { state: 'dark' }),
    ],
  })
  const rows = page.getByRole('list', { name: 'Screens' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('Waiting roomShows this')
  await expect.element(rows.nth(1)).toHaveTextContent('CounterPlays Disc brake')
  await expect.element(rows.nth(2)).toHaveTextContent('WindowDark')
})

test('a day part is moved with the arrow keys and saved once; gaps and overlaps are told', async () => {
  const day = { weekdays: [], from: 480, to: 1080, starts_on: null, ends_on: null }
  kept = settings({
    when: [day],
    items: [item(1, { when: [{ ...day, to: 720 }] }), item(2, { when: [{ ...day, from: 660, to: 1020 }] })],
  })
  const api = await open(
    { changeLoopPlayback: ({ body }) => reply({ captions: 1, muted: 1, when: body.when ?? [] }, {}) },
    '/looped_animations_settings?tab=schedule',
  )
  const notes = () => [...document.querySelectorAll('ul[role=status] > li')].map((note) => note.textContent)
  await expect
    .poll(notes)
    .toEqual([
      expect.stringMatching(/^Nothing plays on Monday from 5:00\sPM to 6:00\sPM\.$/),
      expect.stringMatching(
        /^Film 1 and Film 2 overlap on Monday from 11:00\sAM to 12:00\sPM\. They play in turns then\.$/,
      ),
    ])
  const block = page.getByRole('button', { name: /^The whole loop/ }).first()
  await expect.element(block).toBeVisible()
  ;(block.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await saved()
  expect(api.calls('changeLoopPlayback').map(({ body }) => body)).toMatchObject([
    { when: [{ ...day, from: 495, to: 1095 }] },
  ])
})

test('a night is one block of the calendar, and the card says how it ends', async () => {
  const night = { weekdays: [5], from: 1200, to: 360, starts_on: null, ends_on: null }
  kept = settings({ when: [night] })
  const api = await open(
    {
      changeLoopPlayback: ({ body }) => reply({ captions: 1, muted: 1, when: body.when ?? [] }, {}),
    },
    '/looped_animations_settings?tab=schedule',
  )
  const blocks = page.getByRole('button', { name: /The whole loop/ })
  await expect.element(blocks).toBeVisible()
  await expect.poll(() => blocks.elements()).toHaveLength(1)
  await blocks.click()
  await expect.element(page.getByText('Ends on the next day')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Saturday' }).click()
  await saved()
  expect(api.calls('changeLoopPlayback')[0]!.body).toMatchObject({ when: [{ ...night, weekdays: [5, 6] }] })
})

test('an upload tells its limit before it begins, and refuses a file of another kind', async () => {
  await open()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('MP4 with H.264, at most 64 MB')).toBeVisible()
  const input = dialog.element().querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['x'], 'tour.mov', { type: 'video/quicktime' }))
  await expect.element(dialog.getByText('Invalid video format. Upload an MP4 file.')).toBeVisible()
})

test('a loop that does not load can be asked for again', async () => {
  let isBroken = true
  await open({ getLoopSettings: () => (isBroken ? refusal('server_error', 500) : kept) })
  await expect.element(page.getByText('The loop did not load')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(names).toHaveLength(3)
})

test.each(['', '?tab=schedule', '?tab=menus', '?menu=3'])('axe finds nothing on the page %s', async (search) => {
  kept = settings({ when: [{ weekdays: [5], from: 1200, to: 360, starts_on: null, ends_on: null }] })
  await open({}, `/looped_animations_settings${search}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByText('Service menu').or(page.getByText('The whole loop')).first()).toBeVisible()
  const { violations } = await axe.run(document.body, wcag)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})

test('the calendar says which loop counts where', async () => {
  kept = settings({
    locations: [
      { location_id: 7, name: 'Harbor Road', has_own: true },
      { location_id: 8, name: 'Station Street', has_own: false },
    ],
  })
  await open({}, '/looped_animations_settings?tab=schedule')
  await expect.element(page.getByText(/locations with a loop of their own: .*Harbor Road/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Loop of' }).selectOptions('Harbor Road (own loop)')
  await expect.element(page.getByText(/Harbor Road.* plays its own loop, by this calendar/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Loop of' }).selectOptions('Station Street')
  await expect.element(page.getByText(/Station Street.* follows the loop of all locations/)).toBeVisible()
})
