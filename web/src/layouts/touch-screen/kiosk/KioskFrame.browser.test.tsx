import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import KioskFrame from './KioskFrame.tsx'

/** Covers the start page of a touch screen: the films, the search by problem, failures, and the films while it is idle. */

const film = (part_id: string, part_name: string): FilmTile => ({
  part_id,
  part_name,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 1,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
})
const brakes = {
  system_id: 1,
  slug: 'brakes',
  system_name: 'Brakes',
  sequence_no: 1,
  narrated_count: 2,
  interactive_count: 0,
}

const catalogue: FakeHandlers['catalogue'] = {
  getMainSystemsSubSystemsHierarchy: () => ({ mainSystems: [brakes], mainSystemSubSystems: [], allAnimation: [] }),
  getCommonSymptoms: () => ['Squeal when braking'],
  getNews: () => [],
  getSearchedResults: () => [],
}

/** Opens the start page on a touch screen that resets after so many seconds. */
const start = (idleSeconds = 600) =>
  render(<KioskFrame>another page</KioskFrame>, {
    session: {
      ...danasSession(['allow_view_animations']),
      TouchScreenMode: 'customer',
      touch_screen_idle: idleSeconds,
    },
    path: '/home',
  })

test('the start page shows the most watched films with their system; no film has a star', async () => {
  fakeApi({ catalogue, player: { getMostWatched: () => [film('BRKPAD', 'Brake pad wear')] } })
  await start()
  const card = page.getByRole('list', { name: 'Most watched' }).getByRole('link', { name: /Brake pad wear/ })
  await expect.poll(() => card.element().textContent).toContain('Brakes')
  await expect.element(card).toHaveAttribute('href', '/animation/BRKPAD')
  await expect.poll(() => page.getByRole('button', { name: /Favorite/ }).elements()).toEqual([])
})

test('a problem without a film gets advice; a press on Home empties the search', async () => {
  const api = fakeApi({ catalogue, player: { getMostWatched: () => [film('BRKPAD', 'Brake pad wear')] } })
  await start()
  await page.getByRole('button', { name: 'Squeal when braking' }).click()
  await expect.element(page.getByRole('heading', { name: 'No films for “Squeal when braking”' })).toBeVisible()
  await expect.element(page.getByText('Try the name of the part, or what you hear or feel.')).toBeVisible()
  expect(api.calls('getSearchedResults').map(({ body }) => body)).toMatchObject([{ keyword: 'Squeal when braking' }])
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Most watched' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('')
})

test('films that do not load can be asked for again', async () => {
  let fails = true
  fakeApi({
    catalogue,
    player: { getMostWatched: () => (fails ? refusal('forbidden', 403) : [film('BRKPAD', 'Brake pad wear')]) },
  })
  await start()
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  fails = false
  await again.click()
  await expect.element(page.getByRole('link', { name: /Brake pad wear/ })).toBeVisible()
})

test('a start page that no one touches invites customers, also when no film can be played', async () => {
  fakeApi({
    catalogue,
    player: {
      getMostWatched: () => [film('BRKPAD', 'Brake pad wear')],
      relatedAnimationsDetailsByPartId: () => refusal('forbidden', 403),
    },
  })
  await start(0.2)
  await expect.element(page.getByRole('button', { name: /^Touch to start/ })).toBeVisible()
  await expect.element(page.getByText('Look inside your car')).toBeVisible()
  // The start page below is out of reach.
  expect(document.querySelector('main')!.closest('[inert]')).not.toBeNull()
})
