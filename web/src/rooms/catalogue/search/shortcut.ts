import { getLocal } from '../../../core/local-storage.ts'

/** The key "/" jumps into the search, unless somebody writes, or has switched single keys off. */

/** Where the player keeps that shortcuts of single letters are off (`keys: false`); the switch stands beside the film. */
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
  // A dialog has the page: what lies under it takes no keys.
  return !isWriting(event.target) && !document.getElementById('root')?.inert && !switchedOff()
}
