import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import type { ReactNode } from 'react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { currencyOf, priceFor } from './plan-choice.ts'
import classes from './Plans.module.css'

/** The order: what is due today line by line, and what each renewal costs. */
export function OrderCard({
  plan,
  locations,
  taxLabel,
  children,
}: {
  plan: BillingPlan | undefined
  locations: number
  /** 'GST', 'VAT'. */
  taxLabel: string
  /** The button. */
  children?: ReactNode
}) {
  const t = useTexts()
  const { money } = useFormat()
  const price = plan && priceFor(plan, locations)
  if (!plan || !price)
    return (
      <Card>
        <div className={classes.order}>
          <h2>{t('your_order')}</h2>
          <p className={classes.hint}>{t('choose_a_plan')}</p>
          {children}
        </div>
      </Card>
    )
  const currency = currencyOf(plan)
  const isMonthly = plan.recurring_frequency === 'monthly'
  const lines = [
    {
      name: `${plan.name}, ${t(isMonthly ? 'plan_monthly' : 'plan_yearly')}`,
      hint:
        price.per_location === null
          ? ''
          : t('locations_at', { count: locations, amount: money(price.per_location, currency) }),
      amount: price.recurring,
      isShown: true,
    },
    { name: t('order_other'), hint: '', amount: price.other, isShown: price.other > 0 },
    { name: t('order_setup'), hint: t('order_once'), amount: price.setup, isShown: price.setup > 0 },
    {
      name: `${taxLabel || t('order_tax')} ${plan.gst}%`,
      hint: '',
      amount: price.tax_today,
      isShown: price.tax_today > 0,
    },
  ]
  return (
    <Card>
      <div className={classes.order}>
        <h2>{t('your_order')}</h2>
        <dl className={classes.lines}>
          {lines
            .filter(({ isShown }) => isShown)
            .map(({ name, hint, amount }) => (
              <div key={name} className={classes.line}>
                <dt>
                  {name}
                  {hint === '' ? null : <span className={classes.hint}>{hint}</span>}
                </dt>
                <dd dir="ltr">{money(amount, currency)}</dd>
              </div>
            ))}
          <div className={classes.total}>
            <dt>{t('order_today')}</dt>
            <dd dir="ltr" aria-live="polite">
              {money(price.today, currency)}
            </dd>
          </div>
          <div className={classes.line}>
            <dt>{t(isMonthly ? 'order_then_month' : 'order_then_year')}</dt>
            <dd dir="ltr">{money(price.renewal, currency)}</dd>
          </div>
        </dl>
        {children}
      </div>
    </Card>
  )
}
