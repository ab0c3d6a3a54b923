/**
 * The web sites of the demo: fictional shops, one for each kind of site that the product supports. `features` lists the
 * differences of a site; no other part of the product checks site ids.
 */

export interface DemoSite {
  id: number
  name: string
  company: string
  /** One or two letters on the logo. */
  mark: string
  colour: string
  country: string
  currency: string
  timeZone: string
  /** Default language first. */
  languages: number[]
  driverside: 'left' | 'right'
  motorcycle?: true
  layout?: 'front_view' | 'top_view' | 'other'
  features: string[]
  settings?: Record<string, unknown>
}

const en = 50
const au = 49
const es = 98
const fr = 94
const he = 71
const zh = 65
const th = 26
const allLanguages = [en, es, fr, he, zh, th]

const custom = ['custom_parts_clickable']

export const demoSites: readonly DemoSite[] = [
  site(2, 'Torque View', 'TV', '#0f6e6e', { features: ['contact_form_full'], layout: 'front_view' }),
  site(4, 'Torque View Pro', 'TP', '#3d4f9f', { features: ['contact_form_full'] }),
  australian(10, 'Direct View', 'DV', '#0b7a4b', {
    features: [
      'sample_video_carousel',
      ...custom,
      'billing_details',
      'au_signup_eway_paypal',
      'direct_view_subscription',
      'capricorn_disable',
    ],
  }),
  site(15, 'World Workshop', 'WW', '#7a3e9d', {
    country: 'GB',
    currency: 'GBP',
    timeZone: 'Europe/London',
    driverside: 'right',
    features: ['account_creation', 'paypal_generic_signup'],
  }),
  site(27, 'Custom Clinic', 'CC', '#a33b20', { features: custom }),
  site(31, 'Northgate Motors', 'N', '#1f5fd6', {
    features: ['account_creation', 'billing_details', 'card_gateway_signup', 'carquest_account_number'],
  }),
  australian(33, 'Independent Workshop', 'IW', '#c2410c', {
    layout: 'front_view',
    features: [
      'sample_video_carousel',
      'account_creation',
      'billing_details',
      'au_signup_eway_paypal',
      'free_trial',
      'au_user_type_independent_workshop',
      'style_tweak',
    ],
    settings: { au_signup_promo: 'WORKSHOP' },
  }),
  site(39, 'Trial Garage', 'TG', '#0e7490', { features: ['free_trial', 'auto_login', 'ip_auto_login'] }),
  site(44, 'Ridgeline Moto', 'RM', '#f26b1d', {
    motorcycle: true,
    layout: 'other',
    features: ['account_creation', 'billing_details', 'card_gateway_signup', 'motorcycle_brand'],
  }),
  site(49, 'Harbour Parts', 'HP', '#155e75', { features: custom }),
  site(54, 'Maple Auto Care', 'MA', '#b91c1c', {
    country: 'CA',
    currency: 'CND',
    timeZone: 'America/Toronto',
    languages: [en, fr, es],
    features: ['account_creation', 'billing_details', 'card_gateway_signup', 'carquest_account_number'],
  }),
  site(62, 'Brightline Service', 'BS', '#0369a1', { features: custom }),
  site(69, 'Terms First Autos', 'TF', '#4d7c0f', {
    features: ['sample_video_carousel', 'force_terms_acceptance', 'different_sms_payment'],
  }),
  site(73, 'Keystone Repair', 'KR', '#9f1239', { features: custom }),
  site(82, 'Lakeside Tyre and Brake', 'LT', '#1e40af', { features: custom }),
  site(95, 'Fairmont Fleet', 'FF', '#0f766e', { features: custom }),
  site(98, 'Shortlane Motors', 'SM', '#6d28d9', { features: ['link_expiry_7_days'] }),
  site(102, 'Cape Road Garage', 'CR', '#b45309', {
    country: 'ZA',
    currency: 'ZAR',
    timeZone: 'Africa/Johannesburg',
    driverside: 'right',
    features: ['account_creation', 'billing_details', 'paypal_also'],
  }),
  site(109, 'Granite Auto', 'GA', '#475569', { features: custom }),
  site(130, 'Hillcrest Cars', 'HC', '#be185d', { features: custom }),
  site(135, 'Monsoon Motors', 'MM', '#d97706', {
    country: 'IN',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    driverside: 'right',
    features: [
      'sample_video_carousel',
      'account_creation',
      'billing_details',
      'paypal_generic_signup',
      'redirect_subscription_url',
    ],
  }),
  site(139, 'Cardinal Service', 'CS', '#c81e3a', {
    features: ['account_creation', 'billing_details', 'card_gateway_signup'],
  }),
  site(142, 'Galil Technical Schools', 'GT', '#2563a8', {
    country: 'IL',
    currency: 'ILS',
    timeZone: 'Asia/Jerusalem',
    languages: [he, en],
    features: ['account_creation', 'billing_details', 'israeli_teachers'],
  }),
  site(148, 'Redwood Auto', 'RA', '#8a2c0d', {
    features: ['account_creation', 'billing_details', 'card_gateway_signup', 'redirect_subscription_url'],
  }),
  site(150, 'Summit Cycles', 'SC', '#166534', {
    motorcycle: true,
    features: ['first_login_help_video', 'motorcycle_brand', 'analytics'],
    settings: { analytics_id: 'G-DEMO150' },
  }),
  site(151, 'Ironway Cycles', 'IC', '#991b1b', {
    motorcycle: true,
    features: [
      'first_login_help_video',
      'account_creation',
      'billing_details',
      'card_gateway_signup',
      'motorcycle_brand',
      'analytics',
      'user_type_selector_hidden',
    ],
    settings: { analytics_id: 'G-DEMO151' },
  }),
  site(152, 'Moorland Motorcycles', 'ML', '#5b21b6', {
    motorcycle: true,
    country: 'GB',
    currency: 'GBP',
    timeZone: 'Europe/London',
    driverside: 'right',
    features: ['first_login_help_video', 'sms_limit_160', 'motorcycle_brand'],
  }),
  site(153, 'Canyon Riders', 'CY', '#ca5a1e', {
    motorcycle: true,
    features: [
      'first_login_help_video',
      'first_login_never_done',
      'account_creation',
      'billing_details',
      'card_gateway_signup',
      'motorcycle_brand',
      'free_trial',
      'analytics',
      'free_trial_app_number',
    ],
    settings: { analytics_id: 'G-DEMO153' },
  }),
  australian(154, 'Southern New Cars', 'SN', '#1d4ed8', {
    country: 'NZ',
    currency: 'NZD',
    timeZone: 'Pacific/Auckland',
    features: [
      'sample_video_carousel',
      'billing_details',
      'au_signup_eway_paypal',
      'capricorn_disable',
      'au_user_type_new_car_dealer',
      'job_title_mandatory',
      'hide_show_manage_billing_plan',
      'style_tweak',
    ],
  }),
  site(161, 'Open Bay Garage', 'OB', '#047857', { features: ['free_trial'] }),
  site(163, 'Straits Auto', 'SA', '#0c4a8f', {
    country: 'MY',
    currency: 'MYR',
    timeZone: 'Asia/Kuala_Lumpur',
    driverside: 'right',
    features: ['account_creation', 'billing_details', 'paypal_generic_signup'],
  }),
  site(172, 'Island Car Care', 'IS', '#0891b2', {
    country: 'PH',
    timeZone: 'Asia/Manila',
    features: ['account_creation', 'billing_details', 'paypal_generic_signup', 'free_trial'],
  }),
  site(183, 'First Gear Service', 'FG', '#7c2d12', {
    features: ['first_login_help_video', 'first_login_help_video_different'],
  }),
  site(189, 'Longhorn Cycles', 'LC', '#854d0e', {
    motorcycle: true,
    features: [
      'account_creation',
      'billing_details',
      'card_gateway_signup',
      'motorcycle_brand',
      'free_trial_app_number',
    ],
  }),
]

type More = Partial<Omit<DemoSite, 'id' | 'name' | 'mark' | 'colour'>>

/** Card payments of the demo need a code by text message. */
function withCode(features: string[]): string[] {
  return features.includes('card_gateway_signup') ? [...features, 'payment_code'] : features
}

function site(id: number, name: string, mark: string, colour: string, more: More): DemoSite {
  return {
    id,
    name,
    company: `${name} Ltd`,
    mark,
    colour,
    country: 'US',
    currency: 'USD',
    timeZone: 'America/New_York',
    languages: allLanguages,
    driverside: 'left',
    ...more,
    features: withCode(more.features ?? []),
  }
}

function australian(id: number, name: string, mark: string, colour: string, more: More): DemoSite {
  return site(id, name, mark, colour, {
    country: 'AU',
    currency: 'AUD',
    timeZone: 'Australia/Sydney',
    driverside: 'right',
    languages: [au, es, fr, he, zh, th],
    ...more,
  })
}

export {
  shippedBrands as demoBrands,
  shippedLanguages as demoLanguages,
} from '@cutaway/server/src/rooms/sites/shipped.ts'
