import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the heading in the URL's hash, which is rendered only after the data has loaded. */
export function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])
}
