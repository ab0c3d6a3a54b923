import { useEffect, useRef, useState } from 'react'
import { useEngine } from './engine/context.ts'

/**
 * A value made from the second of the film. The component is drawn anew only when the value changes: `make` answers
 * something simple, such as a number or a text. `of` is what the value is made of beside the second.
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
