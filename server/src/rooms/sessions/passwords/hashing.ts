import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** Password hashes: Argon2id (the library's default) with the first parameter set that OWASP recommends. */

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** Normalises the password: other systems may encode the same input as different code points. */
const typed = (password: string) => password.normalize('NFC')

/** Returns the hash to store. Takes about 10 ms of a worker thread: never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(typed(password), parameters)

/** Returns whether a stored hash was made with outdated parameters. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(current)

const nobody = hashPassword(randomBytes(32).toString('base64url'))

/**
 * Returns whether the password matches the stored hash. Without a hash (no such account, or an account without a
 * password) takes the same time and returns false, so that timing does not reveal accounts.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored?.startsWith('$argon2') ? stored : undefined
  const right = await verify(known ?? (await nobody), typed(password))
  return right && known !== undefined
}
