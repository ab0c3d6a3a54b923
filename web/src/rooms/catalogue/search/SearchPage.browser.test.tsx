import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { FilmShare } from '../film-share.ts'
import { SearchBox } from './SearchBox.tsx'
import SearchPage from './SearchPage.tsx'

/** Covers the results of a search: as a page, and as suggestions below the field. */

const match = (text: string, more: Partial<SearchMatch> = {}): SearchMatch => ({
  kind: 'symptom',
  text,
  language_id: 50,
  marks: [],
  is_typo: 0,
  films: 1,
  ...more,
})
const film = (part_name: string, matches: SearchMatch[], more: Partial<FoundFilm> = {}): FoundFilm => ({
  part_id: part_name.replaceAll(' ', ''),
  part_name,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  system_name: 'Brakes',
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
  matches,
  ...more,
})
const pads = film('Brake pad wear', [match('Noise when braking', { marks: [[0, 5]] })])
const belt = film('Timing belt', [match('Noise from the cover', { marks: [[0, 5]] })], {
  system_id: 2,
  system_name: 'Engine',
  video_type: 'interactive',
  steps: 4,
})
const shock = film('Shock absorber', [match('Nose dives when braking', { is_typo: 1 })])
const hebrewPads = film('Brake fluid', [match('רעש בבלימה', { language_id: 71 })])

const finding = (...films: FoundFilm[]) => {
  const catalogue: FakeHandlers['catalogue'] = {
    getSearchedResults: () => films,
    getCommonSymptoms: () => [],
    getTroubleCode: ({ params: { code } }) => (code === 'P0301' ? { code, meaning: 'Cylinder 1 misfires' } : null),
    getMainSystemsSubSystemsHierarchy: () => ({ mainSystems: [], mainSystemSubSystems: [], allAnimation: [] }),
  }
  return fakeApi({ catalogue })
}
const session = danasSession(['allow_view_animations', 'allow_interactive_in_kiosk_mode'])
const shared: string[] = []
const sharing = {
  canShare: ({ video_type }: FoundFilm | { video_type: string }) => video_type === 'narrated',
  share: ({ part_name }: { part_name: string }) => void shared.push(part_name),
}
const open = (path: string) =>
  render(
    <FilmShare value={sharing}>
      <SearchPage />
    </FilmShare>,
    { path, session },
  )
const names = () =>
  page
    .getByRole('main')
    .or(page.getByRole('list'))
    .getByRole('listitem')
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

beforeEach(async () => {
  shared.length = 0
  await page.viewport(1440, 900)
})

test('lists films with the words first, and those with similar words apart, without bold', async () => {
  finding(pads, belt, shock)
  await open('/search?q=noise')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Films for “noise”' })).toBeVisible()
  await expect.element(page.getByText('2 films, 1 with similar words')).toBeVisible()
  const similar = page.getByRole('region', { name: 'Similar words' })
  await expect.element(similar.getByText('Nose dives when braking')).toBeVisible()
  expect(similar.element().querySelectorAll('mark')).toHaveLength(0)
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Noise', 'Noise'])
})

test('marks a match in another language with its name', async () => {
  finding(pads, hebrewPads)
  await open('/search?q=noise')
  const row = page.getByRole('listitem').filter({ hasText: 'Brake fluid' })
  await expect.element(row.getByText('עברית')).toBeVisible()
  expect(row.getByText('רעש בבלימה').element().closest('[lang]')?.getAttribute('lang')).toBe('he-IL')
  const own = page.getByRole('listitem').filter({ hasText: 'Brake pad wear' })
  expect(own.element().querySelector('[lang]')).toBeNull()
})

test('keeps the filters in the address', async () => {
  finding(pads, belt)
  const shown = await open('/search?q=noise')
  await page.getByRole('button', { name: 'System: All' }).click()
  await page.getByRole('menuitemradio', { name: 'Engine' }).click()
  await expect.poll(names).toEqual(['Timing belt'])
  expect(shown.path()).toBe('/search?q=noise&system=2')
  await page.getByRole('button', { name: 'System: Engine' }).click()
  await page.getByRole('menuitemradio', { name: 'All' }).click()
  await page.getByRole('radio', { name: 'Narrated' }).click({ force: true })
  await expect.poll(names).toEqual(['Brake pad wear'])
  expect(shown.path()).toBe('/search?q=noise&kind=narrated')
})

test('shares a film with a word in its row', async () => {
  finding(pads, belt)
  await open('/search?q=noise')
  const share = page.getByRole('button', { name: 'Share Brake pad wear' })
  await expect.element(share).toHaveTextContent('Share')
  await share.click()
  expect(shared).toEqual(['Brake pad wear'])
  await expect.poll(() => page.getByRole('button', { name: 'Share Timing belt' }).elements()).toEqual([])
})

test('without results offers all films; without a query says what to search for', async () => {
  finding()
  await open('/search?q=xylophone')
  await expect.element(page.getByRole('heading', { name: 'No films for “xylophone”' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show all films' })).toBeVisible()
})

test('a suggestion has its own Share button, for the mouse and for the keys', async () => {
  finding(pads, shock)
  await render(
    <FilmShare value={sharing}>
      <SearchBox place="page" />
    </FilmShare>,
    { path: '/home', session },
  )
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('noise')
  await expect.element(page.getByRole('row', { name: /Brake pad wear/ })).toBeVisible()
  await expect.element(page.getByRole('grid').getByText('Similar words')).toBeVisible()
  await page
    .getByRole('row', { name: /Shock absorber/ })
    .getByRole('button', { name: 'Share Shock absorber' })
    .click()
  expect(shared).toEqual(['Shock absorber'])
  // The symptom is first; the film is the next row, and the arrow key selects its button.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
  await expect.element(page.getByRole('gridcell', { selected: true })).toHaveTextContent('Share')
  await userEvent.keyboard('{Enter}')
  expect(shared).toHaveLength(2)
})

test('a trouble code is explained above its films, on the page and below the field', async () => {
  finding(pads)
  await open('/search?q=p%200301')
  await expect.element(page.getByText('Cylinder 1 misfires')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Brake pad wear' })).toBeVisible()
})

test('an unknown code and other words have no explanation', async () => {
  const { calls } = finding(pads)
  await open('/search?q=squeal')
  await expect.element(page.getByRole('link', { name: 'Brake pad wear' })).toBeVisible()
  expect(calls('getTroubleCode')).toEqual([])
})
