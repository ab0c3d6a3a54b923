import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** An address may point at a heading that comes only with the data. */
export function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])
}
