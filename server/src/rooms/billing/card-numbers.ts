/**
 * Finds card numbers where none may be. They belong into the provider's fields; a number that reaches this server is
 * refused before anything stores or logs it.
 */

/** Returns whether digits pass the check of Luhn, which every card number does. */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (let n = 0; n < digits.length; n += 1) {
    const digit = Number(digits[digits.length - 1 - n])
    const twice = digit * 2
    sum += n % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

/** Returns whether a text holds 13 to 19 digits, with or without separators, that may be a card number. */
export const holdsCardNumber = (text: string): boolean =>
  [...text.matchAll(/\d(?:[ .\-_/]?\d){12,18}/g)].some(([found]) => isLuhn(found.replaceAll(/\D/g, '')))

/** Fields in which long numbers are no card numbers. */
export const opaqueFields = ['payment_token', 'token', 'request_key', 'cybersource_otp_id']

/** Returns the name of a field of a body that holds a card number; undefined if there is none. */
export const fieldWithCardNumber = (
  body: Readonly<Record<string, unknown>>,
  but: readonly string[],
): string | undefined =>
  Object.keys(body).find((field) => {
    const value = body[field]
    return !but.includes(field) && typeof value === 'string' && holdsCardNumber(value)
  })
