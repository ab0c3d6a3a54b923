import { contract } from '@cutaway/contract'
import type { SellerData, SellerFields } from '@cutaway/contract/rooms/signup/sellers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryAccounts, memoryProvider } from '../../../testing/memory-provider.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'

const { signup, sites } = contract

/** Sam is the super user, Dina the distributor of web site 44. */
let w: World
let sam: Person
let dina: Person
beforeAll(async () => {
  w = await world({
    payments: memoryAccounts({ cybersource: memoryProvider('cybersource'), paypal: memoryProvider('paypal') }),
  })
  ;[sam, dina] = await Promise.all([w.loggedIn('super'), w.loggedIn('distributor', { site: 44 })])
})
afterAll(() => w.close())

const read = (web_site_id: number, who = sam) => who.call(signup.getSeller, { params: { web_site_id } })
const fieldsOf = ({
  changed_by: _by,
  changed_at: _at,
  documents: _documents,
  may_change_accounts: _may,
  accounts: _accounts,
  ...rest
}: SellerData) => rest
const save = async (web_site_id: number, changes: Partial<SellerFields & { version: number }>, who = sam) =>
  who.send(signup.saveSeller, { body: { ...fieldsOf(await read(web_site_id)), ...changes } })
const audited = (web_site_id: number) =>
  w.database.system
    .selectFrom('audit_log')
    .select(['before', 'after', 'user_name'])
    .where('web_site_id', '=', web_site_id)
    .where('action', '=', 'seller.change')
    .orderBy('audit_id', 'desc')
    .executeTakeFirst()

test('a web site without a seller gets one, and then sells', async () => {
  const visitor = w.visitor({ site: 2 })
  const plans = { params: { web_site_id: 2, country: 'US' } }
  expect(await visitor.send(signup.getAllBillingPlans, plans)).toMatchObject({ status: 0 })
  expect(await read(2)).toMatchObject({ version: 0, legal_name: '', documents: 0, may_change_accounts: true })
  const seller = {
    legal_name: 'Brightline Service Ltd',
    address: '4 Mill Lane\nDayton, OH 45402',
    country_code: 'us',
    invoice_prefix: 'bl',
    terms_version: '2026-11-01',
    signup_countries: ['us', 'ca', 'us'],
    payment_accounts: { cybersource: 'cybersource-test' },
  }
  const { data } = await save(2, seller)
  expect(data).toMatchObject({
    version: 1,
    invoice_prefix: 'BL',
    signup_countries: ['CA', 'US'],
    changed_by: 'Sam Okonkwo',
  })
  const flow = await visitor.call(signup.getSignupFlow, { params: { web_site_id: 2, country: 'US' } })
  expect(flow).toMatchObject({ countries: ['CA', 'US'], terms_version: '2026-11-01' })
  expect(await audited(2)).toMatchObject({ before: null, after: { legal_name: 'Brightline Service Ltd' } })
})

test('a change keeps what it was and what it is; saving nothing changes nothing', async () => {
  const { data } = await save(31, { legal_name: 'Northgate Motors Inc.', terms_version: '2026-12-01' })
  expect(await audited(31)).toMatchObject({
    before: { terms_version: '2026-10-01' },
    after: { legal_name: 'Northgate Motors Inc.', terms_version: '2026-12-01' },
  })
  expect((await save(31, {})).data!.version).toBe(data!.version)
})

test('the later of two operators is told what the other one saved, and overwrites nothing', async () => {
  const seen = await read(148)
  await save(148, { legal_name: 'First Holding' })
  expect(await save(148, { legal_name: 'Second Holding', version: seen.version })).toMatchObject({
    status: 0,
    message: 'seller_changed',
    data: { legal_name: 'First Holding' },
  })
  expect((await read(148)).legal_name).toBe('First Holding')
})

test.each<[string, Partial<SellerFields>]>([
  ['seller_tax_missing', { is_tax_registered: true, tax_label: 'VAT', tax_id: '' }],
  ['seller_tax_missing', { is_tax_registered: true, tax_label: '', tax_id: '12' }],
  ['seller_country_unknown', { signup_countries: ['US', 'ZZ'] }],
  ['seller_account_unknown', { payment_accounts: { cybersource: 'nobodys' } }],
  ['seller_account_unknown', { payment_accounts: { cybersource: 'paypal-test' } }],
])('%s', async (message, changes) => {
  expect(await save(139, changes)).toMatchObject(refusal(message))
})

test('two web sites of one company do not number their invoices alike', async () => {
  const { legal_name, invoice_prefix } = await read(33)
  expect(await save(10, { legal_name: legal_name.toUpperCase(), invoice_prefix })).toMatchObject(
    refusal('seller_prefix_taken'),
  )
})

test('a distributor changes the name on invoices of an own web site, but not where money goes', async () => {
  const seller = await read(44, dina)
  expect(seller.may_change_accounts).toBe(false)
  expect(await save(44, { legal_name: 'Ridgeline Films Ltd' }, dina)).toMatchObject({ status: 1 })
  expect(await save(44, { bank_details: 'IBAN DE89 3704 0044 0532 0130 00' }, dina)).toMatchObject(
    refusal('seller_accounts_of_super'),
  )
  expect(await save(44, { payment_accounts: { paypal: 'paypal-test' } }, dina)).toMatchObject(
    refusal('seller_accounts_of_super'),
  )
  expect((await dina.send(signup.getSeller, { params: { web_site_id: 153 } })).http).toBe(403)
})

test('the list of web sites can show who sells by what', async () => {
  const idsOf = async (sells_by: 'eway' | 'nothing') =>
    (await sam.call(sites.getWebSites, { body: { sells_by, size: 100 } })).map(({ web_site_id }) => web_site_id)
  const [byEway, notAtAll] = [await idsOf('eway'), await idsOf('nothing')]
  expect(byEway).toEqual(expect.arrayContaining([10, 33, 154]))
  expect(byEway).not.toContain(31)
  expect(notAtAll).toContain(161)
  expect(notAtAll).not.toContain(33)
})
