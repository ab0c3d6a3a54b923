import { getWebSiteDetailsForFreeTrial } from '@cutaway/contract/rooms/signup/trial.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { durationWords, signUpLinks } from '../../sites/contact/sign-up-links.ts'
import { useClose } from '../../sites/useClose.ts'
import { useCovidCode } from '../../sites/contact/covid-code.ts'
import { type Stopped, TrialForm } from './TrialForm.tsx'

/** /free_trial, over the public home page: whom to send the code to, the code, and the reasons that stop a trial. */
export default function TrialDialog() {
  const t = useTexts()
  const close = useClose()
  const site = useSite()
  const { language_code } = useLanguage()
  const title = site.free_trial_label || t('start_free_trial')
  const hasCode = useCovidCode() !== undefined
  const [stopped, setStopped] = useState<Stopped | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['free_trial'],
    queryFn: () => call(getWebSiteDetailsForFreeTrial),
    enabled: site.show_free_trial === 1 && !hasCode,
    gcTime: 0,
    staleTime: 8 * 60_000,
    refetchOnWindowFocus: false,
  })
  usePage(title)

  if (site.show_free_trial === 0 || hasCode)
    return <Notice title={title} text={t('no_trial_here', { email: site.contact_email })} onClose={close} />
  const block: Stopped | null =
    stopped ??
    (data && data.blockstatus !== 'none'
      ? {
          key: data.blockstatus === 'temporary' ? 'free_trial_temporary_block' : 'free_trial_per_minute_block',
          seconds: data.seconds,
        }
      : null)
  if (block)
    return (
      <Blocked
        block={block}
        onClose={close}
        onRetry={() => {
          setStopped(null)
          void refetch()
        }}
      />
    )
  return (
    <Dialog title={title} size="sm" onClose={close}>
      {error ? (
        <ErrorState title={t('page_broken')} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <TrialForm
          details={data}
          intro={t('free_trial_intro', { time: durationWords(language_code, site.free_trail_time) })}
          newToken={async () => (await refetch({ throwOnError: true })).data?.token ?? ''}
          onStopped={setStopped}
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  )
}

function Notice({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog title={title} size="sm" onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p>{text}</p>
    </Dialog>
  )
}

/** Says why no trial can start now: an hour's block with the contact address, a minute's block, or today's trial is used. */
function Blocked({ block, onClose, onRetry }: { block: Stopped; onClose: () => void; onRetry: () => void }) {
  const t = useTexts()
  const site = useSite()
  const { language_code } = useLanguage()
  const { signUp } = signUpLinks(site)
  const isMinute = block.key === 'free_trial_per_minute_block'
  const isUsed = block.key === 'free_trial_used'
  const hours = Math.ceil(block.seconds / 3600)
  return (
    <Dialog
      kind="alertdialog"
      size="sm"
      title={t(isUsed ? 'free_trial_used_title' : 'free_trial_blocked_title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {isMinute ? (
            <Button variant="filled" onClick={onRetry}>
              {t('try_again')}
            </Button>
          ) : null}
          {isUsed ? (
            <Button component={Link} to={signUp ?? paths.publicContact} variant="filled" replace preventScrollReset>
              {t(signUp ? 'subscribe' : 'contact')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{t(block.key, { email: site.contact_email })}</p>
      {isUsed ? <p>{t('free_trial_next', { time: durationWords(language_code, hours * 3600) })}</p> : null}
    </Dialog>
  )
}
