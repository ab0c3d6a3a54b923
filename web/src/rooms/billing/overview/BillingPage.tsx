import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import { IconAddressBook } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { InvoiceList } from '../invoices/InvoiceList.tsx'
import { Withdraw } from '../pay/Withdraw.tsx'
import { dayBefore, minorOf } from '../days.ts'
import { TakeBack } from '../renewal/TakeBack.tsx'
import { useBillingFormat } from '../useBillingFormat.ts'
import { usePeriodName } from '../usePeriodName.ts'
import { NoBilling } from '../NoBilling.tsx'
import { useHasBilling, useStoredMeans, useSubscription } from '../useSubscription.ts'
import { WhenSubscribed } from '../WhenSubscribed.tsx'
import classes from './Billing.module.css'
import { ContactDialog } from './ContactDialog.tsx'
import { MeansDialog } from './MeansDialog.tsx'
import { PayNow } from './PayNow.tsx'
import { NextCell, PlanCell, MeansCell } from './PlanCells.tsx'
import { isCancelled, isOver, standingOf } from './standing.ts'
import { StandingLine } from './StandingLine.tsx'

/** /update_billing_details: the state of the subscription, its plan, next charge and means of payment. */
export default function BillingPage() {
  const t = useTexts()
  const isAllowed = useHasBilling('manage_billing')
  const maySwitch = useMay('show_manage_billing_plan')
  const { acting } = useSignedIn()
  const [asked, setAsked] = useState<'contact' | 'means' | null>(null)
  const subscription = useSubscription(isAllowed)
  const means = useStoredMeans()
  if (!isAllowed) return <NoBilling />
  const now = subscription.data
  const mayChange = acting === null
  // What is owed is paid first: the page of the plans would only say so.
  const isSwitchable = mayChange && maySwitch && now !== undefined && !isOver(now) && now.arrears === null
  // Until the means is known, nothing is said of it: "none" would be untrue.
  const all = {
    data: now && means.data !== undefined ? { now, means: means.data } : undefined,
    error: subscription.error ?? means.error,
    isFetching: subscription.isFetching || means.isFetching,
    refetch: async () => {
      const [again] = await Promise.all([subscription.refetch(), means.refetch()])
      return again as never
    },
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('billing_title')}
        actions={
          now && mayChange ? (
            <>
              <Button
                className={classes.wideOnly}
                leftSection={<IconAddressBook size={16} stroke={1.75} aria-hidden />}
                onClick={() => setAsked('contact')}
              >
                {t('billing_contact')}
              </Button>
              {isSwitchable ? (
                <Button className={classes.wideOnly} component={Link} to={paths.switchPlan} variant="filled">
                  {t('switch_plan')}
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      <WhenSubscribed query={all}>
        {(loaded) => (
          <Overview {...loaded} mayChange={mayChange} maySwitch={maySwitch} onMeans={() => setAsked('means')} />
        )}
      </WhenSubscribed>
      {/* On a phone, the contact stands at the end of the page, and the plan in a bar at the bottom. */}
      {now && mayChange ? (
        <div className={classes.phoneRow}>
          <div className={classes.words}>
            <span className={classes.name}>{t('billing_contact')}</span>
            <span className={classes.hint}>{t('billing_contact_text')}</span>
          </div>
          <Button aria-label={`${t('signup_change')}: ${t('billing_contact')}`} onClick={() => setAsked('contact')}>
            {t('signup_change')}
          </Button>
        </div>
      ) : null}
      {isSwitchable ? (
        <div className={classes.bar}>
          <Button component={Link} to={paths.switchPlan} variant="filled" size="md" fullWidth>
            {t('switch_plan')}
          </Button>
        </div>
      ) : null}
      {asked === 'contact' ? <ContactDialog onClose={() => setAsked(null)} /> : null}
      {asked === 'means' && now ? (
        <MeansDialog now={now} means={means.data ?? null} onClose={() => setAsked(null)} />
      ) : null}
    </div>
  )
}

function Overview({
  now,
  means,
  mayChange,
  maySwitch,
  onMeans,
}: {
  now: Subscription
  means: StoredMeans | null
  mayChange: boolean
  maySwitch: boolean
  onMeans: () => void
}) {
  const t = useTexts()
  const format = useBillingFormat()
  const periodName = usePeriodName()
  const { arrears, pending_change: pending, promo_until: promoUntil, then_plan: thenPlan } = now
  const paysByMeans = now.payment_type === 'cybersource' || now.payment_type === 'eway' || now.payment_type === 'paypal'
  const more = [
    ...(arrears?.error ? [t(arrears.error)] : []),
    ...(arrears?.next_try_on ? [t('standing_next_try', { day: format.day(arrears.next_try_on) })] : []),
    ...(pending
      ? [
          t('standing_pending', {
            plan: format.plan(periodName(pending), pending.max_location),
            day: format.day(pending.on),
            amount: format.amount(pending.amount, now.currency),
          }),
        ]
      : []),
    ...(promoUntil && thenPlan ? [t('standing_promo', { day: format.day(promoUntil), plan: thenPlan })] : []),
    ...(minorOf(now.credit) > 0 ? [t('standing_credit', { amount: format.amount(now.credit, now.currency) })] : []),
  ]
  return (
    <>
      <StandingLine standing={standingOf(now, means, t, format)} more={more}>
        {arrears && mayChange ? <PayNow arrears={arrears} hasMeans={means !== null} onMeans={onMeans} /> : null}
        {pending && mayChange && maySwitch ? <Withdraw /> : null}
        {isCancelled(now) && mayChange ? <TakeBack /> : null}
      </StandingLine>
      <div className={classes.cells}>
        <PlanCell now={now} mayChange={mayChange && maySwitch} />
        <NextCell now={now} mayChange={mayChange} />
        {paysByMeans ? (
          <MeansCell
            provider={now.payment_type}
            means={means}
            today={now.today}
            {...(mayChange && now.subscription_status !== 'ended' ? { onChange: onMeans } : {})}
          />
        ) : null}
      </div>
      <section className={classes.invoices} aria-labelledby="invoices">
        <InvoiceList
          renderHead={(download) => (
            <div className={classes.row}>
              <h2 id="invoices" className={classes.name}>
                {t('invoices_and_receipts')}
              </h2>
              {download}
            </div>
          )}
        />
      </section>
      {isOver(now) ? null : (
        <div className={classes.row}>
          <div className={classes.words}>
            <span className={classes.name}>{t('cancel_title')}</span>
            <span className={classes.hint}>
              {arrears && !arrears.is_paying
                ? t('cancel_ends_now', { amount: format.amount(arrears.amount, arrears.currency) })
                : t('cancel_keep_until', { day: format.day(dayBefore(now.period_end)) })}
            </span>
          </div>
          <Button component={Link} to={paths.cancelSubscription} variant="danger-subtle">
            {t('nav_cancel_subscription')}
          </Button>
        </div>
      )}
    </>
  )
}
