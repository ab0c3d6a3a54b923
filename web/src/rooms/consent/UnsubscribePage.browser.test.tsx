import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { render } from '../../testing/render.tsx'
import { masked } from './masked.ts'
import UnsubscribePage from './UnsubscribePage.tsx'

/** Covers the page that a letter’s “Unsubscribe” opens, also from a copy that was forwarded. */

test('a friend who got the message forwarded sees whose messages would stop; only a press stops them', async () => {
  const api = fakeApi({
    consent: { updateUnsubscribeEmailDetails: ({ body }) => ({ to: body.to ?? '', unsubscribed: true }) },
  })
  await render(<UnsubscribePage />, { path: '/unsubscribe_email?to=marcus%40mailbox.example&wsid=31&lid=50&sig=x' })
  await expect.element(page.getByText(/will stop sending emails and texts to .*m•••s@mailbox\.example/)).toBeVisible()
  await expect.element(page.getByText(/If someone forwarded this message to you, close this page/)).toBeVisible()
  expect(document.body.textContent).not.toContain('marcus@')
  expect(api.calls('updateUnsubscribeEmailDetails')).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect.element(page.getByText(/won’t send any more messages to .*m•••s@mailbox\.example/)).toBeVisible()
  expect(api.calls('updateUnsubscribeEmailDetails')).toHaveLength(1)
})

test('an address is masked so that its owner recognises it', () => {
  expect(['marcus@mailbox.example', 'jo@x.example', 'j@x.example', '+15035550142'].map(masked)).toEqual([
    'm•••s@mailbox.example',
    'j•••@x.example',
    'j•••@x.example',
    '•••0142',
  ])
})
