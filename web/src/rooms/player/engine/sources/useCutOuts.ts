import { useQuery } from '@tanstack/react-query'
import { type CutOut, readSprite } from './sprite.ts'

const noCutOuts: readonly CutOut[] = []

/** Returns the small pictures of a film by their times; none before they have loaded. */
export function useCutOuts(url: string | null): readonly CutOut[] {
  const { data = noCutOuts } = useQuery({
    queryKey: ['thumbnails', url],
    enabled: url !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await fetch(url ?? '', { signal })
      if (!answer.ok) throw new Error(`thumbnails: ${answer.status}`)
      return readSprite(await answer.text(), answer.url)
    },
  })
  return data
}
