import { startPayment } from '@cutaway/contract/rooms/billing.ts'
import {
  changeBillingPlanforActivateAccount,
  changeBillingPlanforActivateAccountIntl,
  changeBillingPlanforActivateCybersourceAccount,
} from '@cutaway/contract/rooms/billing/reactivation.ts'
import { type BillingPlan, getAllBillingPlans } from '@cutaway/contract/rooms/signup/plans.ts'
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
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { countryChoices } from '../../sites/contact/countries.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { OrderCard } from '../plans/OrderCard.tsx'
import { type Choice, PlanChooser } from '../plans/PlanChooser.tsx'
import type { Billing } from '../sheet/BillingAddress.tsx'
import { PaymentStep } from '../sheet/PaymentStep.tsx'
import sheet from '../sheet/Sheet.module.css'
import classes from './Reactivate.module.css'
import type { ReactivatedAccount } from './ReactivatePage.tsx'

const calls = {
  cybersource: changeBillingPlanforActivateCybersourceAccount,
  eway: changeBillingPlanforActivateAccount,
  paypal: changeBillingPlanforActivateAccountIntl,
}

type Invoice = NonNullable<ReactivatedAccount['arrears']>

/** What the payment step pays: a new period of a plan, or the invoice that is still open. */
type Due = { plan: BillingPlan; locations: number } | { invoice: Invoice }

/** The set-up was paid when the account was opened. */
const withoutSetup = (plan: BillingPlan): BillingPlan => ({ ...plan, setup_fee: '0.00' })

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
  const [due, setDue] = useState<Due | null>(arrears && { invoice: arrears })
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(getCountry, { signal }),
    staleTime: Infinity,
  })
  if (due === null)
    return <PlanStep account={account} provider={provider} promo={promo} onChosen={setDue} onDone={onDone} />
  // A plan is paid at the provider's page: the way there needs no other step.
  if (provider === 'paypal')
    return 'invoice' in due ? <PayPalStep userId={user_id} invoice={due.invoice} taxLabel={account.tax_label} /> : null
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
        renderOrder={(buttons) =>
          'invoice' in due ? (
            <InvoiceCard invoice={due.invoice} taxLabel={account.tax_label}>
              {buttons}
            </InvoiceCard>
          ) : (
            <OrderCard plan={due.plan} locations={due.locations} today={account.today} taxLabel={account.tax_label}>
              {buttons}
            </OrderCard>
          )
        }
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
      return all.filter(({ is_trial_subscription }) => !is_trial_subscription).map(withoutSetup)
    },
    staleTime: 60_000,
    retry: false,
  })
  const save = useOneAtATime(({ planId, locations }: { planId: number; locations: number }) =>
    call(calls[provider], {
      body: {
        user_id: account.user_id,
        billing_plan_id: planId,
        max_location: locations,
        web_site_id,
        ...(promo ? { promo_code: promo } : {}),
      },
    }),
  )
  const saving = useMutation({
    mutationFn: (wanted: { planId: number; locations: number }) => save(wanted),
    onSuccess: ({ paypalDetails, billing_plan_id, max_location: locations, total_amount: amount }) => {
      if (paypalDetails) return location.assign(paypalDetails.merchantUrl)
      const plan = plans.data?.find(({ id }) => id === billing_plan_id)
      if (Number(amount) === 0 || !plan) return onDone()
      return onChosen({ plan, locations })
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
            <div className={sheet.sides}>
              <div className={classes.steps}>
                {saving.error ? <FormErrorSummary text={refusalText(saving.error, t) ?? ''} /> : null}
                <PlanChooser plans={all} choice={choice} taxLabel={account.tax_label} onChange={setChosen} />
              </div>
              <OrderCard
                plan={all.find(({ id }) => id === choice.planId)}
                locations={choice.locations}
                today={account.today}
                taxLabel={account.tax_label}
              >
                <Button
                  variant="filled"
                  size="lg"
                  fullWidth
                  disabled={choice.planId === null}
                  loading={saving.isPending || Boolean(saving.data?.paypalDetails)}
                  onClick={() => saving.mutate({ planId: choice.planId ?? 0, locations: choice.locations })}
                >
                  {t(provider === 'paypal' ? 'signup_to_paypal' : 'signup_to_payment')}
                </Button>
              </OrderCard>
            </div>
          )
        }}
      </QueryState>
    </div>
  )
}

/** The way to PayPal, for an unpaid invoice. */
function PayPalStep({ userId, invoice, taxLabel }: { userId: number; invoice: Invoice; taxLabel: string }) {
  const t = useTexts()
  const leaving = useMutation({
    mutationFn: () => call(startPayment, { body: { user_id: userId } }),
    onSuccess: ({ page_token }) => location.assign(`/pay/${page_token ?? ''}`),
  })
  return (
    <div className={classes.form}>
      <h1>{t('reactivate_title')}</h1>
      {leaving.error ? <FormErrorSummary text={refusalText(leaving.error, t) ?? ''} /> : null}
      <InvoiceCard invoice={invoice} taxLabel={taxLabel}>
        <Button
          variant="filled"
          size="md"
          fullWidth
          loading={leaving.isPending || leaving.isSuccess}
          onClick={() => leaving.mutate()}
        >
          {t('signup_to_paypal')}
        </Button>
      </InvoiceCard>
    </div>
  )
}

/** An invoice that is paid as it is, with the tax in it. */
function InvoiceCard({ invoice, taxLabel, children }: { invoice: Invoice; taxLabel: string; children: ReactNode }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { amount, currency, tax, invoice: number } = invoice
  return (
    <Card>
      <div className={classes.due}>
        <h2>{t('order_today')}</h2>
        <p className={classes.amount}>
          <bdi>{format.amount(amount, currency)}</bdi>
        </p>
        <p className={classes.text}>{t('line_invoice', { number })}</p>
        {tax === null || Number(tax) === 0 ? null : (
          <p className={classes.text}>
            {t('tax_included', { label: taxLabel || t('order_tax'), amount: format.amount(tax, currency) })}
          </p>
        )}
        {children}
      </div>
    </Card>
  )
}
