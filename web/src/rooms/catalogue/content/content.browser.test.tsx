import type { SiteNews } from '@cutaway/contract/rooms/catalogue/site-content.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession, english, hebrew } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import HomeSystemsPage from './HomeSystemsPage.tsx'
import SiteNewsPage from './SiteNewsPage.tsx'

const session = danasSession(['manage_web_sites'])
const sites: FakeHandlers['sites'] = {
  getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }],
  getLanguages: () => [english, hebrew],
  previewHtml: ({ body }) => ({ html: body.html, was_cleaned: false }),
}
const system = (system_id: number, name: string) => ({ system_id, name, slug: name.toLowerCase(), film_count: 2 })

test('the systems of the home page are ordered by the keyboard and by buttons, added and removed', async () => {
  const api = fakeApi({
    sites,
    catalogue: {
      getHomeSystemChoice: () => ({
        chosen: [1, 2],
        systems: [system(1, 'Brakes'), system(2, 'Engine'), system(3, 'Tires')],
      }),
      setHomeSystems: ({ body }) => reply({ chosen: body.systems }, { message: 'home_systems_saved' } as never),
    },
  })
  await render(<HomeSystemsPage />, { session, path: '/operator/home_page' })
  const order = () =>
    page
      .getByRole('region', { name: 'On the home page' })
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent.replaceAll(/\d/g, ''))
  await expect.poll(order).toEqual(['Brakes', 'Engine'])
  await page.getByRole('button', { name: 'Add Tires' }).click()
  await page.getByRole('button', { name: 'Move Tires up' }).click()
  await expect.poll(order).toEqual(['Brakes', 'Tires', 'Engine'])
  // The handle takes Space, the arrow keys and Space.
  ;(page.getByRole('button', { name: 'Move Engine', exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.poll(() => document.querySelector('[data-moving]')).not.toBeNull()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText('Engine: place 2 of 3')).toBeInTheDocument()
  await userEvent.keyboard(' ')
  await expect.poll(order).toEqual(['Brakes', 'Engine', 'Tires'])
  await page.getByRole('button', { name: 'Remove Engine' }).click()
  await expect.poll(order).toEqual(['Brakes', 'Tires'])
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => api.calls('setHomeSystems')[0]?.body)
    .toEqual({ web_site_id: 31, systems: [1, 3], seen: [1, 2] })
})

test('an order that is not saved is not left for another web site without a question', async () => {
  const api = fakeApi({
    sites: {
      ...sites,
      getAllWebsites: () => [
        { web_site_id: 31, name: 'Northgate Motors' },
        { web_site_id: 44, name: 'Ridgeline Moto' },
      ],
    },
    catalogue: {
      getHomeSystemChoice: ({ params }) => ({
        chosen: params.web_site_id === '44' ? [3] : [1, 2],
        systems: [system(1, 'Brakes'), system(2, 'Engine'), system(3, 'Tires')],
      }),
    },
  })
  await render(<HomeSystemsPage />, { session, path: '/operator/home_page' })
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  await page.getByRole('button', { name: 'Move Engine up' }).click()
  const chooseRidgeline = async () => {
    await page.getByRole('button', { name: /^Web site/ }).click()
    await page.getByRole('menuitemradio', { name: 'Ridgeline Moto' }).click()
  }
  await chooseRidgeline()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByRole('button', { name: 'Move Engine up' })).toBeDisabled()
  await expect.element(remove('Brakes')).toBeVisible()
  await chooseRidgeline()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect.element(remove('Tires')).toBeVisible()
  expect(api.calls('setHomeSystems')).toEqual([])
})

const item: SiteNews = {
  news_id: 1,
  language_id: 50,
  title: 'Winter check',
  html: '<p>All week.</p>',
  link_url: '',
  part_id: '',
  published_from: '2026-11-01T08:00',
  published_until: '',
  for_customers: false,
  state: 'current',
  revision: 4,
}

test('news are changed with a preview; an end before the beginning is refused at its field', async () => {
  const seen: unknown[] = []
  fakeApi({
    sites,
    catalogue: {
      getSiteNews: () => reply([item], { total: 1, now: '2026-11-22T08:00' }),
      saveSiteNews: ({ body }) => {
        seen.push(body)
        return body.news.published_until !== '' && body.news.published_until < body.news.published_from
          ? refusal('site_news_until_before_from')
          : reply({ news: item, was_cleaned: true }, { message: 'site_news_saved' } as never)
      },
    },
  })
  await render(<SiteNewsPage />, { session, path: '/operator/news' })
  await expect.element(page.getByText(/^Nov 1, 2026, 8:00/)).toBeVisible()
  await page.getByRole('button', { name: 'Winter check', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('region', { name: 'Preview' }).getByText('All week.')).toBeVisible()
  await dialog.getByLabelText('Until (optional)').fill('2026-10-01T08:00')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByText('The end must be after the beginning.')).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await dialog.getByLabelText('Until (optional)').fill('2026-12-01T08:00')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText(/^News saved. Scripts/)).toBeVisible()
  expect(seen.at(-1)).toMatchObject({
    item: 1,
    revision: 4,
    news: { published_until: '2026-12-01T08:00', language_id: 50 },
  })
})

test('deleting news names it and asks first; without news the page offers to add some', async () => {
  const rows = [item]
  fakeApi({
    sites,
    catalogue: {
      getSiteNews: () => reply(rows, { total: rows.length, now: '2026-11-22T08:00' }),
      deleteSiteNews: () => {
        rows.pop()
        return reply(null, { message: 'site_news_deleted' } as never)
      },
    },
  })
  await render(<SiteNewsPage />, { session, path: '/operator/news' })
  await page.getByRole('button', { name: 'Delete: Winter check' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete news' }).click()
  await expect.element(page.getByText('News deleted.')).toBeVisible()
  await expect.element(page.getByText('No news yet')).toBeVisible()
  // A new item is shown from now on, on the clocks of the web site rather than of the browser.
  await page.getByRole('button', { name: 'Add news' }).first().click()
  await expect.element(page.getByRole('dialog').getByLabelText('From')).toHaveValue('2026-11-22T08:00')
})
