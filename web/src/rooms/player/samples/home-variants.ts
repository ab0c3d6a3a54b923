/** The public homes: one page, its words chosen by the address. */

export interface HomeVariant {
  /** Message keys. */
  headline: string
  lead: string
  /** The address opens this request for an account at once, where the site allows it. */
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

/** The words for an address; a site of motorcycles speaks of them on its general home too. */
export const homeVariant = (path: string, features: readonly string[]): HomeVariant =>
  variants[path.replace(/\/+$/, '')] ?? (features.includes('motorcycle_brand') ? motorcycle : general)
