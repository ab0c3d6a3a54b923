import { IconCircleCheck, IconClockHour4, IconLinkOff, IconReceiptOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { AccountReady } from './AccountReady.tsx'
import { usePaymentResult } from './payment-result.ts'
import classes from './Return.module.css'

/** /paypalSuccess: asks how the payment ended until it is known, and gives the account. The page changes nothing. */
export default function PayPalSuccessPage() {
  const t = useTexts()
  usePage(t('payment_response'))
  const { data, error, isFetching, refetch } = usePaymentResult()
  const toHome = (
    <Button component={Link} to={paths.publicHome}>
      {t('go_to_home')}
    </Button>
  )
  return (
    <div
      className={classes.page}
      data-wide={data?.paid && !data.paid.is_reactivation ? true : undefined}
      aria-live="polite"
    >
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
      ) : data.paid?.is_reactivation ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('reactivate_done_title')}
          text={t('reactivate_done_text')}
          action={
            <Button component={Link} to={paths.login} variant="filled">
              {t('log_in')}
            </Button>
          }
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
