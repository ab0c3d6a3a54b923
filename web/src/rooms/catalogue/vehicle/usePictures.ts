import { useCallback, useEffect, useRef, useState } from 'react'
import { nextToLoad, standIn } from './loading.ts'

/** If the current picture takes longer than this, the page reports a slow connection. */
const slowAfterMs = 4000

export interface Pictures {
  /** Number of the picture to show: the current one, or the nearest while it loads. Null before the first. */
  shown: number | null
  loaded: ReadonlySet<number>
  failed: ReadonlySet<number>
  slow: boolean
  /** Retries the failed pictures. */
  retry: () => void
}

const none: ReadonlySet<number> = new Set()
const withOne = (set: ReadonlySet<number>, image: number) => new Set(set).add(image)

/**
 * Fetches and decodes pictures before they are shown, so that changing the picture is instant. Fetches nothing unless
 * `needed`; `ahead` also fetches pictures that may be shown next. The URLs must belong to one vehicle for the life of
 * the component.
 */
export function usePictures(
  urls: readonly string[],
  { wanted, needed, ahead }: { wanted: number; needed: boolean; ahead: boolean },
): Pictures {
  const [loaded, setLoaded] = useState(none)
  const [failed, setFailed] = useState(none)
  const [slow, setSlow] = useState(false)
  const began = useRef<number | null>(null)
  const busy = useRef(new Set<number>())
  /**
   * Keeps decoded pictures referenced, because the browser might otherwise fetch and decode them again during a turn.
   */
  const held = useRef(new Map<number, HTMLImageElement>())
  const count = urls.length

  useEffect(() => {
    if (!needed || count === 0) return
    began.current ??= wanted
    const next = nextToLoad(wanted, began.current, count, { loaded, failed, busy: busy.current })
    for (const image of ahead ? next : next.filter((one) => one === wanted)) {
      busy.current.add(image)
      const picture = new Image()
      picture.src = urls[image - 1] ?? ''
      picture
        .decode()
        .then(
          () => {
            held.current.set(image, picture)
            busy.current.delete(image)
            setLoaded((before) => withOne(before, image))
          },
          () => {
            busy.current.delete(image)
            setFailed((before) => withOne(before, image))
          },
        )
        .catch(() => undefined)
    }
  }, [needed, ahead, urls, count, wanted, loaded, failed])

  const waiting = needed && !loaded.has(wanted) && !failed.has(wanted)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])

  const retry = useCallback(() => setFailed(none), [])
  const anyFailed = failed.size > 0
  useEffect(() => {
    if (!anyFailed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [anyFailed, retry])

  return { shown: standIn(wanted, loaded, count), loaded, failed, slow, retry }
}
