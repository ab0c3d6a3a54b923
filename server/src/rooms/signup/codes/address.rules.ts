import { isEmail } from '@cutaway/contract/addresses.ts'
import { parsePhoneNumberFromString, type CountryCode, type NumberType } from 'libphonenumber-js/max'

/** The key of a person's address, so that spellings of one address count as one. */

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** Returns the key of a mail address: lower case, without plus parts, and without dots at Gmail. Undefined if invalid. */
export function emailKey(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) return undefined
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const local = email.slice(0, at).replace(/\+.*$/, '')
  if (local === '') return undefined
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** Numbers that cost the sender or the owner extra, or that receive no text messages. */
const refused = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'VOICEMAIL',
  'UAN',
  'FIXED_LINE',
])

export interface Mobile {
  /** E.164. */
  number: string
  /** Upper case. */
  country: string
}

/** Reads a mobile number as typed. Undefined for one that cannot be valid, or that receives no text messages. */
export function mobileOf(typed: string, of: { dialCode?: string; country?: string } = {}): Mobile | undefined {
  const digits = typed.replaceAll(/[^\d+]/g, '')
  const dial = of.dialCode?.replaceAll(/\D/g, '')
  const country = of.country?.toUpperCase() as CountryCode | undefined
  const whole = digits.startsWith('+') || !dial ? digits : `+${dial}${digits.replace(/^0+/, '')}`
  const parsed = parsePhoneNumberFromString(whole, country)
  if (!parsed?.isValid() || parsed.country === undefined) return undefined
  const type = parsed.getType()
  return type === undefined || refused.has(type) ? undefined : { number: parsed.number, country: parsed.country }
}

/** '+1 503 555 0186' -> '+1 •••• ••86', for the screen that asks for the code. */
export function masked(address: string): string {
  if (!address.includes('@')) return `${address.slice(0, 3)}•••••${address.slice(-2)}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
