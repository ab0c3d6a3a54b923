import { useSyncExternalStore } from 'react'

/**
 * The promo code stimulus2020, in any letter case: while the visit lasts it hides the free trial and goes along with the
 * registration as covid_promo_code.
 */

const code = 'stimulus2020'
const key = 'covid_promo_code'
const listeners = new Set<() => void>()

/** Remembers the code if it is this one. */
export function rememberCovidCode(promo: string): void {
  if (promo.trim().toLowerCase() !== code) return
  try {
    sessionStorage.setItem(key, code)
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
  for (const listener of listeners) listener()
}

export function covidCode(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The code, also once it is remembered while the page is shown. */
export const useCovidCode = (): string | undefined => useSyncExternalStore(subscribe, covidCode)
