import { formatIsoDay } from '../../../core/formats.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { BillingAddress, ProviderName } from '../../../outside/payments.ts'
import type { Order } from '../../billing/purposes.ts'
import type { PricePart } from '../../billing/rules.ts'
import { findPlanOnSale, findSeller, type Plan, type Seller } from '../plans/plans.queries.ts'
import { isExpired } from '../plans/plans.rules.ts'
import { findAddress, type Registration } from './registration.queries.ts'

/** What a registration orders, as billing charges and invoices it. The price comes from the plan, each time. */

/** The provider of each flow. The others move no money. */
const providers: Partial<Record<Registration['flow'], ProviderName>> = {
  cybersource: 'cybersource',
  eway_au: 'eway',
  paypal_nz: 'paypal',
  paypal_intl: 'paypal',
}
/** Returns the provider that is paid through in a flow; undefined for one that moves no money. */
export const providerOfFlow = (flow: string): ProviderName | undefined => providers[flow as Registration['flow']]

const brands: Partial<Record<ProviderName, string[]>> = {
  cybersource: ['VISA', 'MASTERCARD', 'AMEX'],
  eway: ['VISA', 'MASTERCARD'],
}
const parts: readonly PricePart[] = ['recurring', 'other', 'setup']
/** Declined payments of a registration after which a captcha is needed once, and before each further payment. */
const [captchaOnceAfter, captchaAlwaysAfter] = [3, 5]

export interface Ordered {
  order: Order
  plan: Plan
  /** The promo code of the plan is over. */
  isPromoOver: boolean
}

/** Returns the order of a registration; undefined where the web site sells nothing, or not this plan any more. */
export async function orderOf(
  db: Db,
  site: Site,
  registration: Registration,
  { sites, now }: { sites: Services['sites']; now: Date },
): Promise<Ordered | undefined> {
  const seller = await findSeller(db, site)
  const { billing_plan_id } = registration
  const plan = billing_plan_id === null ? undefined : await findPlanOnSale(db, site, billing_plan_id)
  if (!seller || !plan) return undefined
  const provider = providers[registration.flow] ?? null
  const { declines } = registration
  const address = await findAddress(db, site, registration.businessentity_id)
  const language = sites.language(registration.language_id ?? site.default_lang_id) ?? site.languages[0]!
  const order: Order = {
    orderId: registration.registration_id,
    businessentity_id: registration.businessentity_id,
    userId: registration.user_id,
    email: registration.email,
    payerKey: registration.email_key,
    language: language.language_code,
    country: registration.country_code,
    billing: billingOf(registration, address),
    due: {
      kind: 'subscription',
      plan: { ...plan, taxable: parts.filter((part) => plan.taxable.includes(part)) },
      locations: registration.locations,
      trialDays: plan.kind === 'trial' ? plan.trial_days : null,
    },
    accounts: seller.payment_accounts,
    provider,
    brands: (provider && brands[provider]) ?? [],
    keep: true,
    seller: sellerOf(seller),
    description: site.name,
    needsCaptcha: declines === captchaOnceAfter || declines >= captchaAlwaysAfter,
  }
  return { order, plan, isPromoOver: isExpired(plan.expires_on, formatIsoDay(now, site.time_zone)) }
}

function billingOf(
  { extra, ...registration }: Registration,
  address: Awaited<ReturnType<typeof findAddress>>,
): BillingAddress {
  const typed = extra.billing ?? {}
  const or = (name: string, text: string | undefined) => typed[name] || (text ?? '')
  const street = [typed['bill_businessentity_street1'], typed['bill_businessentity_street2']].filter(Boolean).join(', ')
  const state = or('bill_businessentity_state', address?.state)
  const phone = or('bill_phone', registration.phone)
  return {
    firstName: or('bill_first_name', registration.first_name),
    lastName: or('bill_last_name', registration.last_name),
    company: registration.business_name,
    street: street || (address?.street1 ?? ''),
    city: or('bill_businessentity_city', address?.city),
    ...(state ? { state } : {}),
    zip: or('bill_businessentity_zip', address?.zip),
    country: or('bill_country_code', registration.country_code).toUpperCase(),
    email: or('bill_email', registration.email),
    ...(phone ? { phone } : {}),
  }
}

const sellerOf = (seller: Seller): Order['seller'] => ({
  legal_name: seller.legal_name,
  address: seller.address,
  country_code: seller.country_code,
  tax_id_label: seller.tax_id_label || null,
  tax_id: seller.tax_id || null,
  is_tax_registered: seller.is_tax_registered,
  tax_label: seller.tax_label,
  invoice_prefix: seller.invoice_prefix,
})
