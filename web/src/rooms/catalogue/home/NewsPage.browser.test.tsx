import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import AboutPage from '../../sites/AboutPage.tsx'
import ContactPage from '../../sites/contact/ContactPage.tsx'
import NewsPage from './NewsPage.tsx'

/** Covers the place of the titles of the pages of text. */

const pages = [
  { name: 'About us', element: <AboutPage /> },
  { name: 'Contact', element: <ContactPage /> },
  { name: 'News', element: <NewsPage /> },
]

test.each([
  { who: 'Dana', session: danasSession(), width: 1440 },
  { who: 'a visitor', session: undefined, width: 1440 },
  { who: 'a visitor with a phone', session: undefined, width: 390 },
  { who: 'a visitor who reads Hebrew', session: undefined, width: 1440, dir: 'rtl' },
])('for $who, about, contact and news begin at the same place', async ({ session, width, dir = 'ltr' }) => {
  await page.viewport(width, 900)
  document.documentElement.dir = dir
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  fakeApi({
    sites: {
      getAboutText: () => ({ title: 'About us', html: '<p>Films.</p>' }),
      getCaptcha: () => ({ challenge: null }),
      getCountry: () => [],
    },
    catalogue: { getNews: () => [] },
  })
  const places: string[] = []
  for (const { name, element } of pages) {
    await render(<div key={name}>{element}</div>, session ? { session } : {})
    const heading = page.getByRole('heading', { level: 1, name }).last()
    await expect.element(heading).toBeVisible()
    const { left, right, height } = heading.element().getBoundingClientRect()
    places.push(`${dir === 'rtl' ? right : left} ${height}`)
  }
  expect(new Set(places).size).toBe(1)
  await expect.element(page.getByText('There is no news at the moment.')).toBeVisible()
})
