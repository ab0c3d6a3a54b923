import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { storedVideoType } from '../../core/preferences.ts'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import FilmListPage from './FilmListPage.tsx'

/** Covers lists of films: the kind of film, empty lists, and failures. */

const brake: FilmTile = {
  part_id: 'BRKDSC-INT',
  part_name: 'Disc brake',
  subtitle: '',
  video_type: 'interactive',
  system_id: 1,
  sub_system_id: 101,
  duration: 12,
  steps: 6,
  poster_url: null,
  isNew: 1,
}
const session = danasSession(['allow_view_animations', 'allow_favourite', 'allow_interactive_in_kiosk_mode'])
const lists = (films: readonly FilmTile[]) => {
  const ofType = ({ params }: { params: { videoType?: string; type?: string } }) =>
    films.filter(({ video_type }) => video_type === (params.videoType ?? params.type))
  fakeApi({
    favourites: {
      favouriteAnimations: (call) => ofType(call).map((film, i) => ({ ...film, id: i + 1, sequence_no: i + 1 })),
    },
    player: {
      UserHistory: (call) => ofType(call).map((film) => ({ ...film, viewed_date: '2026-11-20T09:00:00.000Z' })),
    },
    catalogue: { newParts: ofType },
  })
}
beforeEach(() => storedVideoType.set('narrated'))

const cases = [
  { path: '/favorites', title: 'No favorites yet' },
  { path: '/history', title: 'No films watched yet' },
  { path: '/new_animations', title: 'No new films' },
]

test.each(cases)('$path without films of either kind does not offer the other kind', async ({ path, title }) => {
  lists([])
  await render(<FilmListPage />, { path, session })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByText(/^No records found\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All films' })).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: 'Show interactive films' }).elements()).toEqual([])
})

test.each(cases)('$path with films of the other kind offers them', async ({ path }) => {
  lists([brake])
  await render(<FilmListPage />, { path, session })
  await page.getByRole('button', { name: 'Show interactive films' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => storedVideoType.get()).toBe('interactive')
})

test.each(cases)('$path shows the kind of film that was chosen before', async ({ path }) => {
  storedVideoType.set('interactive')
  lists([brake])
  await render(<FilmListPage />, { path, session })
  await expect.element(page.getByRole('radio', { name: 'Interactive' })).toBeChecked()
  await expect.element(page.getByRole('link', { name: /Disc brake/ })).toBeVisible()
})

test('shows an error when the history fails to load, and retries', async () => {
  let broken = true
  const seen = { ...brake, video_type: 'narrated' as const, viewed_date: '2026-11-20T09:00:00.000Z' }
  fakeApi({ player: { UserHistory: () => (broken ? refusal('server_error', 429) : [seen]) } })
  await render(<FilmListPage />, { path: '/history', session })
  await expect.element(page.getByRole('alert').getByText('Couldn’t load history')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: /Disc brake/ })).toBeVisible()
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([])
})
