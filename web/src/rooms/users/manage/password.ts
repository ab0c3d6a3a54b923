const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a random password of 12 lower-case letters and digits. */
export function generatePassword(): string {
  let password = ''
  while (password.length < 12)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      // 252 is the largest multiple of 36 in a byte: higher values would favour the first letters.
      if (byte < 252 && password.length < 12) password += letters[byte % letters.length]
  return password
}
