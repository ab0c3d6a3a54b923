import { useSyncExternalStore } from 'react'

/** The open dialogs, the topmost last. While one is open the page does not scroll, and everything outside it is inert. */

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  const page = document.documentElement
  if (open.length === 0) {
    page.style.removeProperty('overflow')
    page.style.removeProperty('scrollbar-gutter')
  } else if (page.style.overflow !== 'hidden') {
    // The place of a scroll bar is kept, so that nothing jumps when the page stops scrolling.
    if (innerWidth > page.clientWidth) page.style.setProperty('scrollbar-gutter', 'stable')
    page.style.overflow = 'hidden'
  }
  for (const listener of listeners) listener()
}

/** Dialogs whose next close event is ours. */
const closedHere = new WeakSet<HTMLDialogElement>()

/** Returns whether a close event follows from `holdOpen`, as when React hides a page that still loads, not from the user. */
export const isClosedHere = (dialog: HTMLDialogElement): boolean => closedHere.delete(dialog)

/** What had the focus before a dialog that closed below another one, and can have it again only when that one closes. */
let waiting: Element | null = null

/**
 * Opens a dialog above everything else and returns the close function, which restores the focus, also if a dialog closes
 * together with a question above it.
 */
export function holdOpen(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  change([...open, dialog])
  return () => {
    if (dialog.open) closedHere.add(dialog)
    const isTop = open.at(-1) === dialog
    dialog.close()
    change(open.filter((other) => other !== dialog))
    if (!isTop) waiting ??= before
    else {
      if (waiting instanceof HTMLElement) waiting.focus()
      waiting = null
    }
  }
}

/** Returns the topmost dialog, or null: content that must stay usable above a dialog is rendered inside it. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1) ?? null,
  )
