import type { Boot } from '@cutaway/contract/boot.ts'
import type { Session, SessionUser } from '@cutaway/contract/rooms/sessions.ts'
import type { Language, WebSite } from '@cutaway/contract/rooms/sites/sites.ts'

/** A web site and people for component tests, in the form in which the server writes them into a page. */

export const english: Language = {
  language_id: 50,
  language_code: 'en-US',
  name: 'English',
  direction: 'ltr',
  font: null,
}
export const hebrew: Language = {
  language_id: 71,
  language_code: 'he-IL',
  name: 'עברית',
  direction: 'rtl',
  font: null,
}

export const northgate: WebSite = {
  web_site_id: 31,
  name: 'Northgate Motors',
  company: 'Northgate Motors',
  logo: '',
  mark: 'N',
  brand_id: 1,
  driverside: 'left',
  default_lang_id: english.language_id,
  default_video_type: 'narrated',
  vehicle_layout_view: '',
  country_code_iso: 'US',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
  show_free_trial: 0,
  free_trial_label: null,
  free_trail_time: 0,
  free_trail_limit: 0,
  contact_email: 'hello@northgate.example',
  contact_phone: '+1 503 555 0100',
  features: [],
  theme: {
    brand: '#1f5f8b',
    brand_hover: '#184c6f',
    on_brand: '#ffffff',
    brand_text: '#184c6f',
    brand_tint: '#e9f1f7',
    brand_line: '#b9d1e2',
    brand_on_stage: '#8fc1e3',
  },
}

const dana: SessionUser = {
  user_id: 6,
  user_access_id: 6,
  username: 'advisor',
  first_name: 'Dana',
  last_name: 'Whitlock',
  email: 'dana@northgate.example',
  business_name: 'Northgate Motors',
  is_show_business_name: 1,
  businessentity_id: 1,
  is_employee: 0,
  is_first_time_login: 0,
  default_animation_mail_checked: 0,
  default_video_type: null,
  store_number: null,
  terms_accepted_date: '2026-01-05T09:00:00.000Z',
  language_id: null,
  time_zone: null,
}

/** Returns Dana's session; `permissions` are the rights that matter to the test. */
export const danasSession = (permissions: Session['permissions'] = []): Session => ({
  user: dana,
  web_site: northgate,
  permissions,
  required_password_change: false,
  required_terms: false,
  required_second_step: false,
  acting: null,
  help_video: null,
  TouchScreenMode: null,
  touch_screen_idle: 120,
  expires_at: '2030-01-01T00:00:00.000Z',
})

export const bootOf = (localeUrls: Record<string, string>): Boot => ({
  session: null,
  web_site: northgate,
  languages: [english, hebrew],
  language_id: english.language_id,
  locale_urls: localeUrls,
  tag_urls: {},
  country_code: 'us',
  brand_ids: [1],
  analytics: null,
  demo: false,
  version: 'test',
})
