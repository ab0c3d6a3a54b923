import { userEvent } from 'vitest/browser'

/** A person who has only a keyboard: everything is reached with Tab. */

const nameOf = (element: Element | null): string =>
  element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''

/** Presses Tab until a control with this name, or one that passes the test, has the focus. Throws if none gets it. */
export async function tabTo(wanted: string | ((element: Element) => boolean)): Promise<void> {
  const isThere = (element: Element | null) =>
    element !== null && (typeof wanted === 'string' ? nameOf(element) === wanted : wanted(element))
  const met: string[] = []
  for (let presses = 0; presses < 40; presses += 1) {
    await userEvent.tab()
    if (isThere(document.activeElement)) return
    met.push(nameOf(document.activeElement))
  }
  throw new Error(`Tab does not reach ${String(wanted)}, but ${[...new Set(met)].join(', ')}`)
}
