/**
 * The roles as data: number (user_access_id), name, and reach. A call that names another user, or a record of another
 * user, is refused unless that user is in reach; no other rule applies.
 */

/**
 * The users whom a role reaches beside the caller, within the caller's web site except for the last two:
 * `self` no other user · `location` users of the caller's location · `regions` users of locations in the caller's
 * regions · `business` users of the caller's business · `webSite` all users of the web site · `ownWebSites` those of it
 * and of the web sites that were given to the caller · `allWebSites` those of any web site.
 */
export type Reach = 'self' | 'location' | 'regions' | 'business' | 'webSite' | 'ownWebSites' | 'allWebSites'

interface Role {
  name: string
  reach: Reach
  /** Restricts the reach to users of these roles; the default is all roles. */
  ofRoles?: readonly number[]
  /** Colleagues assign conversations with customers to its users. */
  takesConversations?: true
}

/** Maps user_access_id to the role. 10 does not exist. */
export const roles = {
  1: { name: 'super user', reach: 'allWebSites' },
  2: { name: 'distributor admin', reach: 'ownWebSites' },
  3: { name: 'enterprise user', reach: 'business', takesConversations: true },
  4: { name: 'regional manager', reach: 'regions', takesConversations: true },
  5: { name: 'location manager', reach: 'location', takesConversations: true },
  6: { name: 'service advisor', reach: 'self', takesConversations: true },
  7: { name: 'touch screen user', reach: 'self' },
  8: { name: 'attorney', reach: 'self' },
  9: { name: 'free trial', reach: 'self' },
  // Restricted to the location like every role from 5 on, and within it to the roles that it may create.
  11: { name: 'education manager', reach: 'location', ofRoles: [12, 13, 14, 15] },
  12: { name: 'staff', reach: 'self' },
  13: { name: 'student', reach: 'self' },
  14: { name: 'lite user', reach: 'self' },
  15: { name: 'language translator', reach: 'self' },
} as const satisfies Record<number, Role>
export type RoleId = keyof typeof roles
// Marked, so that browsers do not load the table for pages that need one constant.
export const roleIds = /* @__PURE__ */ (() => Object.keys(roles).map(Number) as RoleId[])()

/** Returns the role of a user_access_id; an unknown number reaches only the caller. */
export const roleOf = (userAccessId: number): Role =>
  (roles as Record<number, Role>)[userAccessId] ?? { name: 'unknown', reach: 'self' }

/** The roles to whose users a conversation can be assigned. */
export const conversationRoles: readonly RoleId[] = /* @__PURE__ */ (() =>
  roleIds.filter((id) => roleOf(id).takesConversations))()

/** The role of a touch screen in a waiting room. */
export const touchScreenRole: RoleId = 7

/** The first role that can be logged in without a password: a location manager. No manager of a business is. */
export const firstRoleWithoutPassword: RoleId = 5
