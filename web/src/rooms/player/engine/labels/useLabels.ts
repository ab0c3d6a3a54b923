import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEngine, useSegment } from '../context.ts'
import type { Film } from '../film.ts'
import {
  type LabelTrack,
  labelsOfStep,
  labelsOfTrack,
  numberLabels,
  type PlacedLabel,
  readLabelTrack,
} from './labels.ts'

/** Returns the label track of a narrated film, or null until it is loaded. */
export function useLabelTrack(): LabelTrack | null {
  const url = useEngine().film.labelsUrl
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

/** Labels with a common numbering: those of a scene of the track, or of a step. */
export interface Scene {
  id: string
  entries: readonly { id: string; number: number; text: string }[]
}

export interface ShownLabels {
  /** The visible labels; a new array only when a label appears or disappears. */
  labels: readonly PlacedLabel[]
  /** Calls back with the positions at every frame. Returns the unsubscribe function. */
  watch: (listener: (placed: readonly PlacedLabel[]) => void) => () => void
  /** The labels of the legend, with the id of the current scene. */
  scenes: readonly Scene[]
  scene: string | null
}

const none: readonly PlacedLabel[] = []
/** A scene's legend appears slightly before its first label; the first legend appears at once. */
const ahead = 0.5

/** Returns the visible labels: of the track at this second, or of the selected step. */
export function useLabels(): ShownLabels {
  const { film, machine, labelsOn } = useEngine()
  const track = useLabelTrack()
  const { step } = useSegment()
  const clock = machine?.clock
  const [labels, setLabels] = useState(none)
  const [playing, setPlaying] = useState<string | null>(null)
  const watchers = useRef(new Set<(placed: readonly PlacedLabel[]) => void>())
  const placed = useRef(none)
  const runs = useMemo(() => (track ? numberLabels(track) : []), [track])

  const placedAt = useMemo(() => {
    if (!labelsOn) return () => none
    if (film.kind === 'narrated') return track ? labelsOfTrack(track, film.labelTexts) : () => none
    return labelsOfStep(film, film.buttonLabels, step)
  }, [labelsOn, film, track, step])

  useEffect(() => {
    if (!clock) return
    return clock.watch((second) => {
      const now = placedAt(second)
      placed.current = now
      setLabels((before) => (sameLabels(before, now) ? before : now))
      setPlaying(String((runs.findLast(({ from }) => from - ahead <= second) ?? runs[0])?.scene ?? ''))
      for (const watcher of watchers.current) watcher(now)
    })
  }, [clock, placedAt, runs])

  const watch = useMemo(
    () => (listener: (placed: readonly PlacedLabel[]) => void) => {
      watchers.current.add(listener)
      listener(placed.current)
      return () => watchers.current.delete(listener)
    },
    [],
  )

  const scenes = useMemo(
    () => (!labelsOn ? [] : film.kind === 'narrated' ? scenesOfTrack(runs, film.labelTexts) : scenesOfSteps(film)),
    [labelsOn, film, runs],
  )
  return { labels, watch, scenes, scene: film.kind === 'narrated' ? playing : step }
}

const sameLabels = (a: readonly PlacedLabel[], b: readonly PlacedLabel[]) =>
  a.length === b.length &&
  a.every(({ id, text, number }, i) => id === b[i]?.id && text === b[i]?.text && number === b[i]?.number)

function scenesOfTrack(runs: ReturnType<typeof numberLabels>, texts: Record<string, string>): Scene[] {
  const scenes = new Map<string, Map<number, string>>()
  for (const { scene, number, id } of runs) {
    const entries = scenes.get(String(scene)) ?? new Map<number, string>()
    scenes.set(String(scene), entries.set(number, id))
  }
  return [...scenes].map(([id, entries]) => ({
    id,
    entries: [...entries].flatMap(([number, label]) => {
      const text = texts[label]
      return text ? [{ id: label, number, text }] : []
    }),
  }))
}

const scenesOfSteps = (film: Film): Scene[] =>
  film.buttons.map(({ id }) => ({ id, entries: labelsOfStep(film, film.buttonLabels, id)(Infinity) }))
