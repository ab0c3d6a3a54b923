import { startPayment } from '@cutaway/contract/rooms/billing.ts'
import type { CardToken } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { checkPerMinValidation } from '@cutaway/contract/rooms/billing.ts'
import { minorOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import { IconClockHour4, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, send } from '../../../core/api.ts'
import { useFormat, useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import CardFields, { type CardFieldsHandle } from '../../billing/CardFields.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { useSeconds } from '../form/useSeconds.ts'
import { currencyOf } from '../plans/plan-choice.ts'
import type { Paid } from '../ready/AccountReady.tsx'
import { BillingAddress, type Billing, type BillingHandle } from './BillingAddress.tsx'
import { MobileCode, type MobileCodeHandle, type MobileProof } from './MobileCode.tsx'
import classes from './Sheet.module.css'
import { usePay } from './usePay.ts'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))
const codeErrors: Record<string, string | undefined> = {
  code_wrong: 'one_time_code_wrong',
  code_expired: 'code_expired',
  code_too_many: 'code_too_many',
}

/** The second step: the code of a text message where the web site wants one, the card, and the payment. */
export function PaymentStep({
  head,
  userId,
  provider,
  needsCode,
  phone,
  address,
  country,
  countryNames,
  billing,
  onBilling,
  renderOrder,
  onBack,
  onPaid,
  onLeft,
}: {
  /** The title, with the person and the way back. */
  head: ReactNode
  userId: number
  provider: 'cybersource' | 'eway'
  needsCode: boolean
  /** Of the first step: where the code goes unless another number is typed. */
  phone: string
  /** The address of the business in one line. */
  address: string
  country: string
  countryNames: readonly { value: string; label: string }[]
  billing: Billing | null
  onBilling: (billing: Billing | null) => void
  /** Draws the order around the button. */
  renderOrder: (button: ReactNode) => ReactNode
  onBack: () => void
  onPaid: (paid: Paid) => void
  /** The payment waits for an answer to the bank that this page cannot give. */
  onLeft: () => void
}) {
  const t = useTexts()
  const { money } = useFormat()
  const site = useSite()
  const [query] = useSearchParams()
  const card = useRef<CardFieldsHandle>(null)
  const mobile = useRef<MobileCodeHandle>(null)
  const invoice = useRef<BillingHandle>(null)
  const bankDone = useRef<() => void>(undefined)
  /** What goes with the card: read when the button is pressed, before the frame gives its token. */
  const beside = useRef<{ proof: MobileProof | undefined; billing: Billing | null }>({
    proof: undefined,
    billing: null,
  })
  const [asksHuman, setAsksHuman] = useState(false)
  const { captcha, prove, reset } = useCaptcha()
  const blocked = useSeconds()
  const { start: block } = blocked
  const due = useQuery({
    queryKey: ['payment of a registration', userId],
    queryFn: () => call(startPayment, { body: { user_id: userId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const throttle = useQuery({
    queryKey: ['payments per minute', site.web_site_id],
    queryFn: ({ signal }) => send(checkPerMinValidation, { params: { web_site_id: site.web_site_id }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const wait = throttle.data?.timerStatus === 0 ? throttle.data.timeCount?.second : undefined
  useEffect(() => {
    if (wait !== undefined) block(wait)
  }, [wait, block])
  const payment = usePay({
    provider,
    userId,
    act: (action) =>
      new Promise((resolve) => {
        bankDone.current = resolve
        card.current?.act(action)
      }),
    onPaid,
    onLeft,
    onBlocked: block,
  })
  const { refused } = payment

  if (due.error)
    return (
      <ErrorState title={t('page_broken')} error={due.error} busy={due.isFetching} onRetry={() => void due.refetch()} />
    )
  if (!due.data) return <SkeletonText lines={6} />
  if (payment.waiting !== null)
    return (
      <div className={classes.middle} aria-live="polite">
        <EmptyState icon={IconClockHour4} title={t('payment_checking_title')} text={t(payment.waiting)} />
      </div>
    )

  const isHumanAsked = due.data.needs_captcha || asksHuman || refused?.key === 'captcha_required'
  const submit = () => {
    if (payment.isPaying || blocked.left > 0) return
    const proof = needsCode ? mobile.current?.read() : undefined
    const given = invoice.current?.read()
    if ((needsCode && !proof) || given === undefined) return
    beside.current = { proof, billing: given }
    card.current?.submit()
  }
  const onToken = async ({ payment_token, name_on_card }: CardToken) => {
    let token: string | undefined
    if (isHumanAsked) {
      setAsksHuman(true)
      token = await prove().catch(() => undefined)
      // The captcha says why it could not be solved.
      if (token === undefined) return
    }
    const { proof, billing: given } = beside.current
    const returnUrl = query.get('returnURL')
    payment.pay(
      {
        payment_token,
        name_on_card,
        ...(token ? { token } : {}),
        ...proof,
        ...given,
        ...(returnUrl ? { returnUrl: returnUrl.slice(0, 500) } : {}),
      },
      {
        onSettled: (ended) => {
          if (ended?.kind === 'paid') return
          // The bank takes a security code once, and a code of a text message pays once. Nothing was used where the
          // payment did not begin: what was typed stays for the next try.
          if (ended?.kind === 'refused' && !ended.isAttempt && codeErrors[ended.key] === undefined) return reset()
          card.current?.clearCode()
          mobile.current?.clear(ended !== undefined && ended.kind === 'refused' && ended.isAttempt)
          reset()
        },
      },
    )
  }
  const codeError = refused === null ? null : (codeErrors[refused.key] ?? null)
  const failure =
    refused && codeError === null && refused.key !== 'too_many_requests'
      ? t(refused.key)
      : refused
        ? undefined
        : refusalText(payment.error, t)
  const amount = money(minorOf(due.data.total_amount), currencyOf(due.data))
  return (
    <div className={classes.sides}>
      <div className={classes.fields}>
        {head}
        {failure === undefined || payment.isPaying ? null : <FormErrorSummary key={payment.tries} text={failure} />}
        {needsCode ? <MobileCode ref={mobile} userId={userId} phone={phone} error={codeError} /> : null}
        <section className={classes.part}>
          <h3>{t('signup_card_title')}</h3>
          <CardFields
            ref={card}
            token={due.data.page_token ?? ''}
            onToken={(given) => void onToken(given)}
            onActionDone={() => bankDone.current?.()}
            onEnter={submit}
          />
          <p className={classes.safe}>
            <IconLock size={16} stroke={1.75} aria-hidden />
            {t('signup_card_safe', { provider: provider === 'eway' ? 'eWAY' : 'CyberSource', site: site.name })}
          </p>
        </section>
        <BillingAddress
          ref={invoice}
          same={address}
          given={billing}
          country={country}
          countryNames={countryNames}
          onChange={onBilling}
        />
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
            size="lg"
            fullWidth
            loading={payment.isPaying}
            disabled={blocked.left > 0}
            leftSection={<IconLock size={18} stroke={1.75} aria-hidden />}
            onClick={submit}
          >
            {t('signup_pay', { amount })}
          </Button>
          {payment.isPaying || blocked.left > 0 ? (
            <p className={classes.busy} role="status">
              {payment.isPaying ? t('signup_keep_open') : t('retry_countdown', { seconds: blocked.left })}
            </p>
          ) : null}
          <Button variant="subtle" fullWidth className={classes.back} disabled={payment.isPaying} onClick={onBack}>
            {t('signup_back')}
          </Button>
        </>,
      )}
    </div>
  )
}
