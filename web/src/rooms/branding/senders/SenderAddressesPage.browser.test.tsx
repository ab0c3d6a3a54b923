import type { SenderAddress } from '@cutaway/contract/rooms/branding/addresses.ts'
import type { SenderDomain } from '@cutaway/contract/rooms/branding/domains.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import SenderAddressesPage from './SenderAddressesPage.tsx'

/** Covers the table of sender addresses and its dialogs, in every state that the server can return. */

let nextId = 1
const address = (name: string, more: Partial<SenderAddress> = {}): SenderAddress => ({
  id: nextId++,
  email: `${name}@shop.example.com`,
  is_default: 0,
  state: 'confirmed',
  is_webmail: 0,
  is_business_default: 0,
  ...more,
})

async function open(addresses: SenderAddress[], more: FakeHandlers['branding'] = {}) {
  const api = fakeApi({
    branding: {
      getUserEmailAddressList: () =>
        reply(addresses, { is_from_no_reply: 'yes', business_address: null, may_set_business_default: 0 }),
      getSenderDomains: () =>
        reply([] as SenderDomain[], { site_address: 'no-reply@site.example', may_set_up: 0, is_stand_in: 0 }),
      ...more,
    },
  })
  await render(<SenderAddressesPage />, { session: danasSession(['manage_email_settings']) })
  return api
}

const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent.split('@')[0])

test('pages and sorts a long list', async () => {
  await open(['frank', 'anna', 'cem', 'eva', 'bob', 'dora'].map((name) => address(name)))
  await expect.poll(names).toEqual(['frank', 'anna', 'cem', 'eva', 'bob'])
  await page.getByRole('button', { name: 'Address', exact: true }).click()
  await expect.poll(names).toEqual(['anna', 'bob', 'cem', 'dora', 'eva'])
  await page.getByRole('button', { name: 'Address', exact: true }).click()
  await expect.poll(names).toEqual(['frank', 'eva', 'dora', 'cem', 'bob'])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(names).toEqual(['anna'])
  await page.getByRole('combobox').selectOptions('10')
  await expect.poll(() => names().length).toBe(6)
})

test('shows the label and the next action of each address state', async () => {
  const api = await open(
    [address('ready'), address('asked', { state: 'waiting' }), address('late', { state: 'expired' })],
    { resendSenderConfirmation: ({ body }) => address('asked', { id: body.id, state: 'waiting' }) },
  )
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name}@` })
  await expect.element(row('ready').getByText('Confirmed')).toBeVisible()
  await expect.element(row('ready').getByRole('button', { name: /^Make default/ })).toBeVisible()
  await expect.element(row('asked').getByText('Link sent')).toBeVisible()
  await expect.element(row('late').getByText('Link expired')).toBeVisible()
  await row('late').getByRole('button').first().click()
  await expect.poll(() => api.calls('resendSenderConfirmation')).toHaveLength(1)
})

test('cannot disable no-reply while no address is confirmed', async () => {
  await open([])
  await expect.element(page.getByRole('heading', { name: 'No sender addresses yet' })).toBeVisible()
  await expect.element(page.getByRole('switch')).toBeDisabled()
})

test.for(['sender_address_exists', 'too_many_sender_addresses', 'sender_mail_too_often'] as const)(
  'a refusal of a new address (%s) is shown in the dialog, which stays open with what was typed',
  async (key) => {
    const api = await open([], { addUserEmailAddress: () => refusal(key) })
    await page.getByRole('button', { name: 'Add address' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add address' })
    const field = dialog.getByRole('textbox')
    await field.fill('dana@gmail')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect.element(dialog.getByText(/^Enter a complete address/)).toBeVisible()
    expect(api.calls('addUserEmailAddress')).toEqual([])
    await field.fill('dana@gmail.com')
    await expect.element(dialog.getByText(/^Free email address/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expect.element(field).toHaveValue('dana@gmail.com')
    expect(api.calls('addUserEmailAddress')).toHaveLength(1)
  },
)

test('shows an error when the list does not load, and retries', async () => {
  let fails = true
  const list = [address('ready')]
  const api = await open([], {
    getUserEmailAddressList: () =>
      fails
        ? refusal('server_error', 500)
        : reply(list, { is_from_no_reply: 'no', business_address: null, may_set_business_default: 0 }),
  })
  await expect.element(page.getByText('Couldn’t load addresses')).toBeVisible()
  const before = api.calls('getUserEmailAddressList').length
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(names).toEqual(['ready'])
  expect(api.calls('getUserEmailAddressList')).toHaveLength(before + 1)
})

test('reaches the end of the content, like the other settings pages', async () => {
  await page.viewport(1440, 900)
  await open([address('ready')])
  await expect.poll(names).toEqual(['ready'])
  const edges = [...document.querySelectorAll('section, table')].map((one) => one.getBoundingClientRect().right)
  expect(Math.max(...edges)).toBeGreaterThan(1430)
})

const strict: SenderDomain = {
  domain: 'shop.example.com',
  from: 'site',
  because: 'policy',
  policy: 'reject',
  checked_at: '2026-03-02T10:00:00Z',
  has_key: 0,
  records: [],
}
const records: SenderDomain['records'] = [
  {
    kind: 'dkim',
    name: 'c1._domainkey.shop.example.com',
    value: 'v=DKIM1; k=rsa; p=MII',
    found: null,
    state: 'missing',
    keep_until: null,
  },
  {
    kind: 'dmarc',
    name: '_dmarc.shop.example.com',
    value: null,
    found: 'v=DMARC1; p=reject',
    state: 'good',
    keep_until: null,
  },
  { kind: 'spf', name: 'shop.example.com', value: null, found: null, state: 'not_needed', keep_until: null },
]
const former: SenderDomain['records'][number] = {
  kind: 'dkim',
  name: 'c0._domainkey.shop.example.com',
  value: null,
  found: 'v=DKIM1; k=rsa; p=MIIold',
  state: 'good',
  keep_until: '2026-03-04T10:00:00Z',
}
const domains = (list: SenderDomain[], may_set_up: 0 | 1) => () =>
  reply(list, { site_address: 'no-reply@site.example', may_set_up, is_stand_in: 0 as const })

test('before the first lookup, says that the domain is being checked, and not that it allows anything', async () => {
  let one: SenderDomain = { ...strict, from: 'own', because: 'no_policy', policy: 'none', checked_at: null }
  await open([address('dana')], { getSenderDomains: () => domains([one], 0)() })
  await expect.element(page.getByText('Checking', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByText(/lets other servers/).elements()).toEqual([])
  one = strict
  await expect.element(page.getByText('From the site’s address')).toBeVisible()
})

test('says why mail of a strict domain comes from the site’s address; the manager sees the records to publish', async () => {
  let one = strict
  const api = await open([address('dana')], {
    getSenderDomains: () => domains([one], 1)(),
    setUpSenderDomain: () => (one = { ...strict, records, has_key: 1 }),
    checkSenderDomain: () => (one = { ...one, from: 'own', because: 'own_key' }),
  })
  await expect.element(page.getByText('From the site’s address')).toBeVisible()
  await expect.element(page.getByText(/asks mail servers to refuse emails without its own signature/)).toBeVisible()
  await page.getByRole('button', { name: 'Set up this domain' }).click()
  await expect.element(page.getByText('v=DKIM1; k=rsa; p=MII')).toBeVisible()
  await expect.element(page.getByText('Missing')).toBeVisible()
  // The list of addresses says so too.
  await expect.element(page.getByRole('row', { name: /dana/ }).getByText('Domain needs 1 record')).toBeVisible()
  // The person who manages the domain gets the record by e-mail.
  const mail = page.getByRole('link', { name: 'Send to your IT contact' }).element().getAttribute('href')!
  expect(new URL(mail).searchParams.get('body')).toContain('c1._domainkey.shop.example.com\nTXT\nv=DKIM1; k=rsa; p=MII')
  await page.getByRole('button', { name: /^Check again/ }).click()
  await expect.element(page.getByText('From your address')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /dana/ }).getByText('Confirmed')).toBeVisible()
  expect(api.calls('setUpSenderDomain')).toHaveLength(1)
})

test('a record is copied by a button, and selected if the browser refuses', async () => {
  const copied = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('no'))
  await open([address('dana')], { getSenderDomains: domains([{ ...strict, records, has_key: 1 }], 0) })
  await page.getByRole('button', { name: 'Copy the value of the DKIM record' }).click()
  expect(copied).toHaveBeenCalledWith('v=DKIM1; k=rsa; p=MII')
  await page.getByRole('button', { name: 'Copy the name of the DMARC record' }).click()
  await expect.poll(() => getSelection()?.toString()).toBe('_dmarc.shop.example.com')
  await expect.poll(() => page.getByRole('button', { name: /^Remove key/ }).elements()).toEqual([])
})

test('after a new key both records are listed; the former one says until when it must stay', async () => {
  await open([address('dana')], {
    getSenderDomains: domains([{ ...strict, records: [...records, former], has_key: 1 }], 1),
  })
  await expect.element(page.getByText('c1._domainkey.shop.example.com')).toBeVisible()
  await expect.element(page.getByText('c0._domainkey.shop.example.com')).toBeVisible()
  await expect.element(page.getByText(/^Record of the former key. Keep it until .*Mar 4/)).toBeVisible()
})

test('until the records are published, the page compares the sender now with the sender then', async () => {
  let one: SenderDomain = { ...strict, records, has_key: 1 }
  await open([address('zoe'), address('dana', { is_default: 1 })], {
    getSenderDomains: () => domains([one], 1)(),
    checkSenderDomain: () => (one = { ...one, from: 'own', because: 'own_key' }),
  })
  const seen = (name: string) => page.getByRole('region', { name }).getByRole('definition')
  const lines = (name: string) =>
    seen(name)
      .elements()
      .map((line) => line.textContent)
  await expect
    .poll(() => lines('Customers see now'))
    .toEqual(['Northgate Motorsno-reply@site.example', 'dana@shop.example.com'])
  expect(lines('With the records')).toEqual(['Northgate Motorsdana@shop.example.com', 'dana@shop.example.com'])
  // From right to left too the address stands below the name, at its side.
  document.documentElement.dir = 'rtl'
  onTestFinished(() => void (document.documentElement.dir = 'ltr'))
  const [name, from] = [...seen('Customers see now').elements()[0]!.children].map((line) =>
    line.getBoundingClientRect(),
  )
  expect(Math.round(from!.right)).toBe(Math.round(name!.right))
  document.documentElement.dir = 'ltr'
  await page.getByRole('button', { name: /^Check again/ }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Customers see now' }).elements()).toEqual([])
})

test('the manager removes the key of a domain after a question that says what changes', async () => {
  let one: SenderDomain = { ...strict, from: 'own', because: 'own_key', records, has_key: 1 }
  const api = await open([address('dana')], {
    getSenderDomains: () => domains([one], 1)(),
    removeSenderDomain: () => (one = strict),
  })
  await page.getByRole('button', { name: /^Remove key/ }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText(/no longer signed/)).toBeVisible()
  await question.getByRole('button', { name: 'Remove key' }).click()
  await expect.element(page.getByRole('button', { name: 'Set up this domain' })).toBeVisible()
  expect(api.calls('removeSenderDomain')).toHaveLength(1)
})

test('an adviser sees who can set a domain up; domains that cannot be loaded can be asked for again', async () => {
  let fails = true
  await open([address('dana')], {
    getSenderDomains: () => (fails ? refusal('unable_to_proceed_please_try_later') : domains([strict], 0)()),
  })
  await expect.element(page.getByText('Couldn’t load the domains')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: /again/i }).click()
  await expect.element(page.getByText(/A manager of your business can set up this domain/)).toBeVisible()
})
