import { handlePayWithPaypal, startPayment } from '@cutaway/contract/rooms/billing.ts'
import { IconClockHour4, IconReceiptOff, IconWallet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import type { Paid } from '../ready/AccountReady.tsx'
import { usePaymentResult } from '../ready/payment-result.ts'
import classes from './Sheet.module.css'

/** A sign-up whose payment had begun when the page was left: shows how it ended, or how it goes on. */
export function OpenPayment({
  isActive,
  isCard,
  userId,
  email,
  renderReady,
  renderOther,
  onEnded,
  onCardAgain,
}: {
  /** The account is open. */
  isActive: boolean
  isCard: boolean
  userId: number
  email: string
  renderReady: (paid: Paid) => ReactNode
  renderOther: (content: ReactNode) => ReactNode
  /** Nothing was charged: the order can be changed and paid again. */
  onEnded: () => void
  /** The person had left the page of the bank: the payment by card begins again. */
  onCardAgain: () => void
}) {
  const t = useTexts()
  const result = usePaymentResult()
  const going = useMutation({
    mutationFn: (path: '' | '/cancel') =>
      call(handlePayWithPaypal, { body: { user_id: userId } }).then(({ merchantUrl }) => merchantUrl + path),
    onSuccess: (url) => location.assign(url),
  })
  const { data } = result
  // The bank's page was in the page that was left, so that this payment cannot go on.
  const restarting = useMutation({
    mutationFn: async () => {
      const { page_token } = await call(startPayment, { body: { user_id: userId } })
      await fetch(`/pay/${page_token ?? ''}/cancel`, { redirect: 'manual' })
    },
    onSuccess: onCardAgain,
  })
  const { mutate: restart, isIdle } = restarting
  const isLeft = isCard && data?.waitsForPerson === true
  useEffect(() => {
    if (isLeft && isIdle) restart()
  }, [isLeft, isIdle, restart])
  const error = result.error ?? going.error ?? restarting.error
  if (error)
    return renderOther(
      <ErrorState
        title={t('page_broken')}
        error={error}
        busy={result.isFetching || going.isPending}
        onRetry={() => {
          going.reset()
          restarting.reset()
          void result.refetch()
        }}
      />,
    )
  if (data === undefined) return renderOther(<SkeletonText lines={6} />)
  if (data?.paid) return renderReady(data.paid)
  if (isActive) return renderReady({ amount: '0.00', currency: 'USD', email })
  if (isLeft) return renderOther(<SkeletonText lines={6} />)
  return renderOther(
    <div className={classes.middle} aria-live="polite">
      {data === null || data.hasEnded ? (
        <EmptyState
          icon={IconReceiptOff}
          title={t('payment_failed_title')}
          text={t(data?.error ?? 'failed')}
          action={
            <Button variant="filled" onClick={onEnded}>
              {t('signup_change_order')}
            </Button>
          }
        />
      ) : data.waitsForPerson ? (
        <EmptyState
          icon={IconWallet}
          title={t('signup_open_title')}
          text={t('signup_open_text')}
          action={
            <>
              <Button variant="filled" loading={going.isPending || going.isSuccess} onClick={() => going.mutate('')}>
                {t('signup_to_paypal')}
              </Button>
              <Button disabled={going.isPending || going.isSuccess} onClick={() => going.mutate('/cancel')}>
                {t('signup_open_cancel')}
              </Button>
            </>
          }
        />
      ) : (
        <EmptyState
          icon={IconClockHour4}
          title={t('payment_checking_title')}
          text={t(data.error ?? 'payment_being_checked')}
        />
      )}
    </div>,
  )
}
