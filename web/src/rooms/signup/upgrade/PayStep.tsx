import type { CardToken } from '@cutaway/contract/rooms/billing/card-frame.ts'
import {
  handleConfirmUpgradeUser,
  upgradeTrialUser,
  type UpgradeQuote,
  type UpgradeState,
} from '@cutaway/contract/rooms/signup/upgrade.ts'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { call, send } from '../../../core/api.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import CardFields, { type CardFieldsHandle } from '../../billing/CardFields.tsx'
import { PaymentNotice } from '../../billing/pay/PaymentNotice.tsx'
import { useCharge } from '../../billing/pay/useCharge.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { keep } from './kept.ts'
import classes from './Upgrade.module.css'
import type { StepProps } from './UpgradeDialog.tsx'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))

/** The exact amounts, then the card, the way to PayPal, or nothing to pay. */
export function PayStep({ state, onState, onBack, onClose, title, count }: StepProps) {
  const t = useTexts()
  const { billing_plan_id, max_location } = state
  // The price is computed again whenever the step opens: it goes on from here, also in another browser.
  const quote = useQuery({
    queryKey: ['price of an upgrade', billing_plan_id, max_location, state.promo_code],
    queryFn: () => call(upgradeTrialUser, { body: { billing_plan_id: billing_plan_id ?? 0, max_location } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const card = useRef<CardFieldsHandle>(null)
  const bankDone = useRef<() => void>(undefined)
  const { captcha, prove, reset } = useCaptcha()
  const paying = useCharge({
    charge: ({ typed, token }: { typed: CardToken | null; token?: string }, request_key) =>
      send(handleConfirmUpgradeUser, {
        body: {
          request_key,
          ...(typed ? { payment_token: typed.payment_token, name_on_card: typed.name_on_card } : {}),
          ...(token ? { token } : {}),
        },
      }),
    act: (action) =>
      new Promise((resolve) => {
        bankDone.current = resolve
        card.current?.act(action)
      }),
    onDone: () => onState({ ...state, step: 'done' }),
  })
  const pay = async (typed: CardToken | null, needsCaptcha: boolean) => {
    const token = needsCaptcha ? await prove().catch(() => undefined) : undefined
    if (needsCaptcha && token === undefined) return
    paying.charge(
      { typed, ...(token ? { token } : {}) },
      {
        onSettled: () => {
          // A bank takes a security code once, and a solved captcha counts once.
          card.current?.clearCode()
          reset()
        },
      },
    )
  }
  const isWaiting = paying.waiting !== null
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{count}</FooterNote>
          <Button disabled={paying.isCharging || isWaiting} onClick={onBack}>
            {t('back')}
          </Button>
          <PayButton
            quote={quote.data}
            isBusy={paying.isCharging}
            isWaiting={isWaiting}
            onCard={() => card.current?.submit()}
            onFree={() => void pay(null, false)}
          />
        </>
      }
    >
      <div className={classes.step}>
        {paying.refused || paying.error || isWaiting ? (
          <PaymentNotice payment={paying} />
        ) : state.error ? (
          <FormErrorSummary text={t(state.error)} />
        ) : null}
        {paying.refused || paying.error || state.error ? <FailureContact contact={state.contact} /> : null}
        <QueryState query={quote} failed={t('price_not_loaded')} heading="h3" waiting={<SkeletonText lines={5} />}>
          {(due) => (
            <>
              <DueLines due={due} />
              {due.means === 'card' && due.page_token !== null ? (
                <CardFields
                  ref={card}
                  token={due.page_token}
                  onToken={(typed) => void pay(typed, due.needs_captcha)}
                  onActionDone={() => bankDone.current?.()}
                  onEnter={() => card.current?.submit()}
                />
              ) : (
                <p className={classes.text}>{t(due.means === 'approval' ? 'upgrade_paypal' : 'upgrade_free')}</p>
              )}
              {due.needs_captcha ? (
                <Suspense fallback={null}>
                  <Captcha ref={captcha} />
                </Suspense>
              ) : null}
            </>
          )}
        </QueryState>
      </div>
    </Dialog>
  )
}

function PayButton({
  quote,
  isBusy,
  isWaiting,
  onCard,
  onFree,
}: {
  quote: UpgradeQuote | undefined
  isBusy: boolean
  isWaiting: boolean
  onCard: () => void
  onFree: () => void
}) {
  const t = useTexts()
  const format = useBillingFormat()
  const icon = <IconLock size={18} stroke={1.75} aria-hidden />
  if (quote?.means === 'approval')
    return (
      <Button
        variant="filled"
        leftSection={icon}
        onClick={() => {
          keep('away')
          location.assign(`/pay/${quote.page_token ?? ''}`)
        }}
      >
        {t('signup_to_paypal')}
      </Button>
    )
  const isFree = quote?.means === 'nothing'
  return (
    <Button
      variant="filled"
      disabled={!quote || isWaiting}
      loading={isBusy}
      leftSection={isFree ? undefined : icon}
      onClick={isFree ? onFree : onCard}
    >
      {quote && !isFree
        ? t('signup_pay', { amount: format.amount(quote.total_amount, quote.currency) })
        : t('upgrade_confirm')}
    </Button>
  )
}

function DueLines({ due }: { due: UpgradeQuote }) {
  const t = useTexts()
  const format = useBillingFormat()
  const amount = (text: string) => <bdi>{format.amount(text, due.currency)}</bdi>
  return (
    <dl className={classes.lines}>
      {due.lines.map(({ kind, quantity, amount: net }) => (
        <div key={kind}>
          <dt>
            {kind === 'recurring' && quantity > 1
              ? format.plan(t('invoice_line_recurring'), quantity)
              : t(`invoice_line_${kind}`)}
          </dt>
          <dd>{amount(net)}</dd>
        </div>
      ))}
      {Number(due.tax) > 0 ? (
        <div>
          <dt>{due.tax_label || t('order_tax')}</dt>
          <dd>{amount(due.tax)}</dd>
        </div>
      ) : null}
      <div className={classes.total}>
        <dt>{t('order_today')}</dt>
        <dd>{amount(due.total_amount)}</dd>
      </div>
      <div>
        <dt>{t(due.recurring_frequency === 'monthly' ? 'order_then_month' : 'order_then_year')}</dt>
        <dd>{amount(due.renewal_amount)}</dd>
      </div>
    </dl>
  )
}

/** Whom to ask when it did not work. */
function FailureContact({ contact: { email, phone } }: { contact: UpgradeState['contact'] }) {
  const t = useTexts()
  return (
    <p className={classes.text}>
      {phone === '' ? t('upgrade_failure_email', { email }) : t('upgrade_failure_contact', { email, phone })}
    </p>
  )
}
