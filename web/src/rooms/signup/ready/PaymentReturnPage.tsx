import { twilioPaypalSuccessUrl } from '@cutaway/contract/rooms/billing/returns.ts'
import { minorOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import { IconCircleCheck, IconClockHour4, IconLinkOff, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSession } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { currencyOf } from '../plans/plan-choice.ts'
import { usePaymentResult } from './payment-result.ts'
import classes from './Return.module.css'

/**
 * /twilioPaypalSuccess: asks how a payment for text messages or a number ended until it is known. The page changes
 * nothing.
 */
export default function PaymentReturnPage() {
  const t = useTexts()
  const { money } = useFormat()
  const session = useSession()
  usePage(t('payment_response'))
  const { data, error, isFetching, refetch } = usePaymentResult()
  const name = useQuery({
    queryKey: ['name of the web site'],
    queryFn: ({ signal }) => call(twilioPaypalSuccessUrl, { signal }),
    staleTime: Infinity,
  })
  const ways = (
    <>
      <Button component={Link} variant="filled" to={session ? paths.home : paths.publicHome}>
        {t('go_to_home')}
      </Button>
      <Button component={Link} to={session ? paths.contact : paths.publicContact}>
        {t('contact')}
      </Button>
    </>
  )
  const site = name.data ? <p className={classes.site}>{name.data.friendlyWebsiteName}</p> : null
  return (
    <div className={classes.page} aria-live="polite">
      {site}
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
          text={t('payment_return_none')}
          action={ways}
        />
      ) : data.paid ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('payment_return_paid', {
            amount: money(minorOf(data.paid.amount), currencyOf(data.paid)),
          })}
          text={t('account_free', { email: data.paid.email })}
          action={ways}
        />
      ) : data.hasEnded ? (
        <EmptyState
          heading="h1"
          icon={IconReceiptOff}
          title={t('payment_failed_title')}
          text={t(data.error ?? 'failed')}
          action={ways}
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
