import { getAboutText } from '@cutaway/contract/rooms/sites/sites.ts'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { LegalText } from './LegalText.tsx'

/** What the product is, for visitors (/baboutus) and for signed-in users (/aboutus). */
export default function AboutPage() {
  const t = useTexts()
  const lang = String(useLanguage().language_id)
  return (
    <LegalText
      heading={t('nav_about')}
      queryKey={['about', lang]}
      load={(signal) => call(getAboutText, { params: { lang }, signal })}
    />
  )
}
