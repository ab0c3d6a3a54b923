import { handlePayWithPaypal, paypalCancelUrl } from '@cutaway/contract/rooms/billing.ts'
import { IconLinkOff, IconReceiptOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { signUpLinks } from '../../sites/contact/sign-up-links.ts'
import classes from './Return.module.css'

/** /paypalCancel: nothing was charged; a button begins another payment. */
export default function PayPalCancelPage() {
  const t = useTexts()
  const site = useSite()
  const { userId = '' } = useParams()
  const user = /^[1-9]\d{0,8}$/.test(userId) ? Number(userId) : null
  usePage(t('payment_response'))
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['cancelled payment', user],
    queryFn: ({ signal }) => call(paypalCancelUrl, { params: { user: user ?? 0 }, signal }),
    enabled: user !== null,
    retry: false,
    gcTime: 0,
  })
  const paying = useMutation({
    mutationFn: () => call(handlePayWithPaypal, { body: { user_id: user ?? 0 } }),
    onSuccess: ({ merchantUrl }) => location.assign(merchantUrl),
  })
  const failed = paying.error ?? error
  if (data?.responseType === 'success') return <Navigate to={paths.paypalSuccess} replace />
  const isNone = user === null || (failed instanceof CallFailed && failed.http === 404)
  return (
    <div className={classes.page} aria-live="polite">
      {isNone || data?.can_pay === false ? (
        <EmptyState
          heading="h1"
          icon={IconLinkOff}
          title={t('payment_none_title')}
          text={t('payment_none_text')}
          action={
            <Button component={Link} to={paths.publicHome}>
              {t('go_to_home')}
            </Button>
          }
        />
      ) : failed ? (
        <ErrorState
          heading="h1"
          title={t('page_broken')}
          error={failed}
          busy={isFetching || paying.isPending}
          onRetry={() => (paying.error ? paying.mutate() : void refetch())}
        />
      ) : data ? (
        <EmptyState
          heading="h1"
          icon={IconReceiptOff}
          title={t('payment_stopped_title')}
          text={t('payment_stopped_text')}
          action={
            <>
              <Button variant="filled" loading={paying.isPending || paying.isSuccess} onClick={() => paying.mutate()}>
                {t('payment_pay_again')}
              </Button>
              <Button component={Link} to={signUpLinks(site).signUp ?? paths.signUp}>
                {t('signup_change_order')}
              </Button>
            </>
          }
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </div>
  )
}
