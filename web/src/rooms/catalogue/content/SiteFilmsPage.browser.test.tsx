import type { SiteFilm } from '@cutaway/contract/rooms/catalogue/site-films.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import SiteFilmsPage from './SiteFilmsPage.tsx'

const film = (custom_video_id: number, video_name: string): SiteFilm => ({
  custom_video_id,
  part_id: `site-film-${custom_video_id}`,
  video_name,
  video_url: `https://films.example/${custom_video_id}.mp4`,
  video_kind: 'link',
  on_home: true,
  poster_url: null,
  revision: 1,
})

async function open(films: SiteFilm[]) {
  const api = fakeApi({
    sites: { getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }] },
    catalogue: {
      getSiteFilms: () => films,
      saveSiteFilm: ({ body }) => {
        const saved = { ...film(9, body.film.video_name), ...body.film }
        films.push(saved)
        return reply(saved, { message: 'site_film_saved' } as never)
      },
      moveSiteFilm: () => films.splice(0, films.length, ...films.toReversed()),
      deleteSiteFilm: ({ body }) => {
        if (body.restore) films.push(film(body.item, 'Workshop'))
        else films.splice(0)
        return reply(films, { message: body.restore ? 'site_film_restored' : 'site_film_deleted' } as never)
      },
    },
  })
  await render(<SiteFilmsPage />, { session: danasSession(['manage_web_sites']), path: '/operator/custom_films' })
  return api
}
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent)

test('a film is added by its address; an address that cannot be played is refused at its field', async () => {
  const api = await open([])
  await expect.element(page.getByText('No custom films yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add film' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our workshop')
  const source = dialog.getByRole('textbox', { name: 'Address or embed code' })
  await source.fill('<iframe src="https://evil.example/"></iframe>')
  await dialog.getByRole('button', { name: 'Add film' }).click()
  await expect.element(dialog.getByText(/Enter an https address of a video/)).toBeVisible()
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
  await source.fill('https://youtu.be/aqz-KE-bpKQ')
  await dialog.getByRole('button', { name: 'Add film' }).click()
  await expect.poll(names).toEqual(['Our workshop'])
  expect(api.calls('saveSiteFilm')).toHaveLength(1)
})

test('films are moved; one that is deleted comes back with Undo', async () => {
  await open([film(1, 'Workshop'), film(2, 'Tires')])
  await expect.poll(names).toEqual(['Workshop', 'Tires'])
  await page.getByRole('button', { name: 'Move up: Tires' }).click()
  await expect.poll(names).toEqual(['Tires', 'Workshop'])
  await page.getByRole('button', { name: 'Delete: Workshop' }).click()
  await expect.element(page.getByText('No custom films yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['Workshop'])
})
