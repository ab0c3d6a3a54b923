import { getUserGuide } from '@cutaway/contract/rooms/sites/guide.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'

/** The user guide of the site, in the variant of the page's language. */
export function useGuide() {
  const lang = String(useLanguage().language_id)
  return useQuery({
    queryKey: ['user-guide', lang],
    queryFn: ({ signal }) => call(getUserGuide, { params: { lang }, signal }),
    staleTime: Infinity,
  })
}
