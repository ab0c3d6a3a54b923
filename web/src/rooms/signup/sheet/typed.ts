import type { Billing } from './BillingAddress.tsx'
import { empty, type Contact } from './contact.ts'

/**
 * Keeps what was typed in the sign-up while the visit lasts, so that a reload, the back button or closing the sheet
 * loses nothing. No password, card or code is among it.
 */

export interface Typed {
  /** Null: nothing of the form was changed, so that the stored draft fills it. */
  contact: Contact | null
  locations: number | null
  planId: number | null
  country: string | null
  /** Null: the billing address is that of the business. */
  billing: Billing | null
  promo: string | null
  member: boolean | null
}

const key = 'signup_typed'
export const nothingTyped: Typed = {
  contact: null,
  locations: null,
  planId: null,
  country: null,
  billing: null,
  promo: null,
  member: null,
}

/** Returns what was typed before; undefined at the first visit. */
export function readTyped(): Typed | undefined {
  try {
    const text = sessionStorage.getItem(key)
    if (text === null) return undefined
    const stored = JSON.parse(text) as Partial<Typed>
    const contact = stored.contact ? { ...empty, ...stored.contact, terms: false } : null
    return { ...nothingTyped, ...stored, contact }
  } catch {
    return undefined
  }
}

export function storeTyped(typed: Typed): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // A browser that stores nothing keeps it as long as the sheet is open.
  }
}

export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
