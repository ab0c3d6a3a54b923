import type { SellerData } from '@cutaway/contract/rooms/signup/sellers.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import SellerPage from './SellerPage.tsx'

const seller = (more: Partial<SellerData> = {}): SellerData => ({
  web_site_id: 31,
  legal_name: 'Northgate Motors Inc.',
  address: '1 Example Street',
  country_code: 'US',
  is_tax_registered: false,
  tax_label: '',
  tax_id_label: '',
  tax_id: '',
  invoice_prefix: 'NM',
  terms_version: '2026-10-01',
  signup_countries: ['US', 'CA'],
  payment_accounts: { cybersource: 'main' },
  bank_details: '',
  version: 3,
  changed_by: 'Sam Ortiz',
  changed_at: '2026-11-22T09:00:00.000Z',
  documents: 12,
  may_change_accounts: true,
  accounts: [
    { name: 'main', provider: 'cybersource', currencies: ['USD', 'CAD'] },
    { name: 'north', provider: 'paypal', currencies: ['USD'] },
  ],
  ...more,
})

async function open(stored: SellerData, save: (body: Partial<SellerData>) => ReturnType<typeof refusal> | SellerData) {
  fakeApi({
    sites: {
      getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }],
      getCountry: () =>
        ['AU', 'CA', 'US'].map((country_code, id) => ({ id, country_code, name: country_code, dial_code: '1' })),
    },
    signup: {
      getSeller: () => stored,
      saveSeller: ({ body }) => {
        const answer = save(body)
        return 'version' in answer ? reply(answer, { message: 'seller_saved' } as never) : answer
      },
    },
  })
  await render(<SellerPage />, { session: danasSession(['manage_web_sites']), path: '/operator/seller' })
  await expect.element(page.getByRole('textbox', { name: 'Legal name' })).toHaveValue(stored.legal_name)
}

const saveChanges = () => page.getByRole('button', { name: 'Save changes' })

test('Sam gives a seller another country, PayPal and a tax number', async () => {
  const sent: Partial<SellerData>[] = []
  await open(seller(), (body) => {
    sent.push(body)
    return seller({ ...body, version: 4 })
  })
  await page.getByRole('combobox', { name: 'Add a sign-up country' }).selectOptions('Australia')
  await page.getByRole('button', { name: 'Remove Canada' }).click()
  await page.getByRole('checkbox', { name: /^Registered for tax/ }).click()
  await page.getByRole('textbox', { name: 'Name of the tax', exact: true }).fill('GST')
  await page.getByRole('textbox', { name: 'Tax ID', exact: true }).fill('51 824 753 556')
  await page.getByRole('combobox', { name: 'PayPal' }).selectOptions('north (USD)')
  await saveChanges().click()
  await expect.element(page.getByText('Seller saved')).toBeVisible()
  expect(sent).toMatchObject([
    {
      signup_countries: ['US', 'AU'],
      is_tax_registered: true,
      tax_label: 'GST',
      tax_id: '51 824 753 556',
      payment_accounts: { cybersource: 'main', paypal: 'north' },
      version: 3,
    },
  ])
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
})

test('a prefix that another web site of the company has is refused at its field', async () => {
  await open(seller(), () => refusal('seller_prefix_taken'))
  await page.getByRole('textbox', { name: 'Invoice prefix' }).fill('RM')
  await saveChanges().click()
  await expect.element(page.getByText(/^The same company uses this prefix/)).toBeVisible()
})

test('what another operator saved meanwhile is named, and own changes can go on top of it', async () => {
  const sent: Partial<SellerData>[] = []
  await open(seller(), (body) => {
    sent.push(body)
    const theirs = seller({ version: 4, tax_id: '99', changed_by: 'Dina Frost' })
    return body.version === 3 ? refusal('seller_changed', 200, theirs) : seller({ ...body, version: 5 })
  })
  await page.getByRole('textbox', { name: 'Legal name' }).fill('Northgate Holding')
  await saveChanges().click()
  await expect.element(page.getByText(/^.?Dina Frost.? saved .* and changed: Tax ID\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await saveChanges().click()
  await expect.element(page.getByText('Seller saved')).toBeVisible()
  expect(sent.map(({ version, legal_name }) => [version, legal_name])).toEqual([
    [3, 'Northgate Holding'],
    [4, 'Northgate Holding'],
  ])
})

test('a distributor reads where money goes, and cannot change it', async () => {
  await open(seller({ may_change_accounts: false }), () => refusal('seller_accounts_of_super'))
  await expect.element(page.getByText(/^Only the super user changes payment accounts/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Bank details' })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: 'Legal name' })).toBeEnabled()
})
