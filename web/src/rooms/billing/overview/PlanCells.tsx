import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { RenewalSwitch } from '../renewal/RenewalSwitch.tsx'
import { dayBefore } from '../days.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { usePlanName } from '../usePlanName.ts'
import classes from './Billing.module.css'
import { brandOf, isOver } from './standing.ts'

/** The three facts of a subscription: the plan, the next charge, and what pays it. */

export function PlanCell({ now, mayChange }: { now: Subscription; mayChange: boolean }) {
  const t = useTexts()
  const format = useBillingFormat()
  const planName = usePlanName()
  const { name, recurring_frequency, per_location: each, max_locations: count, locations_in_use } = now
  return (
    <section className={classes.cell}>
      <h2>{t('billing_plan_part')}</h2>
      <p className={classes.value}>
        {t(recurring_frequency === 'monthly' ? 'plan_name_monthly' : 'plan_name_yearly', { plan: planName(name) })}
      </p>
      <p className={classes.detail}>
        {t('plan_locations_used', {
          locations:
            each === null
              ? t('locations_count', { count })
              : t('locations_at', { count, amount: format.amount(each, now.currency) }),
          used: locations_in_use,
        })}
      </p>
      {mayChange && !isOver(now) && now.arrears === null ? (
        <div className={classes.do}>
          <Button component={Link} to={paths.switchPlan} variant="light" size="xs">
            {t('change_locations')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

export function NextCell({ now, mayChange }: { now: Subscription; mayChange: boolean }) {
  const t = useTexts()
  const format = useBillingFormat()
  const isCharged = now.next_amount !== null && now.renewal_status === 1 && !now.is_cancelled
  const hasEnded = now.subscription_status === 'ended'
  return (
    <section className={classes.cell}>
      <h2>{t(isCharged ? 'next_charge' : 'last_day')}</h2>
      <p className={classes.value}>
        {isCharged && now.next_amount !== null
          ? format.amount(now.next_amount, now.currency)
          : format.day(dayBefore(now.ends_on ?? now.period_end))}
      </p>
      <p className={classes.detail}>
        {isCharged ? format.day(now.period_end) : t(hasEnded ? 'access_closed' : 'further_charge_none')}
      </p>
      {mayChange && !isOver(now) && now.arrears === null ? (
        <div className={classes.do}>
          <RenewalSwitch now={now} />
        </div>
      ) : null}
    </section>
  )
}

export function MeansCell({
  provider,
  means,
  today,
  onChange,
}: {
  provider: string
  means: StoredMeans | null
  today: string
  onChange?: () => void
}) {
  const t = useTexts()
  const isWallet = means ? means.kind === 'wallet' : provider === 'paypal'
  const change = isWallet ? (means ? 'change_wallet' : 'add_wallet') : means ? 'change_card' : 'add_card'
  return (
    <section className={classes.cell}>
      <h2>{t(isWallet ? 'billing_wallet' : 'billing_card')}</h2>
      {means ? <MeansFacts means={means} today={today} /> : <p className={classes.value}>{t('means_none')}</p>}
      {onChange ? (
        <div className={classes.do}>
          <Button variant="light" size="xs" onClick={onChange}>
            {t(change)}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** A stored card or wallet: brand, last digits, expiry. */
function MeansFacts({ means, today }: { means: StoredMeans; today: string }) {
  const t = useTexts()
  const format = useBillingFormat()
  if (means.kind === 'wallet')
    return (
      <>
        <p className={classes.value}>
          <bdi dir="ltr">{means.payer_label ?? 'PayPal'}</bdi>
        </p>
        <p className={classes.detail}>{t('wallet_text')}</p>
      </>
    )
  const { card_expiry_year: year, card_expiry_month: month } = means
  const isExpired = year !== null && month !== null && `${year}-${String(month).padStart(2, '0')}` < today.slice(0, 7)
  return (
    <>
      <p className={classes.value}>
        <CardBrand means={means} />
        {means.last4 === null ? t('billing_card') : t('card_ending', { last4: means.last4 })}
      </p>
      <p className={classes.detail}>
        {year !== null && month !== null ? t('card_expires', { month: format.month(year, month) }) : null}{' '}
        {isExpired ? <Tag kind="yellow">{t('card_has_expired')}</Tag> : null}
      </p>
    </>
  )
}

export function CardBrand({ means }: { means: StoredMeans }) {
  const t = useTexts()
  return means.card_type ? <span className={classes.brand}>{brandOf(means.card_type, t)}</span> : null
}
