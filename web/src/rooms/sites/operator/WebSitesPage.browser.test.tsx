import type { WebSiteRow } from '@cutaway/contract/rooms/sites/operator.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import WebSitesPage from './WebSitesPage.tsx'

const site = (name: string, more: Partial<WebSiteRow>): WebSiteRow => ({
  web_site_id: 31,
  name,
  mark: 'NM',
  logo: '',
  brand: '#1f5fd6',
  on_brand: '#ffffff',
  host: 'films.example',
  country_code_iso: 'us',
  currency: 'USD',
  state: 'live',
  out_of_service_at: null,
  businesses: 2,
  people: 30,
  sends: 557,
  weeks: [0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 41],
  waiting: 0,
  ip_ranges: 0,
  applications: 0,
  registrations: 0,
  is_needed: 0,
  ...more,
})

test('the list says what waits, which hosts fail, and adds everything up', async () => {
  await page.viewport(1440, 900)
  const api = fakeApi({
    sites: {
      getWebSites: () =>
        reply(
          [
            site('Northgate Motors', { waiting: 3, ip_ranges: 1 }),
            site('Direct View', {
              web_site_id: 10,
              state: 'unreachable',
              host: 'direct.example',
              waiting: 1,
              applications: 1,
            }),
            site('Brightline', { web_site_id: 62, state: 'draft', waiting: 2 }),
          ],
          {
            total: 3,
            live: 1,
            draft: 1,
            unreachable: 1,
            out_of_service: 0,
            countries: ['us'],
            totals: { businesses: 6, people: 90, sends: 1671, waiting: 6 },
          },
        ),
    },
  })
  await render(<WebSitesPage />, { session: danasSession(['manage_web_sites']), path: '/operator/web_sites' })
  await expect.element(page.getByText('1 live, 1 draft, and 1 not reachable')).toBeVisible()
  const totals = page.getByRole('row', { name: /^All 3 web sites/ })
  await expect.poll(() => totals.element().textContent).toMatch(/6.*90.*1,671.*6/)
  await expect.element(page.getByTitle('direct.example didn’t reach the portal at the last check.')).toBeVisible()
  await expect.element(page.getByRole('img', { name: /last 12 weeks: 0, 0, 3,.* and 41$/ }).first()).toBeVisible()
  const link = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')
  expect(link('3 items waiting: Northgate Motors')).toBe('/operator/waiting?site=31')
  expect(link('2 businesses: Direct View')).toBe('/operator/businesses?site=10')
  expect(link('1 item waiting: Direct View')).toBe('/operator/applications?site=10')
  expect(link('2 items waiting: Brightline')).toBe('/operator/feedback?site=62')
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
  await page.getByRole('button', { name: /^Sells by/ }).click()
  await page.getByRole('menuitemradio', { name: 'PayPal' }).click()
  await expect.poll(() => api.calls('getWebSites').at(-1)?.body).toMatchObject({ sells_by: 'paypal' })
})
