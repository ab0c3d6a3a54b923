/** The page that a visitor wanted before the login. Kept for this tab only, and only an address of this site. */

const key = 'saved_state'

/**
 * The address as a path of this origin, or null. Refuses other origins, protocol-relative and backslash forms, control
 * characters and anything that is not a path, so that a link cannot lead a fresh login to another site.
 */
export function relativePath(address: string | null | undefined, origin = 'https://same.invalid'): string | null {
  if (!address || address.length > 2000 || !address.startsWith('/') || address.startsWith('//')) return null
  // oxlint-disable-next-line no-control-regex -- browsers drop these characters, which would change what is checked
  if (/[\\\u0000-\u001f\u007f]/.test(address)) return null
  try {
    const url = new URL(address, origin)
    // Dots may have climbed to an address that starts with two slashes after all.
    if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return null
    return url.pathname + url.search + url.hash
  } catch {
    return null
  }
}

export function saveReturnTo(address: string): void {
  const path = relativePath(address)
  try {
    if (path) sessionStorage.setItem(key, path)
  } catch {
    // Storage may be refused: the login then leads to the home page.
  }
}

/** Reads and forgets. */
export function takeReturnTo(): string | null {
  try {
    const path = relativePath(sessionStorage.getItem(key))
    sessionStorage.removeItem(key)
    return path
  } catch {
    return null
  }
}
