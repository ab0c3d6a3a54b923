import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** Password hashes: Argon2id (the library's default kind) with the parameters that OWASP names first for it. */

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** The same password typed on another system may arrive as other code points. */
const typed = (password: string) => password.normalize('NFC')

/** The hash to store. Takes some 10 ms of a worker thread: never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(typed(password), parameters)

/** Whether a stored hash was made with other parameters than today's. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(current)

const nobody = hashPassword(randomBytes(32).toString('base64url'))

/**
 * Whether the password belongs to the stored hash. Without one (no such account, or one that has no password) it takes
 * as long and is false.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored?.startsWith('$argon2') ? stored : undefined
  const right = await verify(known ?? (await nobody), typed(password))
  return right && known !== undefined
}
