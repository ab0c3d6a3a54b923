import type { WebSite } from '@cutaway/contract/rooms/sites/sites.ts'

/** Decides how a visitor gets an account on a site. Pure; pages and dialogs render the result. */

type Site = Pick<WebSite, 'features' | 'show_free_trial'>

export type Interest = 'subscription' | 'trial' | 'education'

/** Returns the site's sign-up links; null if it does not offer one. */
export function signUpLinks(site: Site): { trial: string | null; signUp: string | null } {
  return {
    trial: site.show_free_trial === 1 ? '/free_trial' : null,
    signUp: site.features.includes('account_creation')
      ? '/subscribe'
      : site.features.includes('au_signup_eway_paypal')
        ? '/signup_au'
        : null,
  }
}

/** Returns what a URL requests, and whether the site offers it. */
export function requestAt(path: string, site: Site): { interest: Interest; allowed: boolean } {
  const has = (feature: string) => site.features.includes(feature)
  if (path.startsWith('/free_trial')) return { interest: 'trial', allowed: site.show_free_trial === 1 }
  if (path.startsWith('/eduhome')) return { interest: 'education', allowed: has('account_creation') }
  if (path.startsWith('/signup_au')) return { interest: 'subscription', allowed: has('au_signup_eway_paypal') }
  return { interest: 'subscription', allowed: has('account_creation') }
}

/** 3600 -> "1 hour", 900 -> "15 minutes", in the words of the language. */
export function durationWords(locale: string, seconds: number): string {
  const [value, unit] = seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : [Math.round(seconds / 60), 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
