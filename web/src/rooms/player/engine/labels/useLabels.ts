import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEngine, useSegment } from '../context.ts'
import type { Clock } from '../sources/frames.ts'
import { type LabelTrack, labelsOfStep, labelsOfTrack, type PlacedLabel, readLabelTrack } from './labels.ts'

/** Returns the label track of a narrated film, or null until it is loaded. */
export const useLabelTrack = (): LabelTrack | null => useTrackAt(useEngine().film.labelsUrl)

/** Returns the label track at a URL, or null until it is loaded. */
export function useTrackAt(url: string | null): LabelTrack | null {
  const { data = null } = useQuery({
    queryKey: ['labels', url],
    enabled: url !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await fetch(url ?? '', { signal })
      if (!answer.ok) throw new Error(`labels: ${answer.status}`)
      return readLabelTrack(await answer.json())
    },
  })
  return data
}

export interface ShownLabels {
  /** The visible labels; a new array only when a label appears or disappears. */
  labels: readonly PlacedLabel[]
  /** Calls back with the positions at every frame. Returns the unsubscribe function. */
  watch: (listener: (placed: readonly PlacedLabel[]) => void) => () => void
}

const none: readonly PlacedLabel[] = []

/** Returns the visible labels: of the track at this second, or of the selected step. */
export function useLabels(): ShownLabels {
  const { film, machine, labelsOn } = useEngine()
  const track = useLabelTrack()
  const { step } = useSegment()
  const placedAt = useMemo(() => {
    if (!labelsOn) return () => none
    if (film.kind === 'narrated') return track ? labelsOfTrack(track, film.labelTexts) : () => none
    return labelsOfStep(film, film.buttonLabels, step)
  }, [labelsOn, film, track, step])
  return useShownLabels(machine?.clock, placedAt)
}

/** Returns the labels that a clock shows. `placedAt` stays the same function as long as the film does. */
export function useShownLabels(
  clock: Pick<Clock, 'watch'> | undefined,
  placedAt: (second: number) => readonly PlacedLabel[],
): ShownLabels {
  const [labels, setLabels] = useState(none)
  const watchers = useRef(new Set<(placed: readonly PlacedLabel[]) => void>())
  const placed = useRef(none)

  useEffect(() => {
    if (!clock) return
    return clock.watch((second) => {
      const now = placedAt(second)
      placed.current = now
      setLabels((before) => (sameLabels(before, now) ? before : now))
      for (const watcher of watchers.current) watcher(now)
    })
  }, [clock, placedAt])

  const watch = useMemo(
    () => (listener: (placed: readonly PlacedLabel[]) => void) => {
      watchers.current.add(listener)
      listener(placed.current)
      return () => watchers.current.delete(listener)
    },
    [],
  )

  return { labels, watch }
}

const sameLabels = (a: readonly PlacedLabel[], b: readonly PlacedLabel[]) =>
  a.length === b.length &&
  a.every(({ id, text, number }, i) => id === b[i]?.id && text === b[i]?.text && number === b[i]?.number)
