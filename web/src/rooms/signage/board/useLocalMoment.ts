import type { LocalMoment } from '@cutaway/contract/rooms/signage/day-parts.ts'
import { useEffect, useState } from 'react'
import { localMoment } from './board-format.ts'

/** Milliseconds between two looks at the clock. */
const tick = 20_000

/** Returns what the clock of a location shows, and renders again when it has moved on. */
export function useLocalMoment(timeZone: string): LocalMoment {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tick)
    return () => clearInterval(timer)
  }, [])
  return localMoment(now, timeZone)
}
