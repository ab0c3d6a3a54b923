import type { SentRow } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import SharedPage from './SharedPage.tsx'

/** Covers the rows of the receipts on a phone. */

const row = (recipient_id: number, more: Partial<SentRow> = {}): SentRow => ({
  recipient_id,
  send_id: recipient_id,
  link_id: recipient_id,
  to: '+1 503 555 0142',
  customer: 'Marcus Hale',
  channel: 'sms',
  sender: 'Dana Whitlock',
  films: [{ part_id: 'BRKDSC', part_name: 'Disc brake', poster_url: null }],
  subject: '',
  ro_number: '48213',
  sent_at: new Date(Date.now() - 86_400_000).toISOString(),
  delivery: 'delivered',
  reason: null,
  outcome: 'approved',
  views: 1,
  watched_percent: 82,
  last_watched_at: null,
  approved: 0,
  asked: 1,
  approved_total: null,
  currency: 'USD',
  pdf_views: 0,
  unread: 0,
  ...more,
})

test.each(['ltr', 'rtl'])('a send has two lines on a phone (%s)', async (direction) => {
  await page.viewport(390, 844)
  document.documentElement.dir = direction
  const long = row(2, {
    customer: '',
    to: 'a.customer.with.a.long.name@mailbox.example',
    channel: 'email',
    outcome: 'asked_for_call',
  })
  fakeApi({ sharing: { getSends: () => ({ rows: [row(1), long], total: 2 }) } })
  await render(<SharedPage />, { session: danasSession(['allow_share_sms']) })
  const rows = page.getByRole('table').getByRole('row')
  await expect.element(rows.first()).toBeVisible()
  for (const one of rows.elements()) expect(one.getBoundingClientRect().height).toBeLessThan(80)
  await expect.poll(() => rows.first().element().textContent).toMatch(/Marcus Hale.*yesterday.*Disc brake.*Approved/)
  // The switch between conversations and sends takes the whole width.
  const switches = page.getByRole('radiogroup', { name: 'Sent', exact: true }).element().getBoundingClientRect()
  expect(switches.width).toBeGreaterThan(350)
  expect(document.documentElement.scrollWidth).toBe(390)
  document.documentElement.dir = 'ltr'
})

test('a send names the customer, with the address under the name; without a name the address is the title', async () => {
  await page.viewport(1440, 900)
  const unknown = row(2, { to: '+1 503 555 0101', customer: '' })
  fakeApi({ sharing: { getSends: () => ({ rows: [row(1), unknown], total: 2 }) } })
  await render(<SharedPage />, { session: danasSession(['allow_share_sms']) })
  const marcus = page.getByRole('row', { name: /Marcus Hale/ })
  await expect.poll(() => marcus.getByRole('link').element().textContent).toBe('Marcus Hale')
  await expect.element(marcus.getByText('+1 503 555 0142')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '+1 503 555 0101' })).toBeVisible()
})

/** Whose sends a request asked for. */
const asked = (json: string) => JSON.parse(json) as { whose: string }

test('on a phone, a location manager chooses the sends of the location; each row names its sender', async () => {
  await page.viewport(390, 844)
  const api = fakeApi({
    sharing: {
      getSends: ({ params }) => {
        const { whose } = asked(params.json)
        return { rows: whose === 'location' ? [row(1), row(2, { sender: 'Owen Bright' })] : [], total: 2 }
      },
    },
  })
  const session = danasSession(['allow_share_sms'])
  const liam = { ...session, user: { ...session.user, user_access_id: 5 } }
  await render(<SharedPage />, { session: liam })
  const whose = page.getByRole('radiogroup', { name: 'Whose sends' })
  await whose.getByRole('radio', { name: 'My location' }).click()
  await expect.element(page.getByText(/Owen Bright/)).toBeVisible()
  expect(asked(api.calls('getSends').at(-1)!.params['json']!).whose).toBe('location')
  for (const group of page.getByRole('radiogroup').elements())
    expect(group.getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(document.documentElement.scrollWidth).toBe(390)
})
