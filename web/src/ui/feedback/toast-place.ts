import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The element with which the user last did something: what a new notice is about. */
let touched: Element | null = null
const touch = ({ target }: Event) => {
  touched = target instanceof Element ? target : null
}

/** Returns what a notice must not cover: the element itself, or the row that it belongs to. */
const subject = (): Element | null => touched?.closest('tr, li, [role="row"]') ?? touched

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * What a notice must not cover, whatever it is about: the controls of a list, for example. The page behind a dialog cannot
 * be used, so there only what the dialog keeps clear counts.
 */
const keptClear = (dialog: Element | null) => [...(dialog ?? document).querySelectorAll('[data-keep-clear]')]

/**
 * Places the notices at the bottom if they would cover what the newest one is about, or what is kept clear, else at the top. `newest` is its
 * id, `dialog` the dialog that they are in; when it closes, they are placed again on the page below. Returns the ref of their region.
 */
export function useToastPlace(newest: number | undefined, dialog: Element | null): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    document.addEventListener('pointerdown', touch, true)
    document.addEventListener('keydown', touch, true)
    return () => {
      document.removeEventListener('pointerdown', touch, true)
      document.removeEventListener('keydown', touch, true)
    }
  }, [])
  // Measured at the top, before the notice is painted.
  useLayoutEffect(() => {
    const notices = region.current
    if (!notices || newest === undefined) return
    notices.dataset['place'] = 'top'
    const place = notices.getBoundingClientRect()
    const seen = [subject(), ...keptClear(dialog)]
    if (seen.some((one) => one?.isConnected && overlap(place, one.getBoundingClientRect())))
      notices.dataset['place'] = 'bottom'
  }, [newest, dialog])
  return region
}
