import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { pageExists } from '../../pages/all.ts'
import type { Unread } from '../../rooms/sharing/decisions/unread.ts'
import { shareRights } from '../../rooms/sharing/rights.ts'

/**
 * Defines the navigation of the whole product as data. An entry appears if its page exists and the user has the right.
 * A new page needs no change here.
 */
export interface NavEntry {
  path: string
  /** Message key. */
  label: string
  icon: NavIcon
  permission?: PermissionName
  /** The user needs at least one of these rights. */
  anyOf?: readonly PermissionName[]
  /** Shown only where the site has this feature. */
  feature?: string
  /** Shown only where the site has at least one of these features. */
  anyFeature?: readonly string[]
  /** Shown only to the administrator of a business who is no employee. */
  ofOwner?: true
  /** Its place among the tabs of a phone; the others are under "More". */
  tab?: number
  /** Shows the number of unread conversations or sends. */
  counts?: keyof Unread
  /** The page that is another view of this one: the entry is current there too. */
  alsoAt?: string
}

export type NavIcon =
  | 'home'
  | 'car'
  | 'star'
  | 'history'
  | 'new'
  | 'video'
  | 'chart'
  | 'send'
  | 'link'
  | 'embed'
  | 'flame'
  | 'login'
  | 'users'
  | 'store'
  | 'map'
  | 'globe'
  | 'screen'
  | 'text'
  | 'invoice'
  | 'image'
  | 'card'
  | 'sms'
  | 'phone'
  | 'key'
  | 'webhook'
  | 'user'
  | 'info'
  | 'mail'
  | 'book'
  | 'news'

/** Returns aria-current of an entry at an address. */
export function currentAt({ path, alsoAt }: NavEntry, pathname: string): 'page' | 'true' | undefined {
  const isAt = (place: string) => pathname === place || pathname.startsWith(`${place}/`)
  if (isAt(path)) return 'page'
  return alsoAt !== undefined && isAt(alsoAt) ? 'true' : undefined
}

const built = (entries: readonly NavEntry[]) => entries.filter(({ path }) => pageExists(path))

/** The header, and on a phone the tab bar: four tabs, the others are under "More". */
export const mainNav = built([
  { path: '/home', label: 'nav_home', icon: 'home', tab: 1 },
  { path: '/vehicle_image_view', label: 'nav_vehicle_view', icon: 'car', tab: 2 },
  { path: '/favorites', label: 'nav_favourites', icon: 'star', permission: 'allow_favourite' },
  { path: '/history', label: 'nav_history', icon: 'history', tab: 4 },
  { path: '/new_animations', label: 'nav_new', icon: 'new' },
  {
    path: '/conversations',
    label: 'nav_sent',
    icon: 'send',
    anyOf: shareRights,
    tab: 3,
    counts: 'conversations',
    alsoAt: '/shared',
  },
])

/** In the menu of the user, and on a phone under "More". */
export const personalNav = built([
  { path: '/user_custom_videos_view', label: 'nav_my_videos', icon: 'video', permission: 'manage_custom_videos' },
])

/** Pages about the product: the footer, and "More" on a phone. */
export const aboutNav = built([
  { path: '/news', label: 'nav_news', icon: 'news' },
  { path: '/userguide', label: 'nav_user_guide', icon: 'book' },
  { path: '/aboutus', label: 'nav_about', icon: 'info' },
  { path: '/contact', label: 'nav_contact', icon: 'mail' },
])

const ofOwner = { feature: 'billing_details', ofOwner: true } as const
const billing = { permission: 'manage_billing', ...ofOwner } as const
const plans = { permission: 'show_manage_billing_plan', ...ofOwner } as const

/** The subscription link in the footer: the first entry whose page exists. */
export const billingNav = built([
  {
    path: '/update_billing_details',
    label: 'nav_update_billing',
    icon: 'card',
    ...billing,
  },
  {
    path: '/cancel_subscription',
    label: 'nav_cancel_subscription',
    icon: 'card',
    ...billing,
  },
])

const reports = { permission: 'view_reports' } as const

/** The sidebar of settings and reports. */
export const sideNav: readonly { label: string; entries: readonly NavEntry[] }[] = [
  {
    label: 'nav_reports',
    entries: built([
      { path: '/shared', label: 'nav_shared', icon: 'send', anyOf: shareRights, counts: 'sends' },
      { path: '/usage_report', label: 'nav_usage_report', icon: 'chart', ...reports },
      { path: '/email_sent_report', label: 'nav_sent_report', icon: 'send', ...reports },
      { path: '/user_custom_video_sent_report', label: 'nav_videos_report', icon: 'video', ...reports },
      { path: '/funnel_report', label: 'nav_funnel', icon: 'chart', ...reports },
      { path: '/generate_link_report', label: 'nav_links_report', icon: 'link', ...reports },
      { path: '/embedded_animations_report', label: 'nav_embeds_report', icon: 'embed', ...reports },
      { path: '/frequently_viewed_animations_report', label: 'nav_frequently_viewed', icon: 'flame', ...reports },
      { path: '/area_manager_report', label: 'nav_area_manager', icon: 'map', ...reports },
      { path: '/login_track_report', label: 'nav_logins_report', icon: 'login', ...reports },
      { path: '/report_settings', label: 'nav_report_settings', icon: 'text', ...reports },
    ]),
  },
  {
    label: 'nav_organisation',
    entries: built([
      { path: '/manage_user', label: 'nav_users', icon: 'users', permission: 'manage_users' },
      { path: '/manage_location', label: 'nav_locations', icon: 'store', permission: 'manage_locations' },
      { path: '/manage_region', label: 'nav_regions', icon: 'map', permission: 'manage_regions' },
      { path: '/ip_auto_login_settings', label: 'nav_auto_login', icon: 'globe', permission: 'manage_ip_auto_login' },
      { path: '/audit_log', label: 'nav_audit_log', icon: 'history', permission: 'view_audit_log' },
    ]),
  },
  {
    label: 'nav_content',
    entries: built([
      { path: '/favourites_settings', label: 'nav_favourites', icon: 'star', permission: 'allow_favourite' },
      {
        path: '/looped_animations_settings',
        label: 'nav_looped',
        icon: 'screen',
        permission: 'manage_looped_animations',
      },
      { path: '/embed_menu', label: 'nav_embeds', icon: 'embed', permission: 'allow_embed' },
      { path: '/user_custom_videos', label: 'nav_custom_videos', icon: 'video', permission: 'manage_custom_videos' },
      {
        path: '/email_address_settings',
        label: 'nav_sender_addresses',
        icon: 'mail',
        permission: 'manage_email_settings',
      },
      {
        path: '/email_content_settings',
        label: 'nav_message_texts',
        icon: 'text',
        permission: 'manage_email_settings',
      },
      { path: '/email_banner_settings', label: 'nav_banners', icon: 'image', permission: 'manage_email_settings' },
      { path: '/vle_instructions', label: 'nav_live_address', icon: 'globe', permission: 'manage_email_settings' },
      {
        path: '/download_super_system_icon',
        label: 'nav_super_system_icon',
        icon: 'image',
        permission: 'manage_email_settings',
      },
    ]),
  },
  {
    label: 'nav_account',
    entries: built([
      { path: '/personal_settings', label: 'nav_personal_settings', icon: 'user' },
      { path: '/notification_settings', label: 'nav_notifications', icon: 'news', anyOf: shareRights },
      { path: '/update_billing_details', label: 'nav_update_billing', icon: 'card', ...billing },
      { path: '/switch_billing_plan', label: 'nav_billing_plan', icon: 'card', ...plans },
      { path: '/invoices', label: 'nav_invoices', icon: 'invoice', ...billing },
      { path: '/cancel_subscription', label: 'nav_cancel_subscription', icon: 'card', ...billing },
      {
        path: '/sms_messages',
        label: 'nav_sms_bundles',
        icon: 'sms',
        permission: 'manage_phone_numbers',
        anyFeature: ['billing_details', 'different_sms_payment'],
        ofOwner: true,
      },
      {
        path: '/phone_numbers',
        label: 'nav_phone_numbers',
        icon: 'phone',
        permission: 'manage_phone_numbers',
        ...ofOwner,
        alsoAt: '/phone_number_usage',
      },
      { path: '/api_key_settings', label: 'nav_api_keys', icon: 'key', permission: 'manage_api_keys' },
      { path: '/webhook_settings', label: 'nav_webhooks', icon: 'webhook', permission: 'manage_api_keys' },
      { path: '/lti_settings', label: 'nav_lti', icon: 'book', permission: 'manage_api_keys' },
    ]),
  },
]
