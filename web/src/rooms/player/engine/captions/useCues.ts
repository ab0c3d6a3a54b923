import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../context.ts'
import { type Cue, readVtt } from './vtt.ts'

const none: readonly Cue[] = []

export interface Cues {
  cues: readonly Cue[]
  tag: string
  /** Why there is nothing to read: no captions in this language, or a file that could not be loaded. */
  missing: 'none' | 'failed' | null
}

/** The captions of the film in the language in which it is watched; none where it has none. */
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
