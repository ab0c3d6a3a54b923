import { handleAgreeTermsAndCondtion } from '@cutaway/contract/rooms/sessions.ts'
import { getTermsAndCondition } from '@cutaway/contract/rooms/sites/sites.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { signedIn, useSite } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { paths } from '../../paths.ts'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { Prose } from '../../ui/layout/Prose.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'

/** Asks the user to accept the terms or log out, on sites that require it. The dialog cannot be closed. */
export default function AgreeTermsDialog() {
  const t = useTexts()
  const navigate = useNavigate()
  const { web_site_id, name } = useSite()
  const { language_id } = useLanguage()
  const text = useQuery({
    queryKey: ['legal', 'terms', web_site_id, language_id],
    queryFn: ({ signal }) =>
      call(getTermsAndCondition, {
        params: { web_site: web_site_id, lang: String(language_id), key: 'terms_and_condition' },
        signal,
      }),
    staleTime: Infinity,
  })
  const accept = useMutation({
    mutationFn: () => call(handleAgreeTermsAndCondtion, { params: { web_site_id } }),
    onSuccess: signedIn,
    onError: toast,
  })
  const leave = () => void navigate(paths.logout)
  return (
    <Dialog
      title={t('agree_terms_title')}
      closable={false}
      onClose={leave}
      footer={
        <>
          <FooterNote>{t('agree_terms_note', { site: name })}</FooterNote>
          <Button onClick={leave}>{t('agree_terms_decline')}</Button>
          <Button variant="filled" loading={accept.isPending} disabled={!text.data} onClick={() => accept.mutate()}>
            {t('agree_terms_accept')}
          </Button>
        </>
      }
    >
      <QueryState query={text} failed={t('text_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {({ html }) => <Prose html={html} />}
      </QueryState>
    </Dialog>
  )
}
