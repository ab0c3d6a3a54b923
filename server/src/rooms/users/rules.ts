import { roles, type RoleId } from '@cutaway/contract/roles.ts'

/** Rules of managing users, as pure functions. A lower number is a higher role. */

/** Roles that no manager gives: attorneys, and free trials, which begin with their sign-up. */
const notByHand: ReadonlySet<number> = new Set([8, 9])

/** Validity of the mailed links: of an invitation, and of log-in details for a user who has a password. */
export const linkSeconds = { invitation: 7 * 24 * 3600, loginDetails: 24 * 3600 }
/** A user gets no second mail with log-in details within this time, so that a double click sends one. */
export const mailEverySeconds = 60
/** Mails that one job queues. */
export const mailsPerJob = 50

const isRole = (role: number): role is RoleId => role in roles

/** Returns whether a caller may give a role to another user: a lower one than the own. */
export const mayGiveRole = (level: number, role: number): boolean =>
  isRole(role) && role > level && !notByHand.has(role)

/** Returns whether a caller may change a user: nobody changes an equal or higher role, or the own account. */
export const mayManage = (
  caller: { user_id: number; user_access_id: number },
  user: { user_id: number; user_access_id: number },
): boolean => user.user_id !== caller.user_id && user.user_access_id > caller.user_access_id

/** The places that a role belongs to: regional managers have regions, roles below them a location. */
export const placeOf = (role: number): 'none' | 'regions' | 'location' =>
  role <= 3 ? 'none' : role === 4 ? 'regions' : 'location'

/** Returns a user name for a suggestion: 'Noor Haddad' -> 'noor.haddad'; the typed one if there are no names. */
export function nameForAccount(typed: string, first: string, last: string): string {
  const word = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '.')
      .replaceAll(/^\.+|\.+$/g, '')
  const made = [word(first), word(last)].filter(Boolean).join('.')
  return (made === '' ? typed.trim() : made).slice(0, 90)
}
