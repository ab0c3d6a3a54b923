import type { DeskItem, DeskPayment, OpenInvoice, Revenue } from '@cutaway/contract/rooms/billing/desk.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import PaymentDeskPage from './PaymentDeskPage.tsx'

/** Dana works at the desk of payments. */

const wcag = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const northgate = { web_site_id: 31, site_name: 'Northgate Motors' }
const payment = '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11'
const item: DeskItem = {
  ...northgate,
  kind: 'refund_refused',
  reference: 'CW31-ABCDEFGHIJKLM',
  at: '2026-11-22T09:00:00.000Z',
  payment,
  business_name: 'Cedar Street Auto',
  currency: 'USD',
  amount_minor: 5390,
  ours: { amount_minor: 1000 },
  theirs: { reason: 'too old' },
  resolved_at: null,
  resolved_by: null,
  note: '',
}
const paid: DeskPayment = {
  ...northgate,
  payment,
  business_name: 'Cedar Street Auto',
  email: 'renee@cedarstreet.example',
  purpose: 'signup',
  provider: 'cybersource',
  state: 'fulfilled',
  currency: 'USD',
  amount_minor: 5390,
  refundable_minor: 5390,
  created_at: '2026-11-22T09:00:00.000Z',
  reference: 'CW31-ABCDEFGHIJKLM',
  invoice: { id: payment, full_number: 'NM-2026-000003' },
}
const open: OpenInvoice = {
  ...northgate,
  invoice: payment,
  full_number: 'NM-2026-000004',
  business_name: 'Hillside School',
  email: 'office@hillside.example',
  issued_on: '2026-10-01',
  due_on: '2026-10-31',
  is_overdue: true,
  currency: 'USD',
  total_minor: 4900,
  open_minor: 4900,
}
const month = (name: string, mrr_minor: number): Revenue['months'][number] => ({
  month: name,
  mrr_minor,
  subscriptions: mrr_minor / 4900,
  started: 1,
  started_minor: 4900,
  churned: 0,
  churned_minor: 0,
})
const revenue: Revenue = {
  currency: 'USD',
  months: [month('2026-10', 4900), month('2026-11', 9800)],
  past_due: { subscriptions: 1, open_minor: 4900 },
  plans: [{ name: 'Workshop', subscriptions: 2, mrr_minor: 9800 }],
  countries: [{ name: 'CA', subscriptions: 2, mrr_minor: 9800 }],
}

async function at(view: string) {
  let items = [item]
  let refunds = 0
  const api = fakeApi({
    sites: { getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }] },
    billing: {
      getDeskItems: () => reply(items, { total: items.length }),
      resolveDeskItem: () => {
        items = []
        return reply({ resolved_by: 'Dana Whitlock' }, { message: 'desk_item_marked' } as never)
      },
      searchPayments: () => reply([paid], { total: 1 }),
      refundPayment: () => {
        refunds += 1
        return refunds === 1
          ? refusal('refund_above_payment')
          : reply({ payment }, { message: 'refund_begun' } as never)
      },
      getOpenInvoices: () => reply([open], { total: 1 }),
      recordTransfer: () => reply({ invoice: payment, open_minor: 0 }, { message: 'transfer_added' } as never),
      getRevenue: () => [revenue],
    },
  })
  await render(<PaymentDeskPage />, { session: danasSession(['manage_web_sites']), path: `/payment_desk${view}` })
  return api
}
const noViolations = async () => expect((await axe.run(document.body, wcag)).violations).toEqual([])

test('what needs a person says what differs, and is settled with a note', async () => {
  const api = await at('')
  await expect.element(page.getByText('Refund refused')).toBeVisible()
  await expect.element(page.getByText('reason: too old')).toBeVisible()
  await noViolations()
  await page.getByRole('button', { name: /^Mark as settled/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect.element(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'What was done' }).fill('Sent by cheque')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  expect(api.calls('resolveDeskItem').at(-1)?.body).toMatchObject({ note: 'Sent by cheque', kind: 'refund_refused' })
})

test('a payment is refunded in part with a reason; a refusal leaves the dialog open', async () => {
  const api = await at('?view=payments')
  await page.getByRole('button', { name: 'Refund: Cedar Street Auto' }).click()
  await noViolations()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  await expect.element(amount).toHaveValue('53.90')
  await amount.fill('ten')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect.element(dialog.getByText('Enter an amount such as 49.00.')).toBeVisible()
  await amount.fill('10.00')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect.element(page.getByText('The amount is more than can go back.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('refundPayment').at(-1)?.body).toEqual({
    web_site_id: 31,
    payment,
    amount: '10.00',
    reason: 'Ordered twice',
  })
})

test('a bank transfer pays an open invoice', async () => {
  const api = await at('?view=invoices')
  await expect.element(page.getByText('Overdue')).toBeVisible()
  await page.getByRole('button', { name: 'Record transfer: NM-2026-000004' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await expect.element(dialog.getByText('Choose the day.')).toBeVisible()
  await dialog.getByLabelText('Received on').fill('2026-11-02')
  await dialog.getByRole('textbox', { name: 'Bank reference' }).fill('A 123')
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('recordTransfer').at(-1)?.body).toMatchObject({
    amount: '49.00',
    received_on: '2026-11-02',
    bank_reference: 'A 123',
  })
})

test('the revenue is there in figures, by month, plan and country', async () => {
  await at('?view=revenue')
  await expect.element(page.getByRole('cell', { name: 'Canada' }).or(page.getByText('Canada'))).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'November 2026' })).toBeVisible()
  await expect.element(page.getByText('Subscriptions: 2')).toBeVisible()
  await noViolations()
})
