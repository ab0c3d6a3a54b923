import { getSearchedResults } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useShownType } from '../VideoTypeSwitch.tsx'

const pause = 150

/**
 * What a keyword finds, asked when the typing pauses. Answers belong to their question: a late one of an earlier keyword
 * never takes the place of a newer one. `settled`: what is there answers what stands in the field now. Without a `kind`
 * the user's own comes first.
 */
export function useSearch(keyword: string, kind?: VideoType) {
  const { language_id } = useLanguage()
  const shown = useShownType()
  const type = kind ?? shown.type
  const wanted = keyword.trim()
  const [asked] = useDebouncedValue(wanted, pause)
  const query = useQuery({
    queryKey: ['search', language_id, type, asked],
    queryFn: ({ signal }) =>
      call(getSearchedResults, { body: { keyword: asked, langaudeId: language_id, video_type: type }, signal }),
    enabled: asked !== '' && wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Somebody waits with the finger on the key: a failure is told soon, with a way to try again.
    networkMode: 'always',
    retry: 1,
    retryDelay: 300,
  })
  const blank = wanted === ''
  return {
    films: blank ? undefined : query.data,
    error: !blank && query.isError && asked === wanted ? query.error : null,
    settled: !blank && asked === wanted && query.isSuccess && !query.isPlaceholderData,
    retry: () => void query.refetch(),
    busy: query.isFetching,
  }
}
