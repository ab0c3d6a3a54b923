import { paypalSuccessUrl } from '@cutaway/contract/rooms/billing.ts'
import { IconCircleCheck, IconClockHour4, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSession } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Changed.module.css'

/** Returns how the last payment ended; `none`: there is none, as after a change of the wallet without a charge. */
async function readResult(signal: AbortSignal) {
  const { status, http, message, data, error_message, timeCount } = await send(paypalSuccessUrl, { signal })
  if (http === 404) return { end: 'none' as const, key: '', seconds: 0 }
  if (http !== 200) throw new CallFailed(message, http)
  const key = error_message?.error ?? message
  const seconds = timeCount ?? 3
  if (status === 1 && data?.responseType === 'success') return { end: 'paid' as const, key, seconds }
  const hasFailed = status === 0 && (message === 'failed' || key === 'payment_not_taken')
  return { end: hasFailed ? ('failed' as const) : ('waiting' as const), key, seconds }
}

/** /billingPaypalSuccess: says what is stored about a change that was paid or approved at PayPal. It changes nothing. */
export default function ChangedPage() {
  const t = useTexts()
  const session = useSession()
  usePage(t('payment_response'))
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['payment of a change'],
    queryFn: ({ signal }) => readResult(signal),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.end === 'waiting' && state.error === null ? state.data.seconds * 1000 : false,
  })
  const next = session ? (
    <Button component={Link} to={paths.billing} variant="filled">
      {t('to_billing')}
    </Button>
  ) : (
    <Button component={Link} to={paths.publicHome}>
      {t('go_to_home')}
    </Button>
  )
  return (
    <div className={classes.page} aria-live="polite">
      {error ? (
        <ErrorState
          heading="h1"
          title={t('page_broken')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <SkeletonText lines={4} />
      ) : data.end === 'waiting' ? (
        <EmptyState
          heading="h1"
          icon={IconClockHour4}
          title={t('payment_checking_title')}
          text={t(data.key === 'ok' ? 'payment_being_checked' : data.key)}
        />
      ) : data.end === 'failed' ? (
        <EmptyState
          heading="h1"
          icon={IconReceiptOff}
          title={t('payment_failed_title')}
          text={t(data.key)}
          action={next}
        />
      ) : (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t(data.end === 'paid' ? 'change_paid_title' : 'change_approved_title')}
          text={t('change_paid_text')}
          action={next}
        />
      )}
    </div>
  )
}
