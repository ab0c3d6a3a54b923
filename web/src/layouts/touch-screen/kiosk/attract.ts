import { useEffect, useState } from 'react'

/** Decides when a touch screen that no one uses plays films to attract customers. */

const key = 'cutaway attract'

/** Stores that the page, which is about to reload, starts with the films. */
export function beginAttract(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage the films start when the start page has not been touched for the idle time.
  }
}

export function endAttract(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There was nothing to remove.
  }
}

function isStored(): boolean {
  try {
    return sessionStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Returns whether the films play: after the reset of an idle screen, and when a page that was just opened is not touched
 * for the idle time. The first touch leaves the rest to the reset.
 */
export function useAttract(idleSeconds: number): [attracts: boolean, set: (attracts: boolean) => void] {
  const [attracts, setAttracts] = useState(isStored)
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      for (const touch of touches) removeEventListener(touch, stop, { capture: true })
    }
    const timer = setTimeout(() => setAttracts(true), idleSeconds * 1000)
    for (const touch of touches) addEventListener(touch, stop, { capture: true, passive: true })
    return stop
  }, [idleSeconds])
  return [attracts, setAttracts]
}
