import { paypalSuccessUrl } from '@cutaway/contract/rooms/billing.ts'
import { IconClockHour4, IconLinkOff, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { AccountReady } from './AccountReady.tsx'
import classes from './Return.module.css'

/** Returns how the payment of this browser's sign-up ended; null if there is none. */
async function readResult(signal: AbortSignal) {
  const answer = await send(paypalSuccessUrl, { signal })
  if (answer.http === 404) return null
  if (answer.status === 0 && answer.http !== 200) throw new CallFailed(answer.message, answer.http)
  const { data } = answer
  const paid = answer.status === 1 && data?.responseType === 'success' ? data : null
  const error = answer.error_message?.error
  const hasEnded = paid !== null || answer.message === 'failed' || error === 'payment_not_taken'
  return { paid, error, hasEnded, seconds: answer.timeCount ?? 3 }
}

/** /paypalSuccess: asks how the payment ended until it is known, and gives the account. The page changes nothing. */
export default function PayPalSuccessPage() {
  const t = useTexts()
  usePage(t('payment_response'))
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['payment of the sign-up'],
    queryFn: ({ signal }) => readResult(signal),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !state.data.hasEnded && state.error === null ? state.data.seconds * 1000 : false,
  })
  const toHome = (
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
      ) : data === null ? (
        <EmptyState
          heading="h1"
          icon={IconLinkOff}
          title={t('payment_none_title')}
          text={t('payment_none_text')}
          action={toHome}
        />
      ) : data.paid ? (
        <AccountReady paid={data.paid} />
      ) : data.hasEnded ? (
        <EmptyState
          heading="h1"
          icon={IconReceiptOff}
          title={t('payment_failed_title')}
          text={t(data.error ?? 'failed')}
          action={toHome}
        />
      ) : (
        <EmptyState
          heading="h1"
          icon={IconClockHour4}
          title={t('payment_checking_title')}
          text={t(data.error ?? 'payment_being_checked')}
        />
      )}
    </div>
  )
}
