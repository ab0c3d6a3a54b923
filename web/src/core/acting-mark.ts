/** Remembers in this tab that a manager acts for a user, so that a page loaded after the time has run out knows it. */

const key = 'acting'

export function markActing(isActing: boolean): void {
  try {
    if (isActing) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  } catch {
    // A browser that stores nothing only shows the log-in page instead.
  }
}

export function wasActing(): boolean {
  try {
    return sessionStorage.getItem(key) === '1'
  } catch {
    return false
  }
}
