import { fail } from '../../../core/http/errors.ts'

/** Passwords that are tried first when somebody guesses. */

/** The contract takes none that is shorter. */
const shortest = 10
let common: Promise<ReadonlySet<string>> | undefined

/** The most common passwords of leaked lists, in lower case. Loaded when somebody chooses a password for the first time. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest)),
  ))

/** Whether a password is only blanks or one of the most common ones, in any spelling of its letters. */
export async function isEasyPassword(password: string): Promise<boolean> {
  const plain = password.normalize('NFC').trim().toLowerCase()
  return plain === '' || (await commonPasswords()).has(plain)
}

/** Refuses a password that somebody chooses. Call it wherever one is set. */
export async function refuseEasyPassword(password: string): Promise<void> {
  if (await isEasyPassword(password)) fail('password_too_easy')
}
