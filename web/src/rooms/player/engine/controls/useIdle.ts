import { useEffect, useState } from 'react'

const rest = 3000
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Returns whether the element has had no input for 3 s. Always false while `on` is false. */
export function useIdle(element: HTMLElement | null, on: boolean): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!element || !on) return
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), rest)
    }
    wake()
    for (const sign of signs) element.addEventListener(sign, wake)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) element.removeEventListener(sign, wake)
      setIdle(false)
    }
  }, [element, on])
  return idle
}
