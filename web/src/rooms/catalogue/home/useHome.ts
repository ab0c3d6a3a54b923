import { getHomepageSystems, getNews, getRelatedSystems } from '@cutaway/contract/rooms/catalogue/home.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { useShownType } from '../VideoTypeSwitch.tsx'
import { useAsked } from './useCustomAnimations.ts'

/** Queries of the home page besides the library. */

/** Returns the site's chosen systems for the current type of films. */
export function useHomepageSystems() {
  const { user, lang, brand, driverside } = useAsked()
  const { type } = useShownType()
  const params = { userOrSite: user, lang, brand, driverside, videoType: type }
  return useQuery({
    queryKey: ['homepage-systems', params],
    queryFn: ({ signal }) => call(getHomepageSystems, { params, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Returns the systems related to one. */
export function useRelatedSystems(system: number) {
  const asked = useAsked()
  const { type } = useShownType()
  const params = { ...asked, system, videoType: type }
  return useQuery({
    queryKey: ['related-systems', params],
    queryFn: ({ signal }) => call(getRelatedSystems, { params, signal }),
  })
}

/** Returns the news of the site, also for visitors. */
export function useNews() {
  const { web_site_id: web_site } = useSite()
  const lang = String(useLanguage().language_id)
  return useQuery({
    queryKey: ['news', web_site, lang],
    queryFn: ({ signal }) => call(getNews, { params: { web_site, lang }, signal }),
  })
}
