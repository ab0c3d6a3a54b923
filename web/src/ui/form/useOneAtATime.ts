import { useRef } from 'react'

/**
 * Makes a piece of work run once at a time: asked again while it runs, it answers with the same promise. The second press
 * of a double click comes before the page shows that it is busy, and must not send, pay or show a secret a second time.
 */
export function useOneAtATime<A extends unknown[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const running = useRef<Promise<R>>(undefined)
  return (...args) => {
    running.current ??= work(...args).finally(() => {
      running.current = undefined
    })
    return running.current
  }
}
