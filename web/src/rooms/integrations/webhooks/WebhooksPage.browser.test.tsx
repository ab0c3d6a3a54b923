import type { Webhook, WebhookDelivery } from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import WebhooksPage from './WebhooksPage.tsx'

const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  url: 'https://dms.example.com/hooks',
  description: 'Workshop program',
  events: ['link.opened', 'link.answered'],
  active: 1,
  disabled_because: null,
  failures: 0,
  created_at: '2026-11-01T09:00:00.000Z',
  last_success_at: null,
  ...more,
})
const session = danasSession(['manage_api_keys'])

test('a webhook is added with its events, and its signing key is shown once', async () => {
  const hooks: Webhook[] = []
  const api = fakeApi({
    integrations: {
      getWebhooks: () => hooks,
      makeWebhook: ({ body }) => {
        if (body.url.startsWith('http:')) return refusal('webhook_url_not_secure')
        hooks.push(webhook({ url: body.url, events: body.events }))
        return { ...hooks[0]!, secret: 'whsec_c2VjcmV0' }
      },
    },
  })
  await render(<WebhooksPage />, { session })
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await address.fill('http://dms.example.com/hooks')
  await dialog.getByRole('checkbox', { name: /Half of a film/ }).click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(dialog.getByText('The address must begin with https://')).toBeVisible()
  await address.fill('https://dms.example.com/hooks')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(page.getByText('whsec_c2VjcmV0')).toBeVisible()
  expect(api.calls('makeWebhook').at(-1)?.body).toMatchObject({
    events: ['link.opened', 'link.answered', 'reply.received'],
  })
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect.element(page.getByRole('rowheader', { name: /dms\.example\.com/ })).toBeVisible()
})

test('two of one host are told apart by their paths, and a secret in the query is not shown', async () => {
  fakeApi({
    integrations: {
      getWebhooks: () => [
        webhook({ id: 1, url: 'https://dms.example.com/orders', description: '' }),
        webhook({ id: 2, url: 'https://dms.example.com/replies?key=secret', description: '' }),
        webhook({ id: 3, url: 'https://dms.example.com/', description: '' }),
      ],
    },
  })
  await render(<WebhooksPage />, { session })
  for (const name of ['dms.example.com/orders', 'dms.example.com/replies', 'dms.example.com']) {
    await expect.element(page.getByRole('rowheader', { name, exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: `Deliveries: ${name}`, exact: true })).toBeVisible()
  }
  await expect.element(page.getByText('secret')).not.toBeInTheDocument()
})

test('one that was switched off says why, and is switched on again', async () => {
  let one = webhook({ active: 0, disabled_because: 'failures', failures: 20 })
  fakeApi({
    integrations: {
      getWebhooks: () => [one],
      updateWebhook: ({ body }) => (one = webhook({ active: body.active ?? 1 })),
    },
  })
  await render(<WebhooksPage />, { session })
  await expect.element(page.getByText('Off after 20 failures')).toBeVisible()
  await page.getByRole('button', { name: 'More actions for dms.example.com/hooks' }).click()
  await page.getByRole('menuitem', { name: 'Switch on' }).click()
  await expect.element(page.getByText('On', { exact: true })).toBeVisible()
})

test('the log shows what the receiver said, and sends an event again', async () => {
  const failed: WebhookDelivery = {
    delivery_id: '6f1c0a52-0a53-4f2c-8d62-0d7b4c5e9a10',
    event_id: 'msg_1',
    type: 'link.answered',
    created_at: '2026-11-24T09:00:00.000Z',
    state: 'failed',
    attempts: 23,
    next_at: null,
    ended_at: '2026-11-24T10:00:00.000Z',
    problem: 'HTTP 503',
    is_replay: 0,
    body: '{"type":"link.answered","data":{"ro_number":"48213"}}',
  }
  const rows = [failed]
  fakeApi({
    integrations: {
      getWebhooks: () => [webhook()],
      getWebhookDeliveries: () => ({ rows, total: rows.length }),
      replayWebhookDelivery: () => {
        rows.unshift({ ...failed, delivery_id: 'again', state: 'sent', problem: '', is_replay: 1 })
        return { delivery_id: 'again' }
      },
    },
  })
  await render(<WebhooksPage />, { session })
  await page.getByRole('button', { name: 'Deliveries: dms.example.com/hooks' }).click()
  const drawer = page.getByRole('dialog', { name: /Deliveries to/ })
  await expect.element(drawer.getByText('HTTP 503')).toBeVisible()
  await drawer.getByRole('button', { name: /Send again/ }).click()
  await expect.element(drawer.getByText('Received')).toBeVisible()
})
