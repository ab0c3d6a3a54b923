import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Says who is a Capricorn member. Capricorn has no documented interface: the operator imports a list of hashed numbers
 * (MEMBERSHIP_FILE); the demo has a printed list.
 */

export interface Memberships {
  /** False without a list: then the sign-up does not ask. */
  isOffered: boolean
  /** Looks a number up in one of the lists, which the caller names. */
  isMember(list: string, number: string): boolean
}

/** The members of the demo, on every list. */
export const demoMembers: readonly string[] = ['1000021', '1000039', '1000047']

export class MembershipFileError extends Error {}

/** Returns a number without what people write between its digits. */
export const memberKey = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Returns the line of a number in the file: the SHA-256 of '<list>:<number>'. */
export const memberHash = (list: string, number: string): string =>
  createHash('sha256')
    .update(`${list}:${memberKey(number)}`)
    .digest('hex')

/** Reads the file: one hash in hex a line. Throws MembershipFileError for a file that is not whole. */
export function readMembers(path: string): ReadonlySet<string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new MembershipFileError(`${path}: cannot be read`)
  }
  const hashes = new Set<string>()
  for (const [n, line] of text.split('\n').entries()) {
    const hash = line.trim().toLowerCase()
    if (hash === '' || hash.startsWith('#')) continue
    if (!/^[\da-f]{64}$/.test(hash))
      throw new MembershipFileError(`${path}: line ${n + 1}: this is not a SHA-256 in hex`)
    hashes.add(hash)
  }
  return hashes
}

export const listedMemberships = (hashes: ReadonlySet<string>): Memberships => ({
  isOffered: hashes.size > 0,
  isMember: (list, number) => memberKey(number) !== '' && hashes.has(memberHash(list, number)),
})

export const demoMemberships = (): Memberships => ({
  isOffered: true,
  isMember: (_list, number) => demoMembers.includes(memberKey(number)),
})
