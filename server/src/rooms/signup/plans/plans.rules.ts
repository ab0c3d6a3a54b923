import type { SignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'

/** Which flow opens for whom. Pure: callers pass the site, the seller and the country. */

export interface FlowSite {
  features: readonly string[]
  settings: Record<string, unknown>
}

/** The seller of a web site; undefined where nothing is sold. */
export type FlowSeller = { signup_countries: readonly string[] } | undefined

/** Returns the page of another system that opens accounts for this web site; null if there is none. */
export function subscriptionUrl({ features, settings }: FlowSite): string | null {
  const url = settings['subscription_url']
  if (!features.includes('redirect_subscription_url') || typeof url !== 'string' || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}

/** Countries that pay by PayPal on a web site that takes cards in Australia. */
const byPayPal = new Set(['NZ', 'PG'])

/** Returns how a visitor of a country (upper case) opens an account on a web site. */
export function signupFlow(site: FlowSite, seller: FlowSeller, country: string): SignupFlow {
  const has = (feature: string) => site.features.includes(feature)
  if (subscriptionUrl(site) !== null) return 'redirect'
  if (has('israeli_teachers')) return 'israel_teachers'
  const isServed = seller?.signup_countries.includes(country) ?? false
  if (has('card_gateway_signup')) return isServed ? 'cybersource' : 'notification'
  if (has('au_signup_eway_paypal')) return !isServed ? 'notification' : byPayPal.has(country) ? 'paypal_nz' : 'eway_au'
  if (has('paypal_generic_signup') || has('paypal_also')) return isServed ? 'paypal_intl' : 'notification'
  return 'none'
}

/**
 * Returns the country of a visitor, upper case. A private address has none: in the demo it counts as that of the web
 * site, so that every flow can be tried on one's own machine.
 */
export function visitorCountry(
  site: FlowSite & { country_code_iso: string },
  found: string | undefined,
  isDemo: boolean,
): string {
  if (found !== undefined) return found.toUpperCase()
  if (isDemo) return site.country_code_iso.toUpperCase()
  return site.features.includes('au_signup_eway_paypal') ? 'AU' : 'US'
}

/** Returns whether a promo code still counts: the day of expires_on is the first on which it does not. */
export const isExpired = (expiresOn: string | null, today: string): boolean => expiresOn !== null && expiresOn <= today

/** The key of a promo code. */
export const promoKey = (typed: string): string => typed.trim().toLowerCase()
