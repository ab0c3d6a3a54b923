import { getTermsAndCondition } from '@cutaway/contract/rooms/sites/sites.ts'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { LegalText } from './LegalText.tsx'

/** The terms of the site in the language of the page. */
export default function TermsPage() {
  const t = useTexts()
  const { web_site_id: site } = useSite()
  const { language_id: language } = useLanguage()
  return (
    <LegalText
      heading={t('terms_and_condition')}
      queryKey={['legal', 'terms', site, language]}
      load={(signal) =>
        call(getTermsAndCondition, {
          params: { web_site: site, key: 'terms_and_condition', lang: String(language) },
          signal,
        })
      }
    />
  )
}
