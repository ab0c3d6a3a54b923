import type { Health } from '@cutaway/contract/rooms/sites/health.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { danasSession } from '../../../../testing/people.ts'
import { render } from '../../../../testing/render.tsx'
import HealthPage from './HealthPage.tsx'

const at = '2026-11-22T09:00:00.000Z'
const health: Health = {
  at,
  nodes: [{ node: 'web-1:4000 (12)', version: '0.1.0', started_at: at, last_seen_at: at, is_alive: true }],
  queues: [{ name: 'outbox.mail', waiting: 3, active: 1, failed: 0, oldest: 600 }],
  deliveries: [
    {
      channel: 'mail',
      pending: 3,
      sent: 120,
      delivered: 0,
      failed: 2,
      outcome_unknown: 0,
      oldest: 600,
      failures: [{ reason: 'mailbox_full', count: 2 }],
    },
  ],
  database: { engine: 'server', version: '15.18', bytes: 1_530_000_000 },
  disk: { free: 20_000_000_000, total: 100_000_000_000 },
  backup: { made_at: null, rows: null, is_late: true },
  payments: { open: 2, oldest_at: at },
  checks: [],
  conditions: {
    nodes: 'good',
    queues: 'look',
    deliveries: 'good',
    disk: 'good',
    backup: 'look',
    payments: 'look',
    checks: 'good',
  },
}

test('says what needs a look in the morning, in words and figures', async () => {
  const api = fakeApi({
    sites: {
      getHealth: () => health,
      checkNow: () => ({
        ...health,
        checks: [
          {
            kind: 'mail_key' as const,
            name: 'cut1._domainkey.shop.example',
            site_name: 'Northside',
            checked_at: at,
            valid_to: null,
            problem: 'missing' as const,
          },
        ],
        conditions: { ...health.conditions, checks: 'bad' as const },
      }),
    },
  })
  await render(<HealthPage />, { session: danasSession(['operate_portal']), path: '/operator/health' })
  const backup = page.getByRole('region', { name: 'Last backup' })
  await expect.element(backup.getByText('Needs a look')).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments that need a person' })
  await expect.element(payments.getByRole('link', { name: /^Oldest/ })).toHaveAttribute('href', '/payment_desk')
  await expect.element(page.getByText('20 GB free')).toBeVisible()
  await expect.element(page.getByText('80% of 100 GB used')).toBeVisible()
  await expect.element(page.getByText('1.5 GB')).toBeVisible()
  await expect.element(page.getByText(/The recipient’s mailbox is full/)).toBeVisible()
  await expect.element(page.getByText('10 min').first()).toBeVisible()
  await page.getByRole('button', { name: 'Check domains now' }).click()
  await expect.element(page.getByText('Not in the DNS')).toBeVisible()
  await expect.element(page.getByText('Act now')).toBeVisible()
  expect(api.calls('checkNow')).toHaveLength(1)
})
