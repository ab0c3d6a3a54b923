import { getLocal } from './local-storage.ts'

/** Focuses the search on "/", unless the user is typing or has switched single-key shortcuts off. */

/**
 * The storage key in which the player stores that single-key shortcuts are off (`keys: false`); the switch is on the
 * film page.
 */
const kept = 'film_choices'

function switchedOff(): boolean {
  try {
    const choices: unknown = JSON.parse(getLocal(kept) ?? 'null')
    return typeof choices === 'object' && choices !== null && Reflect.get(choices, 'keys') === false
  } catch {
    return false
  }
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  // An open dialog blocks the shortcuts of the page below.
  return !isWriting(event.target) && !document.getElementById('root')?.inert && !switchedOff()
}
