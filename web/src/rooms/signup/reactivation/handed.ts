import { relativePath } from '../../../core/return-to.ts'

/**
 * Names and passwords in the address of a page. They are taken out of the address at once, so that they stay neither in
 * the history nor in a report of an error, and are kept in memory only.
 */

export interface Handed {
  username: string
  password: string
  promo?: string
  /** Where to go afterwards, on this web site only. */
  returnTo?: string
}

let handed: Handed | null = null

const decoded = (text: string | undefined): string | null => {
  try {
    return text === undefined ? null : decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Returns what an address of /reactivateAccount or /reactivatePaypalAccount holds; null for any other. */
export function handedBy({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Handed | null {
  const [, page, ...parts] = pathname.split('/')
  if (!/^reactivate(Paypal)?Account$/i.test(page ?? '')) return null
  const [username, password, , promo] = parts.map(decoded)
  if (!username || !password) return null
  const query = new URLSearchParams(search)
  const code = promo ?? query.get('promo')
  const returnTo = relativePath(query.get('returnURL'))
  return { username, password, ...(code ? { promo: code } : {}), ...(returnTo ? { returnTo } : {}) }
}

/** Keeps what the address holds, and shows the address of the form in its place. */
export function takeFromAddress(formPath: string): Handed | null {
  const found = handedBy(location)
  if (found) {
    handed = found
    history.replaceState(history.state, '', formPath)
  }
  return handed
}

export function forgetHanded(): void {
  handed = null
}
