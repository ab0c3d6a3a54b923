import { getCustomAnimationsOnHome } from '@cutaway/contract/rooms/catalogue/home.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'

/** Returns the common parameters of the home page's calls: user, web site, language, brand and driver's side. */
export function useAsked() {
  const { user, web_site } = useSignedIn()
  const { language_id } = useLanguage()
  return {
    user: user.user_id,
    web_site: web_site.web_site_id,
    lang: String(language_id),
    brand: useBrandId(),
    driverside: web_site.driverside,
  }
}

/** Returns videos of the site and of the user's business. */
export function useCustomAnimations() {
  const params = useAsked()
  return useQuery({
    queryKey: ['custom-animations', params],
    queryFn: ({ signal }) => call(getCustomAnimationsOnHome, { params, signal }),
  })
}
