import { isEmail } from '@cutaway/contract/addresses.ts'
import { parseMobileNumber } from '../../../core/mobile-numbers.ts'

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

export interface Mobile {
  /** E.164. */
  number: string
  /** Upper case. */
  country: string
}

/** Reads a mobile number as typed. Undefined for one that cannot be valid, or that receives no text messages. */
export function mobileOf(typed: string, of: { dialCode?: string; country?: string } = {}): Mobile | undefined {
  const dial = of.dialCode?.replaceAll(/\D/g, '')
  const text = typed.trim()
  const whole =
    !dial || /^[+\s(]*(?:\+|0[\s)]*0)/.test(text) ? text : `+${dial}${text.replaceAll(/\D/g, '').replace(/^0+/, '')}`
  const parsed = parseMobileNumber(whole, of.country)
  return parsed?.country === undefined ? undefined : { number: parsed.e164, country: parsed.country.toUpperCase() }
}

/** '+1 503 555 0186' -> '+1 •••• ••86', for the screen that asks for the code. */
export function masked(address: string): string {
  if (!address.includes('@')) return `${address.slice(0, 3)}•••••${address.slice(-2)}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
