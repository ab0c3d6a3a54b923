/** The public home pages: one page, with texts selected by the URL. */

export interface HomeVariant {
  /** Message keys. */
  headline: string
  lead: string
  /** The URL opens this account request at once, if the site allows it. */
  opens?: 'education'
}

const variants: Record<string, HomeVariant> = {
  '/auhome': { headline: 'public_home_title_regional', lead: 'public_home_lead_regional' },
  '/aulanding': { headline: 'public_home_title_landing', lead: 'public_home_lead_landing' },
  '/motovisuals': { headline: 'public_home_title_motorcycle', lead: 'public_home_lead_motorcycle' },
  '/ncdhome': { headline: 'public_home_title_dealer', lead: 'public_home_lead_dealer' },
  '/eduhome': { headline: 'public_home_title_education', lead: 'public_home_lead_education', opens: 'education' },
}
const general: HomeVariant = { headline: 'public_home_title', lead: 'public_home_lead' }
const motorcycle: HomeVariant = { headline: 'public_home_title_motorcycle', lead: 'public_home_lead_motorcycle' }

/** Returns the texts for a URL; a motorcycle site uses motorcycle texts on its general home page too. */
export const homeVariant = (path: string, features: readonly string[]): HomeVariant =>
  variants[path.replace(/\/+$/, '')] ?? (features.includes('motorcycle_brand') ? motorcycle : general)
