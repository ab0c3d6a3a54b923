import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../testing/fake-api.ts'
import { danasSession } from '../testing/people.ts'
import { render } from '../testing/render.tsx'
import OperatorLayout from './OperatorLayout.tsx'

const sections = () => page.getByRole('navigation', { name: 'Sections of the console' })

test('an operator sees the sections at the side', async () => {
  await page.viewport(1440, 900)
  await render(<OperatorLayout />, { session: danasSession(['manage_web_sites']), path: '/operator/web_sites' })
  await expect.element(sections().getByRole('link', { name: 'Web sites' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'Go to the portal' })).toHaveAttribute('href', '/home')
})

test('the sections say how many web sites there are, and what waits', async () => {
  await page.viewport(1440, 900)
  const none = { applications: 0, registrations: 0, feedback: 3, browser_errors: 0, payments: 0 }
  fakeApi({ sites: { getWaiting: () => ({ web_sites: 34, ip_ranges: 0, ...none }) } })
  await render(<OperatorLayout />, { session: danasSession(['manage_web_sites']), path: '/operator/web_sites' })
  await expect.element(sections().getByRole('link', { name: 'Web sites 34' })).toBeVisible()
  await expect.element(sections().getByRole('link', { name: 'Feedback 3 waiting' })).toBeVisible()
})

test('beside the translations the sections say what each language lacks, and lead to it', async () => {
  await page.viewport(1440, 900)
  const count = { direction: 'ltr' as const, all: 1157, missing: 0, problems: 0, changed: 0, mine: 23 }
  const languages = [
    { ...count, language_id: 50, language_code: 'en-US', name: 'English' },
    { ...count, language_id: 98, language_code: 'es-ES', name: 'Español', missing: 2 },
    { ...count, language_id: 71, language_code: 'he-IL', name: 'עברית', direction: 'rtl' as const, missing: 15 },
  ]
  fakeApi({ sites: { getTextCounts: () => ({ languages, rooms: [] }) } })
  const { path } = await render(<OperatorLayout />, {
    session: danasSession(['translate_texts']),
    path: '/translations?page=3',
  })
  await expect
    .element(sections().getByRole('link', { name: 'Español 2 Missing' }))
    .toHaveAttribute('aria-current', 'true')
  await sections().getByRole('link', { name: 'עברית 15 Missing' }).click()
  await expect.poll(path).toBe('/translations?language=71')
  await sections().getByRole('link', { name: 'My changes 23' }).click()
  await expect.poll(path).toBe('/translations?language=71&state=mine')
})

test('on a phone a button opens the sections', async () => {
  await page.viewport(390, 844)
  await render(<OperatorLayout />, { session: danasSession(['manage_web_sites']), path: '/operator/web_sites' })
  await page.getByRole('button', { name: 'Sections of the console' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Web sites' }).click()
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
})

test('an advisor is refused, inside the frame of the portal', async () => {
  fakeApi({})
  await page.viewport(1440, 900)
  await render(<OperatorLayout />, { session: danasSession(['allow_view_animations']), path: '/operator/web_sites' })
  await expect.element(page.getByRole('heading', { name: 'You don’t have permission to do this.' })).toBeVisible()
  await expect.poll(() => sections().elements()).toEqual([])
})

test('the search of the header opens what support finds; "/" focuses it', async () => {
  await page.viewport(1440, 900)
  const routes = [{ path: '/operator/support', element: <h1>Support</h1> }]
  const at = await render(<OperatorLayout />, {
    session: danasSession(['manage_web_sites']),
    path: '/operator/news',
    routes,
  })
  const search = page.getByRole('searchbox', { name: 'Site, business, person or reference' })
  await expect.element(search).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('NM-2026 & co{Enter}')
  await expect.poll(at.path).toBe('/operator/support?q=NM-2026%20%26%20co')
})

test('a translator, who finds nothing there, has no search', async () => {
  await page.viewport(1440, 900)
  await render(<OperatorLayout />, { session: danasSession(['translate_texts']), path: '/translations' })
  await expect.element(sections()).toBeVisible()
  await expect.element(page.getByText('Translator', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByRole('search').elements()).toEqual([])
})
