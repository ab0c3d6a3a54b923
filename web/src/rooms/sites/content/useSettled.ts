import { useEffect, useState } from 'react'

const pause = 300

/** Returns a value once it has not changed for a moment. */
export function useSettled(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
