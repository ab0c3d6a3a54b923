import type * as contract from '@cutaway/contract/rooms/sharing/customers.ts'
import { isEmail } from '@cutaway/contract/addresses.ts'
import { mostCustomerName, mostSuggestions, mostVehicle } from '@cutaway/contract/rooms/sharing/customers.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import { parsePhone } from '../send/sends.rules.ts'
import { languageFor } from '../send/sending.ts'
import { customersOf, ownerOf } from './customer-view.ts'
import * as queries from './customers.queries.ts'
import type { CustomerOwner, CustomerRow } from './customers.queries.ts'
import { forget } from './forget.queries.ts'
import { sealed, sealerOf, wantedNames } from './sealed-names.ts'

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    customer: CustomerRow
  }
}

export const customerRecords: RecordLoader<CustomerRow> = {
  find: queries.findCustomersById,
  idOf: ({ customer_id }) => customer_id,
}

/** The customers of a business. */
export const customers: Handlers<typeof contract> = {
  findCustomers: async ({ params: { json }, owner, caller, site, services, db }) => {
    const { language_code: tag } = languageFor(services, json.lang ?? caller.user.language_id ?? site.default_lang_id)
    const search = searchOf(services, site, owner, json.search)
    const rows = await queries.searchCustomers(db, site, owner, search, mostSuggestions)
    return customersOf(db, services, site, owner, rows, tag)
  },

  getCustomer: (call) => shown(call, call.owned.customer_id),

  updateCustomer: async (call) => {
    const { body, owned, site, services, db, audit } = call
    const row = owned.customer_id
    const owner = ownerOf(row)
    const change = sealed(sealerOf(services.config), site, owner, {
      name: body.name === undefined ? undefined : sanitiseLine(body.name, mostCustomerName),
      vehicle: body.vehicle === undefined ? undefined : sanitiseLine(body.vehicle, mostVehicle),
    })
    await queries.lockCustomer(db, site, row.customer_id)
    if (body.phone !== undefined) await replace(call, row, false, numberOf(call, body.phone))
    if (body.email !== undefined) await replace(call, row, true, addressOf(body.email))
    const after = (await queries.findCustomer(db, site, row.customer_id)) ?? notFound()
    if (after.addresses.length === 0) fail('customer_needs_an_address')
    if (Object.keys(change).length > 0) await queries.changeCustomer(db, site, row.customer_id, change)
    // The audit log outlives the customer, so it names only the fields.
    audit({ after: { fields: Object.keys(body).filter((name) => name !== 'customer_id') } })
    return answer(await shown(call, (await queries.findCustomer(db, site, row.customer_id))!), {
      message: 'customer_saved',
    })
  },

  forgetCustomer: async ({ owned, site, db, services, audit }) => {
    const locked = (await queries.lockCustomer(db, site, owned.customer_id.customer_id)) ?? notFound()
    await services.customerEvents.forgotten(db, site, locked.customer_id)
    const gone = await forget(db, site, ownerOf(locked), locked)
    audit({ after: gone })
    return answer(gone, { message: 'customer_forgotten' })
  },
}

/** Returns a typed search as the queries need it. */
export function searchOf(
  { config }: Pick<AnyCall['services'], 'config'>,
  site: AnyCall['site'],
  owner: CustomerOwner,
  typed: string,
): queries.Search {
  const text = typed.trim().toLowerCase()
  const digits = /^[\d\s()+./-]{2,}$/.test(text) ? text.replaceAll(/\D/g, '') : ''
  return { text, digits, names: wantedNames(sealerOf(config), site, owner, text) }
}

async function shown(call: Pick<AnyCall, 'db' | 'services' | 'site' | 'caller'>, row: CustomerRow) {
  const { db, services, site, caller } = call
  const { language_code: tag } = languageFor(services, caller.user.language_id ?? site.default_lang_id)
  const [customer] = await customersOf(db, services, site, ownerOf(row), [row], tag)
  return customer!
}

type Changing = Pick<AnyCall, 'db' | 'services' | 'site' | 'ip'>

function numberOf({ services, site, ip }: Changing, typed: string): queries.Address | null {
  if (typed.trim() === '') return null
  const country = services.countryOf(ip) ?? site.country_code_iso.toLowerCase()
  const phone = parsePhone(typed, country) ?? fail('please_enter_a_valid_phone_number')
  return { address_key: phone.e164, address: phone.shown }
}

function addressOf(typed: string): queries.Address | null {
  const address = typed.trim()
  if (address === '') return null
  if (!isEmail(address)) fail('email_not_valid')
  return { address_key: address.toLowerCase(), address }
}

/** Replaces the number or the address of a customer. */
async function replace({ db, site }: Changing, row: CustomerRow, isMail: boolean, next: queries.Address | null) {
  for (const { key } of row.addresses)
    if (key.includes('@') === isMail && key !== next?.address_key)
      await queries.deleteAddress(db, site, row.customer_id, key)
  if (next && !(await queries.insertAddress(db, site, ownerOf(row), row.customer_id, next)))
    fail('customer_address_taken')
}
