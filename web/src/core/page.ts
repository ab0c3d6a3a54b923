import { useEffect, useRef, useSyncExternalStore } from 'react'
import { boot } from './boot.ts'

/** The shell's data about the current page: title, breadcrumbs, the header on a phone. */

export interface Crumb {
  label: string
  /** Omitted on the page itself. */
  to?: string
}

export interface PageState {
  title: string
  crumbs: readonly Crumb[]
  /**
   * On a phone the page has its own header with a back link and no tab bar: for a page with one action at the bottom.
   * With `fills`, the page is as high as the screen and has no footer.
   */
  phone: { back: string; subtitle?: string; fills?: boolean } | null
}

const nothing: PageState = { title: '', crumbs: [], phone: null }
/**
 * A dialog with its own URL is stacked above its page. The topmost entry applies; closing it restores the one below.
 */
const stack: { state: PageState }[] = []
const top = (): PageState => stack.at(-1)?.state ?? nothing
let announcement = ''
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const show = () => {
  const { title } = top()
  if (title) document.title = `${title} · ${boot.web_site.name}`
  for (const listener of listeners) listener()
}

let focusWanted = false
/** Called by the router after a navigation, so that the heading of the new page takes the focus. */
export function pageChanged(): void {
  focusWanted = true
}

function moveFocus(): void {
  if (!focusWanted) return
  focusWanted = false
  // A dialog that opened with the page keeps the focus.
  if (document.activeElement?.closest('dialog')) return
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Registers the current page with the shell. Every page calls this once. `title` is in the language of the page; pass
 * undefined while it is unknown (a film that is still loading). Sets the document's title, announces it to screen
 * readers, and moves the focus to the heading after a navigation. `view` names the content that the URL selects: a
 * change of it counts as a navigation.
 */
export function usePage(
  title: string | undefined,
  more: { crumbs?: readonly Crumb[]; phone?: PageState['phone']; view?: string } = {},
): void {
  const { crumbs = [], phone = null, view } = more
  const shape = JSON.stringify([title, crumbs, phone])
  const shown = useRef(view)
  const mine = useRef({ state: nothing })
  useEffect(() => {
    const entry = mine.current
    stack.push(entry)
    return () => {
      stack.splice(stack.indexOf(entry), 1)
      focusWanted &&= stack.length === 0
      show()
    }
  }, [])
  useEffect(() => {
    if (title === undefined) return
    if (shown.current !== view) pageChanged()
    shown.current = view
    if (focusWanted && top().title !== title) announcement = title
    mine.current.state = { title, crumbs, phone }
    show()
    moveFocus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `shape` stands for title, crumbs and phone
  }, [shape, view])
}

export const usePageState = (): PageState => useSyncExternalStore(subscribe, top)
export const useAnnouncement = (): string => useSyncExternalStore(subscribe, () => announcement)
