/**
 * The catalogue of what the operator can set on a web site: features, which are on or off, and settings, which have a
 * value. The names are those of the database. Each has a name and one line of meaning in the texts of the console:
 * `feature_<name>` and `feature_<name>_text`, `setting_<name>` and `setting_<name>_text`.
 */

export const featureGroups = ['signup', 'films', 'sharing', 'people', 'pages'] as const
export type FeatureGroup = (typeof featureGroups)[number]

interface FeatureOption {
  name: string
  group: FeatureGroup
  /** A feature without which this one has no effect. */
  needs?: string
  /** The path of a page that exists only with the feature. */
  page?: string
}

export const featureOptions = [
  { name: 'account_creation', group: 'signup' },
  { name: 'card_gateway_signup', group: 'signup', needs: 'account_creation' },
  { name: 'payment_code', group: 'signup', needs: 'card_gateway_signup' },
  { name: 'paypal_generic_signup', group: 'signup', needs: 'account_creation' },
  { name: 'paypal_also', group: 'signup', needs: 'account_creation' },
  { name: 'au_signup_eway_paypal', group: 'signup' },
  { name: 'au_user_type_independent_workshop', group: 'signup', needs: 'au_signup_eway_paypal' },
  { name: 'au_user_type_new_car_dealer', group: 'signup', needs: 'au_signup_eway_paypal' },
  { name: 'capricorn_disable', group: 'signup', needs: 'au_signup_eway_paypal' },
  { name: 'direct_view_subscription', group: 'signup' },
  { name: 'redirect_subscription_url', group: 'signup' },
  { name: 'user_type_selector_hidden', group: 'signup', needs: 'card_gateway_signup' },
  { name: 'carquest_account_number', group: 'signup', needs: 'account_creation' },
  { name: 'job_title_mandatory', group: 'signup' },
  { name: 'israeli_teachers', group: 'signup', needs: 'account_creation' },
  { name: 'free_trial', group: 'signup' },
  { name: 'free_trial_app_number', group: 'signup' },
  { name: 'upgrade_old_accounts', group: 'signup' },
  { name: 'billing_details', group: 'signup' },
  { name: 'hide_show_manage_billing_plan', group: 'signup' },
  { name: 'different_sms_payment', group: 'signup' },
  { name: 'motorcycle_brand', group: 'films' },
  { name: 'custom_parts_clickable', group: 'films' },
  { name: 'sample_video_carousel', group: 'films' },
  { name: 'link_expiry_7_days', group: 'sharing' },
  { name: 'sms_limit_160', group: 'sharing' },
  { name: 'force_terms_acceptance', group: 'people' },
  { name: 'first_login_help_video', group: 'people' },
  { name: 'first_login_help_video_different', group: 'people', needs: 'first_login_help_video' },
  { name: 'first_login_never_done', group: 'people', needs: 'first_login_help_video' },
  { name: 'auto_login', group: 'people' },
  { name: 'ip_auto_login', group: 'people' },
  { name: 'contact_form_full', group: 'pages' },
  { name: 'style_tweak', group: 'pages' },
  { name: 'analytics', group: 'pages' },
] as const satisfies readonly FeatureOption[]

export type FeatureName = (typeof featureOptions)[number]['name']
export const featureNames = featureOptions.map(({ name }) => name) as [FeatureName, ...FeatureName[]]

/** Returns the feature without which another one has no effect; undefined if there is none. */
export const neededBy = (name: FeatureName): FeatureName | undefined =>
  (featureOptions as readonly (FeatureOption & { needs?: FeatureName })[]).find((option) => option.name === name)?.needs

/** Returns the features with one switched: on together with what it needs, off together with what needs it. */
export function withFeature(features: readonly FeatureName[], name: FeatureName, isOn: boolean): FeatureName[] {
  const switched = new Set(features)
  if (isOn) for (let one: FeatureName | undefined = name; one !== undefined; one = neededBy(one)) switched.add(one)
  else {
    switched.delete(name)
    for (let removed = true; removed;) {
      removed = false
      for (const one of switched) {
        const needed = neededBy(one)
        if (needed !== undefined && !switched.has(needed)) removed = switched.delete(one)
      }
    }
  }
  return featureNames.filter((one) => switched.has(one))
}

interface SettingOption {
  name: string
  /** A line of text, a whole number, or a list of words. */
  kind: 'text' | 'number' | 'list'
  min?: number
  max?: number
  /** The feature to which the setting belongs. */
  feature?: FeatureName
}

export const settingOptions = [
  { name: 'touch_screen_idle', kind: 'number', min: 20, max: 3600 },
  { name: 'sample_films', kind: 'list', max: 40 },
  { name: 'analytics_id', kind: 'text', max: 40, feature: 'analytics' },
  { name: 'au_signup_promo', kind: 'text', max: 40, feature: 'au_signup_eway_paypal' },
  { name: 'subscription_url', kind: 'text', max: 300, feature: 'redirect_subscription_url' },
  { name: 'upgrade_decline_url', kind: 'text', max: 300 },
  { name: 'number_price', kind: 'number', min: 1, max: 10_000_000 },
  { name: 'custom_video_space_mb', kind: 'number', min: 0, max: 10_000_000 },
  { name: 'custom_video_file_mb', kind: 'number', min: 1, max: 100_000 },
] as const satisfies readonly SettingOption[]

export type SettingName = (typeof settingOptions)[number]['name']

/** The currencies in which web sites sell. */
export const currencies = [
  'USD',
  'AUD',
  'NZD',
  'CND',
  'HKD',
  'INR',
  'GBP',
  'EUR',
  'ILS',
  'MYR',
  'PLN',
  'RUB',
  'ZAR',
] as const

/** 'films.example.com', also with one label: 'localhost', or an IPv6 address: '[::1]'. Lower case, without port. */
export const hostPattern =
  /^(?=.{1,253}$)(?:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:]{2,39}\])$/
