import { Button } from '@mantine/core'
import { getPrivacyPolicy, getTermsAndCondition } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Prose } from '../../ui/layout/Prose.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'

/** Privacy policy or terms of the site, in the language of the page. The server has cleaned the text. */
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
      {text.isPending ? <SkeletonText lines={8} /> : null}
      {text.isError ? (
        <ErrorState
          title={t('text_not_loaded')}
          error={text.error}
          busy={text.isFetching}
          onRetry={() => void text.refetch()}
        />
      ) : null}
      {text.data ? <Prose html={text.data.html} /> : null}
    </Dialog>
  )
}
