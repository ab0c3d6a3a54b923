/** Stores the URL that a visitor requested before the login, for this tab only. Accepts only URLs of this site. */

const key = 'saved_state'

/**
 * Returns the URL as a path of this origin, or null. Rejects other origins, protocol-relative and backslash forms,
 * control characters and anything that is not a path, so that a link cannot redirect a fresh login to another site.
 */
export function relativePath(address: string | null | undefined, origin = 'https://same.invalid'): string | null {
  if (!address || address.length > 2000 || !address.startsWith('/') || address.startsWith('//')) return null
  // oxlint-disable-next-line no-control-regex -- browsers drop these characters, which would change what is checked
  if (/[\\\u0000-\u001f\u007f]/.test(address)) return null
  try {
    const url = new URL(address, origin)
    // Resolving dot segments may produce a path that starts with two slashes.
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
    // The browser may refuse storage: the login then opens the home page.
  }
}

/** Returns the stored URL and deletes it. */
export function takeReturnTo(): string | null {
  try {
    const path = relativePath(sessionStorage.getItem(key))
    sessionStorage.removeItem(key)
    return path
  } catch {
    return null
  }
}
