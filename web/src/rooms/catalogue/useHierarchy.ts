import { getMainSystemsSubSystemsHierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useLanguage } from '../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../core/session.ts'

/** Returns systems, sub-systems and films of the brand, in the language of the page. */
export function useHierarchy() {
  const { user, web_site } = useSignedIn()
  const { language_id } = useLanguage()
  const brand = useBrandId()
  const params = { user: user.user_id, lang: String(language_id), brand, driverside: web_site.driverside }
  return useQuery({
    queryKey: ['hierarchy', params],
    queryFn: ({ signal }) => call(getMainSystemsSubSystemsHierarchy, { params, signal }),
    placeholderData: keepPreviousData,
  })
}
