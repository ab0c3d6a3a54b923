import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { NewsItem } from '@cutaway/contract/rooms/catalogue/home.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import { storedVideoType } from '../../core/preferences.ts'
import HomePage from './HomePage.tsx'
import { ShareCounts } from './share-counts.ts'

/** Covers the grid of films, and how systems and sub-systems lead to films. */

const film = (part_name: string, system_id: number, sub_system_id: number, more: Partial<FilmTile> = {}): FilmTile => ({
  part_id: part_name.replaceAll(' ', ''),
  part_name,
  subtitle: '',
  video_type: 'narrated',
  system_id,
  sub_system_id,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
  ...more,
})
const interactive = { video_type: 'interactive', steps: 6 } as const
const allAnimation = [
  film('Disc brake', 1, 101, { isNew: 1 }),
  film('Wear indicator', 1, 102, interactive),
  film('Shock absorber', 4, 401),
  film('Coil spring', 4, 402),
  film('Steering lock', 5, 501, interactive),
]
const system = (system_id: number, slug: string, system_name: string) => ({
  system_id,
  slug,
  system_name,
  sequence_no: system_id,
  narrated_count: allAnimation.filter((f) => f.system_id === system_id && f.video_type === 'narrated').length,
  interactive_count: allAnimation.filter((f) => f.system_id === system_id && f.video_type === 'interactive').length,
})
const sub = (sub_system_id: number, sub_system_name: string) => ({
  sub_system_id,
  system_id: Math.floor(sub_system_id / 100),
  slug: '',
  sub_system_name,
  sequence_no: sub_system_id,
})
const hierarchy: Hierarchy = {
  mainSystems: [
    system(1, 'brakes', 'Brakes'),
    system(4, 'suspension', 'Suspension'),
    system(5, 'steering', 'Steering'),
    system(7, 'drivetrain', 'Drivetrain'),
  ],
  mainSystemSubSystems: [
    sub(101, 'Disc brakes'),
    sub(102, 'Brake pads'),
    sub(103, 'Anti-lock braking'),
    sub(401, 'Shock absorbers'),
    sub(402, 'Springs'),
    sub(501, 'Steering column'),
    sub(701, 'Gearbox'),
  ],
  allAnimation,
}
const library = (more: FakeHandlers['catalogue'] = {}) =>
  fakeApi({
    catalogue: {
      getMainSystemsSubSystemsHierarchy: () => hierarchy,
      getHomepageSystems: () => [system(4, 'suspension', 'Suspension'), system(7, 'drivetrain', 'Drivetrain')],
      getCommonSymptoms: () => [],
      getNews: () => [],
      getCustomAnimationsOnHome: () => [],
      getRelatedSystems: () => [],
      ...more,
    },
  })
const open = (path = '/home') =>
  render(<HomePage />, { path, session: danasSession(['allow_view_animations', 'allow_interactive_in_kiosk_mode']) })
const titles = () =>
  page
    .getByRole('region', { name: /films?\b/ })
    .getByRole('link')
    .elements()
    .map((link) => (link as HTMLElement).innerText.split('\n').filter((line) => !/^\d/.test(line)))
const tree = page.getByRole('navigation', { name: 'Systems' })

beforeEach(async () => {
  storedVideoType.set('narrated')
  await page.viewport(1440, 900)
})

test('shows every film of the kind in one grid, with its system and the word for new films', async () => {
  library()
  await open()
  await expect.element(page.getByRole('heading', { level: 2, name: '3 films' })).toBeVisible()
  expect(titles()).toEqual([
    ['Disc brake', 'Brakes New'],
    ['Shock absorber', 'Suspension'],
    ['Coil spring', 'Suspension'],
  ])
})

test('lists only systems with films of the kind: in the tree, and among those that the site chose', async () => {
  library()
  await open()
  await expect.element(tree.getByRole('link', { name: /Suspension/ })).toBeVisible()
  const names = () =>
    tree
      .getByRole('link')
      .elements()
      .map((link) => link.textContent)
  expect(names()).toEqual(['All films3', 'Brakes1', 'Suspension2', 'Warning lights'])
  const row = page.getByRole('navigation', { name: 'Filter by system' })
  await expect.element(row.getByRole('link', { name: /Suspension/ })).toBeVisible()
  await expect.poll(() => row.getByRole('link', { name: /Drivetrain/ }).elements()).toEqual([])
  await page.getByRole('radio', { name: 'Interactive' }).click({ force: true })
  await expect.poll(names).toEqual(['All films2', 'Brakes1', 'Steering1', 'Warning lights'])
})

test('every entry of the tree leads to films', async () => {
  library()
  const shown = await open('/home?system=1')
  await expect.element(page.getByRole('heading', { name: '1 film in Brakes' })).toBeVisible()
  await expect.poll(() => tree.getByRole('link', { name: 'Anti-lock braking' }).elements()).toEqual([])
  await expect.poll(() => tree.getByRole('link', { name: 'Brake pads' }).elements()).toEqual([])
  await tree.getByRole('link', { name: 'Disc brakes' }).click()
  await expect.element(page.getByRole('heading', { name: '1 film in Disc brakes' })).toBeVisible()
  expect(shown.path()).toBe('/home?system=1&sub=101')
  expect(titles()).toEqual([['Disc brake', 'Brakes New']])
})

test('a link of the old form leads to the films of the sub-system', async () => {
  library()
  const shown = await open('/home?system=4#sub-402')
  await expect.element(page.getByRole('heading', { name: '1 film in Springs' })).toBeVisible()
  expect(shown.path()).toBe('/home?system=4&sub=402')
})

test('an empty system offers the other kind only if it has films of it', async () => {
  library()
  await open('/home?system=7')
  await expect.element(page.getByRole('heading', { name: 'No narrated films in Drivetrain yet' })).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: 'Show interactive films' }).elements()).toEqual([])
  await expect.element(page.getByRole('link', { name: 'Show all films' })).toBeVisible()
})

test('a system with films of the other kind offers them', async () => {
  library()
  await open('/home?system=5')
  await expect.element(page.getByRole('heading', { name: 'No narrated films in Steering yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Show interactive films' }).click()
  await expect.element(page.getByRole('heading', { name: '1 film in Steering' })).toBeVisible()
})

test('the films that the business shares most come first, unless the user chooses another order', async () => {
  library()
  const counts = new Map([['Coilspring', 4]])
  const shown = await render(
    <ShareCounts value={() => Promise.resolve(counts)}>
      <HomePage />
    </ShareCounts>,
    { path: '/home', session: danasSession(['allow_view_animations']) },
  )
  await expect.poll(() => titles()[0]?.[0]).toBe('Coil spring')
  await page.getByRole('button', { name: 'Sort films: Most shared first' }).click()
  await page.getByRole('menuitemradio', { name: 'By system' }).click()
  await expect.poll(() => titles()[0]?.[0]).toBe('Disc brake')
  expect(shown.path()).toBe('/home?sort=system')
})

test('a phone shows two columns, and no word of a system breaks', async () => {
  await page.viewport(390, 844)
  library()
  await open()
  await expect.element(page.getByRole('heading', { level: 2, name: '3 films' })).toBeVisible()
  const tiles = page.getByRole('region', { name: '3 films' }).getByRole('link').elements()
  expect(new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().left))).size).toBe(2)
  const lines = tiles.map((tile) => tile.querySelector('span:last-child > span:last-child')!.getClientRects().length)
  expect(lines).toEqual([1, 1, 1])
  for (const chip of page.getByRole('navigation', { name: 'Filter by system' }).getByRole('link').elements())
    expect(chip.getBoundingClientRect().height).toBe(44)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('says that the films could not be loaded, and loads them again', async () => {
  let broken = true
  library({ getMainSystemsSubSystemsHierarchy: () => (broken ? refusal('server_error', 400) : hierarchy) })
  await open()
  await expect.element(page.getByRole('alert').getByText('Couldn’t load films')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { level: 2, name: '3 films' })).toBeVisible()
})

const region = (name: string) => page.getByRole('region', { name })
const chosenByTheSite = page.getByRole('navigation', { name: 'Filter by system' })

test.each([
  { when: 'the site chose none', getHomepageSystems: () => [] },
  { when: 'its choice does not load', getHomepageSystems: () => refusal('server_error', 429) },
])('shows the films without a row of systems when $when', async ({ getHomepageSystems }) => {
  library({ getHomepageSystems })
  await open()
  await expect.element(page.getByRole('heading', { level: 2, name: '3 films' })).toBeVisible()
  await expect.poll(() => chosenByTheSite.getByRole('link').elements()).toEqual([])
})

test('shows related systems beside the films of a system, and no panel if there are none', async () => {
  library({
    getRelatedSystems: ({ params }) => (params.system === '1' ? [system(4, 'suspension', 'Suspension')] : []),
  })
  const { path } = await open('/home?system=1')
  await region('Related systems').getByRole('link', { name: 'Suspension' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Suspension' })).toBeVisible()
  expect(path()).toBe('/home?system=4')
  await expect.poll(() => region('Related systems').query()).toBeNull()
})

const winterCheck: NewsItem = {
  news_id: 7,
  language_code: 'en-US',
  title: 'Winter check',
  summary: 'Batteries and tires first.',
  html: '<p>Batteries and tires first.</p>',
  link_url: null,
  film: null,
  published_date: '2026-11-02T09:00:00.000Z',
}

test('shows an error where news fail to load, and retries', async () => {
  let broken = true
  library({ getNews: () => (broken ? refusal('server_error', 429) : [winterCheck]) })
  await open()
  await expect.element(region('News').getByRole('alert').getByText('Couldn’t load news')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 2, name: '3 films' })).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  broken = false
  await region('News').getByRole('button', { name: 'Try again' }).click()
  await expect.element(region('News').getByRole('link', { name: /Winter check/ })).toBeVisible()
})

test('a site without news and videos of its own has no panel for them', async () => {
  const api = library()
  await open()
  await expect.element(page.getByRole('heading', { level: 2, name: '3 films' })).toBeVisible()
  await expect.poll(() => api.calls('getNews').length + api.calls('getCustomAnimationsOnHome').length).toBe(2)
  await expect.poll(() => region('News').query()).toBeNull()
  await expect.poll(() => region('Your own videos').query()).toBeNull()
})
