import type { BillingContact } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { providerNames, type BillingAddress, type ProviderName } from '../../../outside/payments.ts'
import { findSeller } from '../plans/plans.queries.ts'
import type { Due, Order } from '../purposes.ts'
import { sellerOf } from './seller.ts'
import type { Subscription } from './subscriptions.queries.ts'

/** Who buys: the person and address on invoices, the administrator of the business, and the order of a payment. */

export interface Owner {
  user_id: number
  email: string
  first_name: string
  last_name: string
  phone: string
  language_id: number | null
  business_name: string
}

/** Returns the administrator of a business: the first user of level 3 who is not an employee. */
export const findOwner = (db: Db, site: Site, businessId: number): Promise<Owner | undefined> =>
  db
    .selectFrom('users as u')
    .innerJoin('business_entities as b', (join) =>
      join.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select(['u.user_id', 'u.email', 'u.first_name', 'u.last_name', 'u.phone', 'u.language_id', 'b.business_name'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.businessentity_id', '=', businessId)
    .where('u.user_access_id', 'in', [3, 11])
    .where('u.is_employee', '=', 0)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.user_access_id')
    .orderBy('u.user_id')
    .executeTakeFirst()

const contactColumns = [
  'bill_first_name',
  'bill_last_name',
  'bill_businessentity_street1',
  'bill_businessentity_street2',
  'bill_businessentity_city',
  'bill_businessentity_state',
  'bill_businessentity_zip',
  'bill_country_code',
  'bill_email',
  'bill_phone',
  'tax_number',
] as const
export type Contact = Omit<BillingContact, 'bill_country_id'>

/**
 * Returns the person and address of invoices: what was saved, else what the last payment was made with, else the
 * administrator and the first location.
 */
export async function findContact(db: Db, site: Site, businessId: number): Promise<Contact> {
  const saved = await db
    .selectFrom('billing_contacts')
    .select(contactColumns)
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()
  if (saved) return saved
  const paid = await db
    .selectFrom('payments')
    .select('quote')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (paid) return contactOf(paid.quote.order.billing)
  const owner = await findOwner(db, site, businessId)
  const place = await db
    .selectFrom('locations')
    .select(['street1', 'city', 'state', 'zip', 'country_code'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .orderBy('location_id')
    .executeTakeFirst()
  return {
    bill_first_name: owner?.first_name ?? '',
    bill_last_name: owner?.last_name ?? '',
    bill_businessentity_street1: place?.street1 ?? '',
    bill_businessentity_street2: '',
    bill_businessentity_city: place?.city ?? '',
    bill_businessentity_state: place?.state ?? '',
    bill_businessentity_zip: place?.zip ?? '',
    bill_country_code: (place?.country_code || site.country_code_iso).toUpperCase(),
    bill_email: owner?.email ?? '',
    bill_phone: owner?.phone ?? '',
    tax_number: null,
  }
}

const contactOf = (billing: BillingAddress): Contact => ({
  bill_first_name: billing.firstName,
  bill_last_name: billing.lastName,
  bill_businessentity_street1: billing.street,
  bill_businessentity_street2: '',
  bill_businessentity_city: billing.city,
  bill_businessentity_state: billing.state ?? '',
  bill_businessentity_zip: billing.zip,
  bill_country_code: billing.country.toUpperCase(),
  bill_email: billing.email,
  bill_phone: billing.phone ?? '',
  tax_number: null,
})

/** Fields that were typed; an empty or missing one keeps what is stored. */
export type TypedContact = { [Name in keyof Contact]?: string | null | undefined }

/** Joins what was typed to what is stored. */
export function joinContact(stored: Contact, typed: TypedContact): Contact {
  const given = contactColumns.flatMap((name) => (typed[name] ? [[name, typed[name]] as const] : []))
  const joined: Contact = { ...stored, ...Object.fromEntries(given) }
  return { ...joined, bill_country_code: joined.bill_country_code.toUpperCase() }
}

/** Saves what was typed of the person and the address. */
export async function saveContact(db: Db, site: Site, businessId: number, typed: TypedContact): Promise<Contact> {
  const contact = joinContact(await findContact(db, site, businessId), typed)
  await db
    .insertInto('billing_contacts')
    .values({ web_site_id: site.web_site_id, businessentity_id: businessId, ...contact })
    .onConflict((c) => c.columns(['web_site_id', 'businessentity_id']).doUpdateSet({ ...contact }))
    .execute()
  return contact
}

export const addressOf = (contact: Contact, company: string): BillingAddress => ({
  firstName: contact.bill_first_name,
  lastName: contact.bill_last_name,
  company,
  street: [contact.bill_businessentity_street1, contact.bill_businessentity_street2].filter(Boolean).join(', '),
  city: contact.bill_businessentity_city,
  ...(contact.bill_businessentity_state ? { state: contact.bill_businessentity_state } : {}),
  zip: contact.bill_businessentity_zip,
  country: contact.bill_country_code,
  email: contact.bill_email,
  ...(contact.bill_phone ? { phone: contact.bill_phone } : {}),
})

export const isProvider = (type: string): type is ProviderName => (providerNames as readonly string[]).includes(type)

/** Returns the provider of a subscription: its own, else that of the web site and the country. */
export function providerOf(
  site: Site,
  subscription: Pick<Subscription, 'payment_type'> | undefined,
  country: string,
): ProviderName | null {
  if (subscription && isProvider(subscription.payment_type)) return subscription.payment_type
  const has = (feature: string) => site.features.includes(feature)
  if (has('card_gateway_signup') && ['US', 'CA'].includes(country)) return 'cybersource'
  if (has('au_signup_eway_paypal') && country === 'AU') return 'eway'
  if (has('au_signup_eway_paypal') && ['NZ', 'PG'].includes(country)) return 'paypal'
  if (has('paypal_generic_signup') || has('paypal_also')) return 'paypal'
  return null
}

export const cardBrands: Readonly<Record<ProviderName, string[]>> = {
  cybersource: ['VISA', 'MASTERCARD', 'AMEX'],
  eway: ['VISA', 'MASTERCARD'],
  paypal: [],
}

/** Returns the order of a payment for a business; undefined where the web site sells nothing. */
export async function orderFor(
  db: Db,
  site: Site,
  { sites }: Pick<Services, 'sites'>,
  {
    orderId,
    businessId,
    subscription,
    due,
    userId,
    owner: given,
    needsCaptcha = false,
  }: {
    orderId: string
    businessId: number
    subscription: Subscription | undefined
    due: Due
    /** The person who pays; the administrator if it is left out. */
    userId?: number
    /** Who will be the administrator of a business that has none yet. */
    owner?: Owner
    needsCaptcha?: boolean
  },
): Promise<Order | undefined> {
  const seller = await findSeller(db, site)
  const owner = given ?? (await findOwner(db, site, businessId))
  if (!seller || !owner) return undefined
  const contact = await findContact(db, site, businessId)
  const provider = providerOf(site, subscription, contact.bill_country_code)
  const own = subscription?.account && provider ? { [provider]: subscription.account } : {}
  return {
    orderId,
    businessentity_id: businessId,
    userId: userId ?? owner.user_id,
    email: contact.bill_email || owner.email,
    // Two businesses may have the same address for invoices.
    payerKey: `business ${businessId}`,
    language: languageOf(sites, site, owner).language_code,
    country: contact.bill_country_code,
    billing: addressOf(contact, owner.business_name),
    due,
    accounts: { ...seller.payment_accounts, ...own },
    provider,
    brands: provider ? cardBrands[provider] : [],
    keep: true,
    seller: sellerOf(seller),
    description: site.name,
    needsCaptcha,
  }
}

/** The language of a business is that of its administrator. */
export const languageOf = (
  sites: Pick<Services['sites'], 'language'>,
  site: Site,
  owner: Pick<Owner, 'language_id'> | undefined,
): Site['languages'][number] => sites.language(owner?.language_id ?? site.default_lang_id) ?? site.languages[0]!
