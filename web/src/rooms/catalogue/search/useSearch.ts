import { getSearchedResults } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useShownType } from '../VideoTypeSwitch.tsx'

const pause = 150

/**
 * Searches for a keyword when typing pauses. A late response to an earlier keyword never replaces a newer one.
 * `settled`: the results belong to the current text of the field. Without a `kind`, films of the user's own kind come
 * first.
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
    // The user is waiting, so a failure is shown soon, with a retry.
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
