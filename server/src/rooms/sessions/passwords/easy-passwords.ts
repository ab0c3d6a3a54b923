import { fail } from '../../../core/http/errors.ts'

/** Rejects passwords that attackers guess first. */

/** The minimum length in the contract. */
const shortest = 10
let common: Promise<ReadonlySet<string>> | undefined

/** Returns the most common passwords of leaked lists, in lower case. Loads the list on first use. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest)),
  ))

/** Returns whether a password is blank or one of the most common ones, ignoring case. */
export async function isEasyPassword(password: string): Promise<boolean> {
  const plain = password.normalize('NFC').trim().toLowerCase()
  return plain === '' || (await commonPasswords()).has(plain)
}

/** Refuses an easily guessed password. Call it wherever a password is set. */
export async function refuseEasyPassword(password: string): Promise<void> {
  if (await isEasyPassword(password)) fail('password_too_easy')
}
