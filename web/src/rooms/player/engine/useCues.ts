import { useQuery } from '@tanstack/react-query'
import { useEngine } from './context.ts'
import { type Cue, readVtt } from './vtt.ts'

const none: readonly Cue[] = []

/** The captions of the film in the language in which it is watched; none where it has none. */
export function useCues(): { cues: readonly Cue[]; tag: string } {
  const { film, tongue } = useEngine()
  const track = film.captions.find(({ tag }) => tag === tongue)
  const { data = none } = useQuery({
    queryKey: ['captions', track?.url],
    enabled: track !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await fetch(track?.url ?? '', { signal })
      if (!answer.ok) throw new Error(`captions: ${answer.status}`)
      return readVtt(await answer.text())
    },
  })
  return { cues: data, tag: tongue }
}
