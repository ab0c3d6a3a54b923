import { useCallback, useEffect, useState } from 'react'

/** Counts seconds down to 0. The end is a point in time, so that a sleeping tab continues correctly. */
export function useSeconds(): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const start = useCallback((seconds: number) => {
    const current = performance.now()
    setNow(current)
    setEnd(current + seconds * 1000)
  }, [])
  const isRunning = end > now
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return { left: Math.max(0, Math.ceil((end - now) / 1000)), start }
}
