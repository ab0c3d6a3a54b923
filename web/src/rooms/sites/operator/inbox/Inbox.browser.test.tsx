import type { BrowserError, FeedbackRow } from '@cutaway/contract/rooms/sites/inbox.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../../testing/fake-api.ts'
import { danasSession } from '../../../../testing/people.ts'
import { render } from '../../../../testing/render.tsx'
import BrowserErrorsPage from './BrowserErrorsPage.tsx'
import FeedbackPage from './FeedbackPage.tsx'

const session = danasSession(['manage_web_sites'])
const sites = [
  { web_site_id: 31, name: 'Northside' },
  { web_site_id: 44, name: 'Canyon Riders' },
]

const words = (user_id: number, more: Partial<FeedbackRow> = {}): FeedbackRow => ({
  web_site_id: 31,
  site_name: 'Northside',
  user_id,
  name: 'Rosa Delgado',
  username: 'rosa',
  rating: 2,
  feedback: 'The brake films are not clear.',
  page_url: '/animation/BRKDSC',
  language_id: 50,
  created_at: '2026-11-22T09:00:00.000Z',
  done_at: null,
  done_by: null,
  ...more,
})

test('feedback that is done leaves the list, and Undo brings it back', async () => {
  let open = [words(6)]
  const api = fakeApi({
    sites: {
      getAllWebsites: () => sites,
      getFeedbackInbox: () => ({ rows: open, total: open.length }),
      markFeedback: ({ body }) => {
        open = body.done ? [] : [words(6)]
        return { done_at: body.done ? '2026-11-22T10:00:00.000Z' : null }
      },
    },
  })
  await render(<FeedbackPage />, { session, path: '/operator/feedback' })
  await expect.element(page.getByRole('img', { name: '2 of 5 stars' })).toBeVisible()
  await page.getByRole('button', { name: /^Mark as done/ }).click()
  await expect.element(page.getByText('No new feedback')).toBeVisible()
  expect(api.calls('markFeedback').at(-1)?.body).toEqual({ web_site_id: 31, user_id: 6, done: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('The brake films are not clear.')).toBeVisible()
})

test('feedback of one web site, and what is done, is a choice that the address keeps', async () => {
  const api = fakeApi({
    sites: {
      getAllWebsites: () => sites,
      getFeedbackInbox: () => ({ rows: [words(6, { done_at: '2026-11-22T10:00:00.000Z', done_by: 'Ada' })], total: 1 }),
    },
  })
  const at = await render(<FeedbackPage />, { session, path: '/operator/feedback?waiting=done' })
  await expect.element(page.getByText('Done by Ada')).toBeVisible()
  await page.getByRole('button', { name: /^Web site/ }).click()
  await page.getByRole('menuitemradio', { name: 'Canyon Riders' }).click()
  await expect
    .poll(() => api.calls('getFeedbackInbox').at(-1)?.body)
    .toMatchObject({ web_site_id: '44', state: 'done' })
  expect(at.path()).toContain('site=44')
})

test('an error opens with what the browser told, and is marked as done from there', async () => {
  const error: BrowserError = {
    web_site_id: 31,
    site_name: 'Northside',
    fingerprint: 'a'.repeat(32),
    message: 'cannot read length',
    page: '/home',
    caller_line: 'at play (film.js:10:7)',
    cause: '',
    browser_name: 'Safari',
    platform: 'iOS',
    user_agent: 'Mozilla/5.0',
    times: 12,
    first_at: '2026-11-20T09:00:00.000Z',
    last_at: '2026-11-22T09:00:00.000Z',
    done_at: null,
  }
  const api = fakeApi({
    sites: {
      getAllWebsites: () => sites,
      getBrowserErrors: () => ({ rows: [error], total: 1 }),
      markBrowserError: () => ({ done_at: '2026-11-22T10:00:00.000Z' }),
    },
  })
  await render(<BrowserErrorsPage />, { session, path: '/operator/browser_errors' })
  await expect.element(page.getByText('Safari, iOS')).toBeVisible()
  await page.getByRole('button', { name: 'cannot read length' }).click()
  await expect.element(page.getByText('at play (film.js:10:7)')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect.poll(() => api.calls('markBrowserError').at(-1)?.body).toMatchObject({ web_site_id: 31, done: true })
})

test('a list that does not load says so, and loads on a second try', async () => {
  let isDown = true
  fakeApi({
    sites: {
      getAllWebsites: () => sites,
      getBrowserErrors: () => (isDown ? refusal('invalid_request', 400) : { rows: [], total: 0 }),
    },
  })
  await render(<BrowserErrorsPage />, { session, path: '/operator/browser_errors' })
  await expect.element(page.getByText('Couldn’t load browser errors')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No browser errors')).toBeVisible()
})
