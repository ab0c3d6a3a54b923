/**
 * The roles as data: number (user_access_id), name, and whom each reaches. A call that names another user, or something of
 * another user, is refused unless the user is in reach; nothing else decides it.
 */

/**
 * Whom a role reaches beside the caller, each within the own web site but the last:
 * `self` nobody else · `location` users of the own location · `regions` users of locations in the own regions ·
 * `business` users of the own business · `webSite` all users of the web site · `allWebSites` those of any web site.
 */
export type Reach = 'self' | 'location' | 'regions' | 'business' | 'webSite' | 'allWebSites'

interface Role {
  name: string
  reach: Reach
  /** Only users of these roles are in reach; all where it is left out. */
  ofRoles?: readonly number[]
}

/** user_access_id -> role. 10 does not exist. */
export const roles = {
  1: { name: 'super user', reach: 'allWebSites' },
  2: { name: 'distributor admin', reach: 'allWebSites' },
  3: { name: 'enterprise user', reach: 'business' },
  4: { name: 'regional manager', reach: 'regions' },
  5: { name: 'location manager', reach: 'location' },
  6: { name: 'service advisor', reach: 'self' },
  7: { name: 'touch screen user', reach: 'self' },
  8: { name: 'attorney', reach: 'self' },
  9: { name: 'free trial', reach: 'self' },
  // Pinned to the location like every role from 5 on, and in it to those whom the role may create.
  11: { name: 'education manager', reach: 'location', ofRoles: [12, 13, 14, 15] },
  12: { name: 'staff', reach: 'self' },
  13: { name: 'student', reach: 'self' },
  14: { name: 'lite user', reach: 'self' },
  15: { name: 'language translator', reach: 'self' },
} as const satisfies Record<number, Role>
export type RoleId = keyof typeof roles
export const roleIds = Object.keys(roles).map(Number) as RoleId[]

/** The role of a user_access_id; an unknown number reaches nobody else. */
export const roleOf = (userAccessId: number): Role =>
  (roles as Record<number, Role>)[userAccessId] ?? { name: 'unknown', reach: 'self' }

/** The role that a touch screen in a waiting room is signed in with. */
export const touchScreenRole: RoleId = 7
