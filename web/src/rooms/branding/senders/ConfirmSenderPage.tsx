import { checkSenderLink, confirmSenderAddress } from '@cutaway/contract/rooms/branding/addresses.ts'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from '../Branding.module.css'

/** Confirms a sender address from a mailed link. Mail scanners open links too, so the user has to press the button. */
export default function ConfirmSenderPage() {
  const t = useTexts()
  const { token = '' } = useParams()
  usePage(t('confirm_sender_title'))
  const link = useQuery({
    queryKey: ['sender link', token],
    queryFn: ({ signal }) => call(checkSenderLink, { body: { token }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const confirming = useMutation({ mutationFn: () => call(confirmSenderAddress, { body: { token } }) })
  const refused = link.error instanceof CallFailed && link.error.http > 0 && link.error.http < 500
  const spent = confirming.error instanceof CallFailed && confirming.error.key === 'sender_link_expired'

  if (confirming.data)
    return (
      <div className={classes.narrow} role="status">
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('confirm_sender_done', { email: `\u2068${confirming.data.email}\u2069` })}
          text={t('confirm_sender_done_text')}
        />
      </div>
    )
  if (refused || spent)
    return (
      <div className={classes.narrow}>
        <EmptyState heading="h1" icon={IconLinkOff} title={t('link_not_good')} text={t('sender_link_expired')} />
      </div>
    )
  return (
    <div className={classes.narrow}>
      <h1 className={classes.question}>{t('mail_sender_title')}</h1>
      {link.isPending ? <SkeletonText lines={3} /> : null}
      {link.isError ? (
        <ErrorState
          heading="h2"
          title={t('link_not_checked')}
          error={link.error}
          busy={link.isFetching}
          onRetry={() => void link.refetch()}
        />
      ) : null}
      {link.data ? (
        <>
          <FormErrorSummary text={refusalText(confirming.error, t)} />
          <p className={classes.asks}>
            {t('mail_sender_text', { name: link.data.name, email: `\u2068${link.data.email}\u2069` })}
          </p>
          {link.data.is_webmail ? <p className={classes.note}>{t('sender_webmail')}</p> : null}
          <Button
            variant="filled"
            size="md"
            fullWidth
            loading={confirming.isPending}
            onClick={() => confirming.mutate()}
          >
            {t('confirm_sender_button')}
          </Button>
          <p className={classes.hint}>{t('mail_sender_not_you')}</p>
        </>
      ) : null}
    </div>
  )
}
