import type { IpRange } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import IpRangesPage from './IpRangesPage.tsx'

const range = (more: Partial<IpRange> = {}): IpRange => ({
  id: 1,
  ip1: '203.0.113.10',
  ip2: '203.0.113.19',
  login_type: 13,
  mail_send: 0,
  addresses: 10,
  state: 'active',
  user_id: 8,
  user_name: 'Kiosk North',
  user_access_id: 8,
  asked_at: '2026-11-01T09:00:00.000Z',
  decided_at: null,
  reason: '',
  ...more,
})
const person = (id: number, first_name: string, user_access_id = 8) => ({
  id,
  first_name,
  last_name: 'North',
  username: first_name.toLowerCase(),
  user_access_id,
})
const users = [person(3, 'Ella', 3), person(8, 'Kiosk'), person(9, 'Marta')]
const session = danasSession(['manage_ip_auto_login'])

function api(organisation: Parameters<typeof fakeApi>[0]['organisation'], rows: () => IpRange[]) {
  return fakeApi({
    organisation: {
      getEntity: () => [],
      getAutoLogin: () => reply(rows(), { total: rows().length }),
      ...organisation,
    },
    users: { getUsersByBusinessentityId: () => users as never },
  })
}

test('a range is added for a person below the managers, and says when it needs approval', async () => {
  const rows: IpRange[] = []
  const fake = api(
    {
      addIPRange: ({ body }) => {
        if (body.from_ip.startsWith('10.')) return refusal('ip_range_overlaps')
        rows.push(range({ ip1: body.from_ip, ip2: body.to_ip, addresses: 512, state: 'waiting' }))
        return rows[0]!
      },
    },
    () => rows,
  )
  await render(<IpRangesPage />, { session })
  await page.getByRole('button', { name: 'Add IP range' }).first().click()
  const dialog = page.getByRole('dialog')
  const [from, to] = [dialog.getByRole('textbox').first(), dialog.getByRole('textbox').nth(1)]
  await from.fill('10.0.0.0')
  await to.fill('10.0.1.255')
  await expect.element(dialog.getByText(/512 · more than 255/)).toBeVisible()
  await expect.element(dialog.getByRole('option', { name: /Ella/ })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Add IP range' }).click()
  await expect.element(from).toHaveAttribute('aria-invalid', 'true')
  await from.fill('203.0.112.0')
  await to.fill('203.0.113.255')
  await dialog.getByRole('button', { name: 'Add IP range' }).click()
  await expect.element(page.getByRole('rowheader', { name: /203\.0\.112\.0/ })).toBeVisible()
  expect(fake.calls('addIPRange').at(-1)?.body).toMatchObject({ user_id: 8, login_type: 13 })
})

test('a prefix of IPv6 is one field, and counts its networks', async () => {
  const rows: IpRange[] = []
  const fake = api(
    {
      addIPRange: ({ body }) => {
        rows.push(range({ ip1: body.from_ip, ip2: body.to_ip, addresses: 16 }))
        return rows[0]!
      },
    },
    () => rows,
  )
  await render(<IpRangesPage />, { session })
  await page.getByRole('button', { name: 'Add IP range' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('2a02:8388:1:200::/60')
  await expect.element(dialog.getByText(/networks \(\/64\) in this range: 16/)).toBeVisible()
  expect(dialog.getByRole('textbox').elements()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Add IP range' }).click()
  await expect.element(page.getByRole('rowheader', { name: '2a02:8388:1:200::/60', exact: true })).toBeVisible()
  const both = { from_ip: '2a02:8388:1:200::/60', to_ip: '2a02:8388:1:200::/60' }
  expect(fake.calls('addIPRange').at(-1)?.body).toMatchObject(both)
})

test('a range is given to another person', async () => {
  let one = range()
  const fake = api(
    {
      updateIPRange: ({ body }) => (one = range({ user_id: body.user_id ?? 0, user_name: 'Marta North' })),
    },
    () => [one],
  )
  await render(<IpRangesPage />, { session })
  await page
    .getByRole('button', { name: /203\.0\.113\.10/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').last().selectOptions('9')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Marta North')).toBeVisible()
  expect(fake.calls('updateIPRange').at(-1)?.body).toMatchObject({ id: 1, user_id: 9, from_ip: '203.0.113.10' })
})

test('a refused range says why', async () => {
  api({}, () => [range({ state: 'refused', reason: 'Whose addresses are these?' })])
  await render(<IpRangesPage />, { session })
  await expect.element(page.getByText('Whose addresses are these?')).toBeVisible()
})
