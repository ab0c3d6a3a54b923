/**
 * Collects what is typed between opening the share dialog and the cursor being in its first field, which loads for a
 * moment. The field takes it, so that no key is lost.
 */

export interface Typed {
  text: string
  /** Enter was pressed after the text. */
  isEntered: boolean
}

const nothing: Typed = { text: '', isEntered: false }
let typed = nothing
let listening: AbortController | null = null

/** Begins to collect. Returns a function that ends it. */
export function collectTyping(): () => void {
  listening?.abort()
  typed = nothing
  const mine = new AbortController()
  listening = mine
  const { signal } = mine
  document.addEventListener('keydown', onKeyDown, { capture: true, signal })
  // The cursor is somewhere else: from here on, typing goes there.
  document.addEventListener('focusin', ({ target }) => (isTypedIn(target) ? mine.abort() : undefined), { signal })
  return () => mine.abort()
}

/** Returns what has been typed so far. */
export const typedEarly = (): Typed => typed

/** Returns what was typed, once, and stops collecting. */
export function takeTyping(): Typed {
  const taken = typed
  typed = nothing
  listening?.abort()
  return taken
}

const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

function onKeyDown(event: KeyboardEvent): void {
  const { key } = event
  if (isTypedIn(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (key === 'Tab' || key === 'Escape') {
    takeTyping()
    return
  }
  // The first key begins a name: a space or Enter belongs to the button that has the focus.
  const isText = key.length === 1 && (key !== ' ' || typed.text !== '')
  if (!isText && (typed.text === '' || (key !== 'Enter' && key !== 'Backspace'))) return
  // Neither a shortcut of the page nor the button that has the focus.
  event.preventDefault()
  event.stopPropagation()
  if (key === 'Enter') typed = { ...typed, isEntered: true }
  else if (!typed.isEntered) typed = { ...typed, text: isText ? typed.text + key : typed.text.slice(0, -1) }
}
