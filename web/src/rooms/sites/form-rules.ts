/** Validates form fields: each rule returns the message key of the error, or null. The server validates again. */

export type Rule = (value: string) => string | null

/** Requires a value within the server's length limit. */
export const required =
  (key: string, most = 200): Rule =>
  (value) =>
    value.trim() === '' ? key : value.trim().length > most ? 'text_too_long' : null

/** Empty is fine. */
export const optional =
  (most: number): Rule =>
  (value) =>
    value.trim().length > most ? 'text_too_long' : null

/** One @, a dot in the domain, no spaces. */
export const email: Rule = (value) => {
  const text = value.trim()
  if (text === '') return 'enter_your_email'
  return /^[^\s@,;]+@[^\s@,;.]+(\.[^\s@,;.]+)+$/.test(text) && text.length <= 200 ? null : 'email_not_valid'
}
