import { paths } from '../../../paths.ts'

/** The page on which acting for somebody began in this tab: the manager returns there. */

const key = 'acting-from'

export function rememberPlace(page: string): void {
  try {
    sessionStorage.setItem(key, page)
  } catch {
    // A browser that stores nothing returns to the home page.
  }
}

/** Returns the remembered page and forgets it; the home page if there is none. */
export function takePlace(): string {
  try {
    const page = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return page ?? paths.home
  } catch {
    return paths.home
  }
}
