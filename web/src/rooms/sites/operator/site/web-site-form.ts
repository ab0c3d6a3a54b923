import { WebSiteFields } from '@cutaway/contract/full/rooms/sites/operator.ts'
import type { WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'

/** What the form of a web site edits: the fields of the contract, and the distributors. */

export type SiteValues = WebSiteFields & { distributors: number[] } & Record<string, unknown>

export const blankSite = (country: string, timeZone: string): SiteValues => ({
  name: '',
  company: '',
  mark: '',
  logo: '',
  brand_colour: '#1f5fd6',
  country_code_iso: country,
  currency: 'USD',
  time_zone: timeZone,
  driverside: 'left',
  hosts: [''],
  language_ids: [50],
  default_lang_id: 50,
  brand_ids: [1],
  brand_id: 1,
  default_video_type: 'narrated',
  vehicle_layout_view: '',
  contact_email: '',
  contact_phone: '',
  free_trial_label: '',
  free_trail_time: 3600,
  free_trail_limit: 1,
  features: [],
  settings: {
    touch_screen_idle: null,
    sample_films: [],
    analytics_id: '',
    au_signup_promo: '',
    subscription_url: '',
    upgrade_decline_url: '',
    number_price: null,
    custom_video_space_mb: null,
    custom_video_file_mb: null,
  },
  distributors: [],
})

export const fieldNames = Object.keys(WebSiteFields.shape) as (keyof WebSiteFields)[]

export const valuesOf = (data: WebSiteData): SiteValues => ({
  ...(Object.fromEntries(fieldNames.map((name) => [name, data[name]])) as unknown as WebSiteFields),
  distributors: data.distributors,
})

export const tabs = ['identity', 'hosts', 'languages', 'contact', 'settings'] as const
export type TabName = (typeof tabs)[number]

/** The tab on which a field stands. */
export const tabOf: Readonly<Record<string, TabName>> = {
  name: 'identity',
  company: 'identity',
  brand_colour: 'identity',
  mark: 'identity',
  logo: 'identity',
  country_code_iso: 'identity',
  currency: 'identity',
  time_zone: 'identity',
  driverside: 'identity',
  features: 'identity',
  hosts: 'hosts',
  language_ids: 'languages',
  default_lang_id: 'languages',
  brand_ids: 'languages',
  brand_id: 'languages',
  contact_email: 'contact',
  contact_phone: 'contact',
  distributors: 'contact',
  default_video_type: 'settings',
  vehicle_layout_view: 'settings',
  free_trial_label: 'settings',
  free_trail_time: 'settings',
  free_trail_limit: 'settings',
  settings: 'settings',
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the names of the fields in which two states of a web site differ, in the order of the form. */
export const differing = (a: SiteValues, b: SiteValues): string[] =>
  Object.keys(tabOf).filter((name) => !same(a[name], b[name]))
