import { useCallback, useEffect, useRef, useState } from 'react'
import { nextToLoad, standIn } from './loading.ts'

/** Without the wanted picture for this long the page says that the line is slow. */
const slowAfterMs = 4000

export interface Pictures {
  /** Number of the picture to show: the wanted one, or the nearest while it is on its way. Null before the first. */
  shown: number | null
  loaded: ReadonlySet<number>
  failed: ReadonlySet<number>
  slow: boolean
  /** Asks again for those that failed. */
  retry: () => void
}

const none: ReadonlySet<number> = new Set()
const withOne = (set: ReadonlySet<number>, image: number) => new Set(set).add(image)

/**
 * Fetches and decodes pictures as they are wanted, so that a change of picture is a change of something that is there
 * already. Nothing is fetched while it is not `needed`; `ahead` also fetches those that may be wanted next. The urls are
 * of one vehicle for the life of the component.
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
  /** Decoded pictures are held, or the browser might fetch and decode them once more in the middle of a turn. */
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
