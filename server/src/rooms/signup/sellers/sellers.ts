import type * as contract from '@cutaway/contract/rooms/signup/sellers.ts'
import { type SellerData, type SellerFields, paymentProviders } from '@cutaway/contract/rooms/signup/sellers.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { countryByCode } from '../../sites/countries.ts'
import * as queries from './sellers.queries.ts'

/** The seller of a web site, as the operator edits it. Accounts and bank details decide where money goes: super user only. */

const nobody: SellerFields = {
  legal_name: '',
  address: '',
  country_code: '',
  is_tax_registered: false,
  tax_label: '',
  tax_id_label: '',
  tax_id: '',
  invoice_prefix: '',
  terms_version: '',
  signup_countries: [],
  payment_accounts: {},
  bank_details: '',
}

const mayChangeAccounts = ({ caller }: AnyCall) => caller.reach === 'allWebSites'
const nameOf = ({ caller: { user } }: AnyCall) => `${user.first_name} ${user.last_name}`.trim() || user.username

async function dataOf(call: AnyCall, record: queries.SellerRecord | undefined): Promise<SellerData> {
  const { db, site, services } = call
  return {
    ...(record?.fields ?? { ...nobody, country_code: site.country_code_iso.toUpperCase() }),
    web_site_id: site.web_site_id,
    version: record?.version ?? 0,
    changed_by: record?.changed_by ?? '',
    changed_at: record?.changed_at?.toISOString() ?? '',
    documents: await queries.countDocuments(db, site),
    may_change_accounts: mayChangeAccounts(call),
    accounts: services.payments.accounts.map(({ name, provider, currencies }) => ({
      name,
      provider,
      currencies: [...currencies],
    })),
  }
}

/** Refuses fields that contradict each other, or accounts and countries that do not exist. */
function check({ services }: AnyCall, fields: SellerFields, former: SellerFields): void {
  if (fields.is_tax_registered && (fields.tax_label === '' || fields.tax_id === '')) fail('seller_tax_missing')
  if ([fields.country_code, ...fields.signup_countries].some((code) => !countryByCode(code)))
    fail('seller_country_unknown')
  for (const provider of paymentProviders) {
    const name = fields.payment_accounts[provider]
    // An account that the portal no longer has does not keep anyone from correcting an address.
    if (name === undefined || name === former.payment_accounts[provider]) continue
    if (services.payments.account(name)?.provider !== provider) fail('seller_account_unknown')
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Accounts in the order of the providers, so that two records with the same accounts compare as equal. */
const accountsOf = ({ payment_accounts }: SellerFields): SellerFields['payment_accounts'] =>
  Object.fromEntries(
    paymentProviders.flatMap((provider) => {
      const name = payment_accounts[provider]
      return name === undefined ? [] : [[provider, name]]
    }),
  )

const cleaned = (fields: SellerFields): SellerFields => ({
  ...fields,
  signup_countries: [...new Set(fields.signup_countries)].toSorted(),
  payment_accounts: accountsOf(fields),
})

/** Returns the fields that differ, as they were and as they are, for the audit log. */
function difference(before: SellerFields, after: SellerFields) {
  const names = (Object.keys(after) as (keyof SellerFields)[]).filter((name) => !isSame(before[name], after[name]))
  const only = (fields: SellerFields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { names, before: only(before), after: only(after) }
}

export const sellers: Handlers<typeof contract> = {
  getSeller: async (call) => dataOf(call, await queries.findSellerRecord(call.db, call.site)),

  saveSeller: async (call) => {
    const { body, site, services, audit } = call
    const { web_site_id, version, ...given } = body
    const fields = cleaned(given)
    // Before the first query of the transaction: it reads all tenants by a connection of its own.
    const isTaken = await queries.isPrefixTaken(services.database.system, site, fields)
    const { db } = call
    await queries.lockSeller(db, site)
    const record = await queries.findSellerRecord(db, site)
    if ((record?.version ?? 0) !== version) fail('seller_changed', await dataOf(call, record))
    const former = record ? cleaned(record.fields) : nobody
    const { names, before, after } = difference(former, fields)
    check(call, fields, former)
    if (!mayChangeAccounts(call) && (names.includes('payment_accounts') || names.includes('bank_details')))
      fail('seller_accounts_of_super')
    if (isTaken && names.includes('invoice_prefix')) fail('seller_prefix_taken')
    if (names.length === 0 && record) {
      audit(false)
      return answer(await dataOf(call, record), { message: 'seller_saved' })
    }
    const change = { version: version + 1, changed_by: nameOf(call), changed_at: services.clock.now() }
    await queries.putSeller(db, site, fields, change)
    audit({ target: { kind: 'seller', id: web_site_id }, before: record ? before : null, after })
    return answer(await dataOf(call, { fields, ...change }), { message: 'seller_saved' })
  },
}
