import type { CardToken } from '@cutaway/contract/rooms/billing/card-frame.ts'
import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import {
  changeCardDetailsCybersource,
  changeCardDetailsEway,
  changeCardDetailsPayPal,
  startCardChange,
  type Subscription,
} from '@cutaway/contract/rooms/billing/subscription.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { call, send } from '../../../core/api.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import CardFields, { type CardFieldsHandle } from '../CardFields.tsx'
import { PaymentNotice } from '../pay/PaymentNotice.tsx'
import { useCharge } from '../pay/useCharge.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { useReloadSubscription } from '../useSubscription.ts'
import classes from './Billing.module.css'
import { meansText } from './standing.ts'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))

/** Replaces the stored card, or leads to PayPal for another account. What is owed is charged at once. */
export function MeansDialog({
  now,
  means,
  onClose,
}: {
  now: Subscription
  means: StoredMeans | null
  onClose: () => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const reload = useReloadSubscription()
  const card = useRef<CardFieldsHandle>(null)
  const bankDone = useRef<() => void>(undefined)
  const { captcha, prove, reset } = useCaptcha()
  const opened = useQuery({
    queryKey: ['card change', user.user_id],
    queryFn: () => call(startCardChange, { body: { user_id: user.user_id } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const needsCaptcha = opened.data?.needs_captcha === true
  const saving = useCharge({
    charge: ({ card: { payment_token, name_on_card }, token }: { card: CardToken; token?: string }, request_key) =>
      send(now.provider === 'eway' ? changeCardDetailsEway : changeCardDetailsCybersource, {
        body: { user_id: user.user_id, payment_token, name_on_card, request_key, ...(token ? { token } : {}) },
      }),
    act: (action) =>
      new Promise((resolve) => {
        bankDone.current = resolve
        card.current?.act(action)
      }),
    onDone: (data) => {
      toast(data?.amount ? 'means_saved_and_paid' : 'means_saved')
      void reload()
      onClose()
    },
  })
  const leaving = useMutation({
    mutationFn: () => call(changeCardDetailsPayPal, { body: { user_id: user.user_id } }),
    onSuccess: ({ paypalDetails }) => location.assign(paypalDetails.merchantUrl),
  })
  const isWallet = opened.data ? opened.data.means === 'approval' : now.provider === 'paypal'
  const title = t(isWallet ? (means ? 'change_wallet' : 'add_wallet') : means ? 'change_card' : 'add_card')
  const save = async (typed: CardToken) => {
    const token = needsCaptcha ? await prove().catch(() => undefined) : undefined
    if (needsCaptcha && token === undefined) return
    saving.charge(
      { card: typed, ...(token ? { token } : {}) },
      {
        onSettled: () => {
          // A bank takes a security code once, and a solved captcha counts once.
          card.current?.clearCode()
          reset()
        },
      },
    )
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {isWallet ? (
            <Button
              variant="filled"
              disabled={!opened.data}
              loading={leaving.isPending || leaving.isSuccess}
              onClick={() => leaving.mutate()}
            >
              {t('signup_to_paypal')}
            </Button>
          ) : (
            <Button
              variant="filled"
              disabled={!opened.data || saving.waiting !== null}
              loading={saving.isCharging}
              onClick={() => card.current?.submit()}
            >
              {t('save_card')}
            </Button>
          )}
        </>
      }
    >
      <QueryState query={opened} failed={t('card_frame_not_loaded')} heading="h3" waiting={<SkeletonText lines={4} />}>
        {({ page_token, arrears }) => (
          <div className={classes.form}>
            <PaymentNotice payment={isWallet ? { refused: null, error: leaving.error, waiting: null } : saving} />
            <MeansWords means={means} arrears={arrears} isWallet={isWallet} />
            {isWallet ? null : (
              <CardFields
                ref={card}
                token={page_token}
                onToken={(typed) => void save(typed)}
                onActionDone={() => bankDone.current?.()}
                onEnter={() => card.current?.submit()}
              />
            )}
            {needsCaptcha && !isWallet ? (
              <Suspense fallback={null}>
                <Captcha ref={captcha} />
              </Suspense>
            ) : null}
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

function MeansWords({
  means,
  arrears,
  isWallet,
}: {
  means: StoredMeans | null
  arrears: { amount: string; currency: string } | null
  isWallet: boolean
}) {
  const t = useTexts()
  const format = useBillingFormat()
  return (
    <>
      <p className={classes.text}>
        {means
          ? t('means_replaces', { means: meansText(means, t) })
          : t(isWallet ? 'means_first_wallet' : 'means_first')}
      </p>
      <p className={classes.text}>
        {arrears
          ? t('means_then_arrears', { amount: format.amount(arrears.amount, arrears.currency) })
          : t('means_nothing_charged')}
      </p>
    </>
  )
}
