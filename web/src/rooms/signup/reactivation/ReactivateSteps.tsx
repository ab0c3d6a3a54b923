import { startPayment } from '@cutaway/contract/rooms/billing.ts'
import {
  changeBillingPlanforActivateAccount,
  changeBillingPlanforActivateAccountIntl,
  changeBillingPlanforActivateCybersourceAccount,
} from '@cutaway/contract/rooms/billing/reactivation.ts'
import { getAllBillingPlans } from '@cutaway/contract/rooms/signup/plans.ts'
import { getCountry } from '@cutaway/contract/rooms/sites/sites.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { countryChoices } from '../../sites/contact/countries.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { type Choice, PlanChooser } from '../plans/PlanChooser.tsx'
import type { Billing } from '../sheet/BillingAddress.tsx'
import { PaymentStep } from '../sheet/PaymentStep.tsx'
import classes from './Reactivate.module.css'
import type { ReactivatedAccount } from './ReactivatePage.tsx'

const calls = {
  cybersource: changeBillingPlanforActivateCybersourceAccount,
  eway: changeBillingPlanforActivateAccount,
  paypal: changeBillingPlanforActivateAccountIntl,
}

/** What is due, as the last step says it. */
interface Due {
  plan: string
  amount: string
  currency: string
}

/** The address on the invoice, in one line. */
const addressLine = (of: ReactivatedAccount['billing']): string =>
  [
    of.bill_businessentity_street1,
    of.bill_businessentity_city,
    of.bill_businessentity_state,
    of.bill_businessentity_zip,
  ]
    .filter(Boolean)
    .join(', ')

/** The plan with which an account comes back, then the payment. An unpaid invoice is paid as it is. */
export function ReactivateSteps({
  account,
  promo,
  onDone,
}: {
  account: ReactivatedAccount
  promo: string | undefined
  onDone: () => void
}) {
  const t = useTexts()
  const { language_code } = useLanguage()
  const [billing, setBilling] = useState<Billing | null>(null)
  const [round, setRound] = useState(0)
  const { arrears, way, user_id } = account
  const provider = way === 'eway' || way === 'paypal' ? way : 'cybersource'
  const [due, setDue] = useState<Due | null>(
    arrears ? { plan: t('line_invoice', { number: arrears.invoice }), ...arrears } : null,
  )
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(getCountry, { signal }),
    staleTime: Infinity,
  })
  if (due === null)
    return <PlanStep account={account} provider={provider} promo={promo} onChosen={setDue} onDone={onDone} />
  if (provider === 'paypal') return <PayPalStep userId={user_id} due={due} />
  return (
    <div className={classes.wide}>
      <PaymentStep
        // Another payment gives up the one whose question of the bank was lost.
        key={round}
        head={<h1>{t('reactivate_pay_title', { name: account.business_name })}</h1>}
        userId={user_id}
        provider={provider}
        // The password said who it is; codes belong to registrations.
        needsCode={false}
        phone={account.billing.bill_phone}
        address={addressLine(account.billing)}
        country={account.country}
        countryNames={countryChoices(countries.data ?? [], language_code)}
        billing={billing}
        onBilling={setBilling}
        renderOrder={(buttons) => <DueCard due={due}>{buttons}</DueCard>}
        onBack={() => (arrears ? location.reload() : setDue(null))}
        onPaid={onDone}
        onLeft={() => setRound(round + 1)}
      />
    </div>
  )
}

function PlanStep({
  account,
  provider,
  promo,
  onChosen,
  onDone,
}: {
  account: ReactivatedAccount
  provider: 'cybersource' | 'eway' | 'paypal'
  promo: string | undefined
  onChosen: (due: Due) => void
  onDone: () => void
}) {
  const t = useTexts()
  const { web_site_id } = useSite()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const plans = useQuery({
    queryKey: ['billing plans', web_site_id, account.country, promo],
    queryFn: async ({ signal }) => {
      const params = { web_site_id, country: account.country }
      const all = await call(getAllBillingPlans, {
        params,
        ...(promo ? { query: { promo_code: promo } } : {}),
        signal,
      })
      return all.filter(({ is_trial_subscription }) => !is_trial_subscription)
    },
    staleTime: 60_000,
    retry: false,
  })
  const saving = useMutation({
    mutationFn: ({ planId, locations }: { planId: number; locations: number }) =>
      call(calls[provider], {
        body: {
          user_id: account.user_id,
          billing_plan_id: planId,
          max_location: locations,
          web_site_id,
          ...(promo ? { promo_code: promo } : {}),
        },
      }),
    onSuccess: ({ paypalDetails, billing_plan_id, total_amount: amount, currency }) => {
      if (paypalDetails) return location.assign(paypalDetails.merchantUrl)
      if (Number(amount) === 0) return onDone()
      const plan = plans.data?.find(({ id }) => id === billing_plan_id)?.name ?? ''
      return onChosen({ plan, amount, currency })
    },
  })
  return (
    <div className={classes.wide}>
      <h1>{t('reactivate_plan_title', { name: account.business_name })}</h1>
      <p className={classes.text}>{t('reactivate_plan_text')}</p>
      <QueryState query={plans} failed={t('billing_not_loaded')} heading="h2" waiting={<SkeletonText lines={6} />}>
        {(all) => {
          const before = all.find(({ id }) => id === account.billing_plan_id) ?? all[0]
          const choice = chosen ?? { locations: account.max_location, planId: before?.id ?? null }
          return (
            <div className={classes.steps}>
              {saving.error ? <FormErrorSummary text={refusalText(saving.error, t) ?? ''} /> : null}
              <PlanChooser plans={all} choice={choice} taxLabel={account.tax_label} onChange={setChosen} />
              <Button
                variant="filled"
                size="md"
                disabled={choice.planId === null}
                loading={saving.isPending || Boolean(saving.data?.paypalDetails)}
                onClick={() => saving.mutate({ planId: choice.planId ?? 0, locations: choice.locations })}
              >
                {t(provider === 'paypal' ? 'signup_to_paypal' : 'signup_to_payment')}
              </Button>
            </div>
          )
        }}
      </QueryState>
    </div>
  )
}

/** The way to PayPal, for an unpaid invoice. */
function PayPalStep({ userId, due }: { userId: number; due: Due }) {
  const t = useTexts()
  const leaving = useMutation({
    mutationFn: () => call(startPayment, { body: { user_id: userId } }),
    onSuccess: ({ page_token }) => location.assign(`/pay/${page_token ?? ''}`),
  })
  return (
    <div className={classes.form}>
      <h1>{t('reactivate_title')}</h1>
      {leaving.error ? <FormErrorSummary text={refusalText(leaving.error, t) ?? ''} /> : null}
      <DueCard due={due}>
        <Button
          variant="filled"
          size="md"
          fullWidth
          loading={leaving.isPending || leaving.isSuccess}
          onClick={() => leaving.mutate()}
        >
          {t('signup_to_paypal')}
        </Button>
      </DueCard>
    </div>
  )
}

function DueCard({ due, children }: { due: Due; children: ReactNode }) {
  const t = useTexts()
  const format = useBillingFormat()
  return (
    <Card>
      <div className={classes.due}>
        <h2>{t('order_today')}</h2>
        <p className={classes.amount}>
          <bdi>{format.amount(due.amount, due.currency)}</bdi>
        </p>
        <p className={classes.text}>{due.plan}</p>
        {children}
      </div>
    </Card>
  )
}
