import { getPrivacyPolicy, getTermsAndCondition } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Prose } from '../../ui/layout/Prose.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'

/** Shows the privacy policy or the terms of the site in the language of the page. The server has sanitised the text. */
export default function LegalDialog({ which, onClose }: { which: 'privacy' | 'terms'; onClose: () => void }) {
  const t = useTexts()
  const { web_site_id } = useSite()
  const { language_id } = useLanguage()
  const at = { web_site: web_site_id, lang: String(language_id) }
  const text = useQuery({
    queryKey: ['legal', which, web_site_id, language_id],
    queryFn: ({ signal }) =>
      which === 'privacy'
        ? call(getPrivacyPolicy, { params: { ...at, key: 'privacy_policy' }, signal })
        : call(getTermsAndCondition, { params: { ...at, key: 'terms_and_condition' }, signal }),
    staleTime: Infinity,
  })
  const title = t(which === 'privacy' ? 'privacy_policy' : 'terms_and_condition')
  return (
    <Dialog
      title={text.data?.title ?? title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <QueryState query={text} failed={t('text_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {({ html }) => <Prose html={html} />}
      </QueryState>
    </Dialog>
  )
}
