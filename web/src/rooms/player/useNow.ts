import { useEffect, useRef, useState } from 'react'
import { useEngine } from './engine/context.ts'

/**
 * Returns a value derived from the second of the film. Re-renders only when the value changes, so `make` must return a
 * primitive such as a number or a string. `of` contains the other dependencies.
 */
export function useNow<T extends string | number | null>(make: (second: number) => T, of: unknown): T {
  const clock = useEngine().machine?.clock
  const [value, setValue] = useState(() => make(0))
  const latest = useRef(make)
  useEffect(() => {
    latest.current = make
  })
  useEffect(() => clock?.watch((second) => setValue(latest.current(second))), [clock, of])
  return value
}
