import { useLayoutEffect, useState } from 'react'
import type { Size } from './labels.ts'

const empty: Size = { width: 0, height: 0 }

/** Returns the size of an element and updates on resize. */
export function useBox(element: Element | null): Size {
  const [size, setSize] = useState(empty)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
