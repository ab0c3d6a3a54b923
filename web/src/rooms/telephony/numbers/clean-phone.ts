/** Returns a typed number as E.164; '' for nothing, and undefined for what is no number with its country code. */
export function cleanPhone(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s().-]/g, '')
  if (digits === '') return ''
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
