/** What this tab remembers of an upgrade. later: the person closed it. away: the person went to the provider's page. */

const nameOf = (what: 'later' | 'away') => `upgrade ${what}`

export function keep(what: 'later' | 'away'): void {
  try {
    sessionStorage.setItem(nameOf(what), '1')
  } catch {
    // A browser that stores nothing shows the offer again on the next page.
  }
}

export function forget(what: 'later' | 'away'): void {
  try {
    sessionStorage.removeItem(nameOf(what))
  } catch {
    // Nothing was stored.
  }
}

export function isKept(what: 'later' | 'away'): boolean {
  try {
    return sessionStorage.getItem(nameOf(what)) === '1'
  } catch {
    return false
  }
}
