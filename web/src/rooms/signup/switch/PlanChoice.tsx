import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { useId } from 'react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { usePlanName } from '../../billing/usePlanName.ts'
import { currencyOf, priceFor } from '../plans/plan-choice.ts'
import classes from './Switch.module.css'

/** The plans for a number of locations, each with its price; the present plan is marked. */
export function PlanChoice({
  plans,
  now,
  locations,
  chosen,
  onChoose,
}: {
  plans: readonly BillingPlan[]
  now: Subscription
  locations: number
  chosen: number | null
  onChoose: (planId: number) => void
}) {
  const t = useTexts()
  const { money } = useFormat()
  const latin = usePlanName()
  const name = useId()
  // A plan that is no longer on sale stays with the business that has it.
  const isUnlisted = now.billing_plan_id !== null && !plans.some(({ id }) => id === now.billing_plan_id)
  return (
    <fieldset className={classes.part}>
      <legend>{t('plan_heading')}</legend>
      {isUnlisted ? (
        <label className={classes.plan} data-chosen={chosen === now.billing_plan_id || undefined}>
          <input
            type="radio"
            name={name}
            checked={chosen === now.billing_plan_id}
            onChange={() => onChoose(now.billing_plan_id!)}
          />
          <span className={classes.planName}>
            {now.name} <Tag kind="brand">{t('your_plan')}</Tag>
          </span>
          <span />
          <span className={classes.hint}>{t('plan_off_sale')}</span>
        </label>
      ) : null}
      {plans.map((plan) => {
        const price = priceFor(plan, locations)
        if (!price) return null
        const isMonthly = plan.recurring_frequency === 'monthly'
        const currency = currencyOf(plan)
        return (
          <label key={plan.id} className={classes.plan} data-chosen={chosen === plan.id || undefined}>
            <input type="radio" name={name} checked={chosen === plan.id} onChange={() => onChoose(plan.id)} />
            <span className={classes.planName}>
              {t(isMonthly ? 'plan_name_monthly' : 'plan_name_yearly', { plan: latin(plan.name) })}
              {plan.id === now.billing_plan_id ? <Tag kind="brand">{t('your_plan')}</Tag> : null}
            </span>
            <span className={classes.price}>
              <bdi>{money(price.recurring, currency)}</bdi>
            </span>
            <span className={classes.hint}>
              {price.per_location === null
                ? plan.billing_plan_info
                : t('times_each', { count: locations, amount: money(price.per_location, currency) })}
            </span>
            <span className={classes.period}>
              {t(isMonthly ? 'a_month' : 'a_year')}
              {price.tax_renewal > 0
                ? `, ${t('plan_plus_tax', { tax: `${plan.gst}% ${now.tax_label || t('order_tax')}` })}`
                : ''}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
