import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import FavouritesSettingsPage from './FavouritesSettingsPage.tsx'

/** Covers the height of the two lists. */

const films = Array.from({ length: 30 }, (_, i): FilmTile => ({
  part_id: `PART${String(i).padStart(2, '0')}`,
  part_name: `Film ${i + 1}`,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
}))

test.each([900, 1200])('both lists fill a window of %d px, and the list of films fills its box', async (height) => {
  await page.viewport(1440, height)
  fakeApi({ favourites: { getAnimationsForFavourite: () => films, getAddedFavoutites: () => [] } })
  await render(<FavouritesSettingsPage />, { session: danasSession(['allow_favourite']) })
  const available = page.getByRole('region', { name: 'Films' })
  await expect.element(available.getByText('Film 1', { exact: true })).toBeVisible()
  const chosen = page.getByRole('region', { name: 'Your favorites' })
  const boxes = [available, chosen].map((list) => list.element().getBoundingClientRect())
  expect(new Set(boxes.map((box) => Math.round(box.height))).size).toBe(1)
  expect(boxes[0]!.height).toBeGreaterThan(height * 0.65)
  const rows = available.getByRole('list').element()
  expect(rows.scrollHeight).toBeGreaterThanOrEqual(rows.clientHeight)
})
