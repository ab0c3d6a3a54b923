/** Rules for a new password. Each returns a message key, or null. */

export const shortest = 10
const longest = 200

export function newPassword(password: string): string | null {
  if (password === '') return 'enter_a_new_password'
  if (password.length < shortest) return 'password_too_short'
  return password.length > longest ? 'text_too_long' : null
}

export function samePassword(again: string, password: string): string | null {
  if (again === '') return 'repeat_the_password'
  return again === password ? null : 'password_not_match'
}

/** The last segment of /accountAccess/:user_id is a user's id or the token of a mailed link. */
export const isUserId = (segment: string): boolean => /^\d{1,10}$/.test(segment)
