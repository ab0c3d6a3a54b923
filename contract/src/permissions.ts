import { roleIds, touchScreenRole, type RoleId } from './roles.ts'

/**
 * The permissions and the roles that hold them by default. Names are wire names; `room` is the part of the product that
 * checks the permission. An entity may override the defaults of a role, and a user may have individual rights. The
 * server returns the effective list (getUserPermissions), which is authoritative.
 */

const everyone = roleIds
const allButKiosk = roleIds.filter((id) => id !== touchScreenRole)
const administrators: RoleId[] = [1, 2, 3]
const managers: RoleId[] = [1, 2, 3, 4, 5, 11]
const withReports: RoleId[] = [1, 2, 3, 4, 5, 6, 11, 12]

export const permissions = [
  { name: 'allow_view_animations', room: 'player', roles: everyone },
  // Interactive films: every role except the touch screen in the waiting room, which may be granted the right.
  { name: 'allow_interactive_in_kiosk_mode', room: 'player', roles: allButKiosk },
  { name: 'allow_pdf', room: 'player', roles: allButKiosk },
  { name: 'allow_favourite', room: 'favourites', roles: everyone },
  { name: 'allow_share_email', room: 'sharing', roles: allButKiosk },
  { name: 'allow_share_sms', room: 'sharing', roles: allButKiosk },
  { name: 'allow_share_mms', room: 'sharing', roles: allButKiosk },
  { name: 'allow_generate_link', room: 'sharing', roles: allButKiosk },
  { name: 'allow_embed', room: 'embeds', roles: allButKiosk },
  { name: 'show_manage_billing_plan', room: 'billing', roles: [3] },
  { name: 'manage_billing', room: 'billing', roles: [3] },
  { name: 'upgrade_account', room: 'signup', roles: [3, 9] },
  { name: 'disable_edit_upgrade_dialogue', room: 'billing', roles: [] },
  { name: 'manage_phone_numbers', room: 'telephony', roles: [3] },
  { name: 'manage_locations', room: 'organisation', roles: [1, 2, 3, 4] },
  { name: 'manage_regions', room: 'organisation', roles: administrators },
  { name: 'manage_users', room: 'users', roles: managers },
  { name: 'manage_permissions', room: 'users', roles: administrators },
  { name: 'manage_api_keys', room: 'users', roles: administrators },
  { name: 'view_audit_log', room: 'users', roles: administrators },
  { name: 'act_for_users', room: 'sessions', roles: administrators },
  { name: 'manage_email_settings', room: 'branding', roles: [1, 2, 3, 4, 5, 6, 11, 12] },
  { name: 'manage_looped_animations', room: 'signage', roles: [1, 2, 3, 4, 5, 6, 7, 11, 12] },
  { name: 'manage_custom_videos', room: 'customvideos', roles: [1, 2, 3, 4, 5, 6, 11, 12] },
  { name: 'manage_ip_auto_login', room: 'sessions', roles: administrators },
  { name: 'translate_texts', room: 'sites', roles: [1, 15] },
  // Of the operator of the portal: nobody can give it to another role, or take it away.
  { name: 'manage_web_sites', room: 'sites', roles: [1, 2], fixed: true },
  { name: 'operate_portal', room: 'sites', roles: [1], fixed: true },
  { name: 'view_reports', room: 'reports', roles: withReports },
  // The names of colleagues in reports.
  { name: 'view_reports_of_others', room: 'reports', roles: [1, 2, 3, 4, 5, 11, 12] },
] as const satisfies readonly { name: string; room: string; roles: readonly RoleId[]; fixed?: true }[]

/** Each of these allows a user to write to customers, and so to read what customers write. */
export const senderRights = ['allow_share_email', 'allow_share_sms', 'allow_share_mms'] as const

/** The permissions of a touch screen in customer mode, regardless of other rights of its user. */
export const customerModePermissions: readonly PermissionName[] = [
  'allow_view_animations',
  'allow_interactive_in_kiosk_mode',
  'allow_favourite',
]

/** Rights over accounts and money, which nobody has in a session that began without a password. */
export const onlyWithPassword: readonly PermissionName[] = [
  'show_manage_billing_plan',
  'manage_billing',
  'upgrade_account',
  'manage_phone_numbers',
  'manage_locations',
  'manage_regions',
  'manage_users',
  'manage_permissions',
  'manage_api_keys',
  'view_audit_log',
  'act_for_users',
  'manage_ip_auto_login',
]

/** Features of a web site that remove a right from all its users. */
export const hiddenByFeature: Readonly<Record<string, PermissionName>> = {
  hide_show_manage_billing_plan: 'show_manage_billing_plan',
}

/** Rights that only their roles have, always: no user and no business has others. */
export const fixedPermissions: ReadonlySet<string> = new Set(permissions.filter((p) => 'fixed' in p).map((p) => p.name))

export type PermissionName = (typeof permissions)[number]['name']
export const permissionNames: readonly PermissionName[] = permissions.map((p) => p.name)
