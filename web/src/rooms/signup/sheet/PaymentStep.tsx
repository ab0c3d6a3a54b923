import { startPayment } from '@cutaway/contract/rooms/billing.ts'
import type { CardToken } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { minorOf } from '@cutaway/contract/rooms/signup/plan-price.ts'
import { applyMobileOtp } from '@cutaway/contract/rooms/signup/plans.ts'
import { IconClockHour4, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useFormat, useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import CardFields, { type CardFieldsHandle } from '../../billing/CardFields.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { CodeField } from '../form/CodeField.tsx'
import { clockText, useSeconds } from '../form/useSeconds.ts'
import { currencyOf } from '../plans/plan-choice.ts'
import type { PaidFor } from '../ready/AccountReady.tsx'
import classes from './Sheet.module.css'
import { usePay } from './usePay.ts'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))
const codeErrors = new Set(['code_wrong', 'code_expired', 'code_too_many'])

/** The second step: the code of a text message where the web site wants one, the card, and the payment. */
export function PaymentStep({
  userId,
  provider,
  needsCode,
  phone,
  renderOrder,
  onBack,
  onPaid,
}: {
  userId: number
  provider: 'cybersource' | 'eway'
  needsCode: boolean
  /** Of the first step: where the code goes unless another number is typed. */
  phone: string
  /** Draws the order around the button. */
  renderOrder: (button: ReactNode) => ReactNode
  onBack: () => void
  onPaid: (paid: PaidFor) => void
}) {
  const t = useTexts()
  const { money } = useFormat()
  const card = useRef<CardFieldsHandle>(null)
  const bankDone = useRef<() => void>(undefined)
  const [mobile, setMobile] = useState(phone)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [asksHuman, setAsksHuman] = useState(false)
  const { captcha, prove, reset } = useCaptcha()
  const again = useSeconds()
  const due = useQuery({
    queryKey: ['payment of a registration', userId],
    queryFn: () => call(startPayment, { body: { user_id: userId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const sending = useMutation({
    mutationFn: () => call(applyMobileOtp, { body: { user_id: userId, cybersource_mobile: mobile.trim() } }),
    onSuccess: ({ seconds }) => {
      setCode('')
      setWrong(null)
      again.start(seconds)
    },
  })
  const payment = usePay({
    provider,
    userId,
    act: (action) =>
      new Promise((resolve) => {
        bankDone.current = resolve
        card.current?.act(action)
      }),
    onPaid,
  })
  const { refused } = payment

  if (due.error)
    return (
      <ErrorState title={t('page_broken')} error={due.error} busy={due.isFetching} onRetry={() => void due.refetch()} />
    )
  if (!due.data) return <SkeletonText lines={6} />
  if (payment.waiting !== null)
    return (
      <div aria-live="polite">
        <EmptyState icon={IconClockHour4} title={t('payment_checking_title')} text={t(payment.waiting)} />
      </div>
    )

  const isHumanAsked = due.data.needs_captcha || asksHuman || refused?.key === 'captcha_required'
  const submit = () => {
    if (payment.isPaying) return
    if (needsCode && (!sending.data || code.length < 6)) {
      setWrong(sending.data ? 'enter_six_digits' : 'signup_code_first')
      document.getElementById(sending.data ? 'code' : 'mobile')?.focus()
      return
    }
    setWrong(null)
    card.current?.submit()
  }
  const onToken = async ({ payment_token, name_on_card }: CardToken) => {
    if (isHumanAsked) setAsksHuman(true)
    const token = isHumanAsked ? await prove().catch(() => undefined) : undefined
    const proof = { mobile_otp: code, cybersource_otp_id: sending.data?.cybersource_otp_id, cybersource_mobile: mobile }
    payment.pay(
      { payment_token, name_on_card, ...(token ? { token } : {}), ...(needsCode && sending.data ? proof : {}) },
      {
        onSettled: (ended) => {
          if (ended?.kind === 'paid') return
          // The bank takes a security code once, and a code of a text message pays once.
          card.current?.clearCode()
          setCode('')
          reset()
        },
      },
    )
  }
  const isCodeWrong = refused !== null && codeErrors.has(refused.key)
  const codeError =
    wrong ?? (isCodeWrong && code === '' ? (refused.key === 'code_wrong' ? 'one_time_code_wrong' : refused.key) : null)
  const failure = refused && !isCodeWrong ? t(refused.key) : refusalText(payment.error, t)
  const amount = money(minorOf(due.data.total_amount), currencyOf(due.data))
  const sendError = sending.error instanceof CallFailed && again.left === 0 ? refusalText(sending.error, t) : undefined
  return (
    <div className={classes.sides}>
      <div className={classes.fields}>
        {failure === undefined || payment.isPaying ? null : <FormErrorSummary text={failure} />}
        {needsCode ? (
          <section className={classes.part}>
            <h3>{t('signup_mobile_title')}</h3>
            <div className={classes.mobile}>
              <TextInput
                id="mobile"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                dir="ltr"
                label={t('mobile_phone')}
                error={wrong === 'signup_code_first' ? t(wrong) : sendError}
                value={mobile}
                onChange={({ currentTarget }) => setMobile(currentTarget.value)}
              />
              <Button disabled={again.left > 0} loading={sending.isPending} onClick={() => sending.mutate()}>
                {again.left > 0
                  ? t('code_again_in', { time: clockText(again.left) })
                  : t(sending.data ? 'code_again' : 'send_code')}
              </Button>
            </div>
            {sending.data ? (
              <CodeField
                id="code"
                label={t('one_time_code')}
                description={t('code_sent_to', { address: mobile })}
                error={codeError === null || codeError === 'signup_code_first' ? undefined : t(codeError)}
                value={code}
                onChange={setCode}
              />
            ) : null}
          </section>
        ) : null}
        <section className={classes.part}>
          <h3>{t('signup_card_title')}</h3>
          <CardFields
            ref={card}
            token={due.data.page_token ?? ''}
            onToken={(given) => void onToken(given)}
            onActionDone={() => bankDone.current?.()}
            onEnter={submit}
          />
        </section>
        {isHumanAsked ? (
          <Suspense fallback={null}>
            <Captcha ref={captcha} />
          </Suspense>
        ) : null}
      </div>
      {renderOrder(
        <>
          <Button
            variant="filled"
            size="md"
            fullWidth
            loading={payment.isPaying}
            leftSection={<IconLock size={18} stroke={1.75} aria-hidden />}
            onClick={submit}
          >
            {t('signup_pay', { amount })}
          </Button>
          <Button variant="subtle" fullWidth disabled={payment.isPaying} onClick={onBack}>
            {t('signup_back')}
          </Button>
        </>,
      )}
    </div>
  )
}
