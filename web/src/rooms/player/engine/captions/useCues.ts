import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../context.ts'
import { type Cue, readVtt } from './vtt.ts'

const none: readonly Cue[] = []

export interface Cues {
  cues: readonly Cue[]
  tag: string
  /** Why there are no captions: none in this language, or the file failed to load. */
  missing: 'none' | 'failed' | null
}

/** Returns the captions of the film in the current language; empty if there are none. */
export function useCues(): Cues {
  const { film, tongue } = useEngine()
  const track = film.captions.find(({ tag }) => tag === tongue)
  const { data = none, isError } = useQuery({
    queryKey: ['captions', track?.url],
    enabled: track !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await fetch(track?.url ?? '', { signal })
      if (!answer.ok) throw new Error(`captions: ${answer.status}`)
      return readVtt(await answer.text())
    },
  })
  return { cues: data, tag: tongue, missing: !track ? 'none' : isError ? 'failed' : null }
}
