import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { usePlanName } from '../../billing/usePlanName.ts'
import { currencyOf, priceFor, secondPayment, thenPriceFor } from './plan-choice.ts'
import classes from './Plans.module.css'

/**
 * The order: what is due today line by line, and what each renewal costs. On a phone it is a bar at the bottom with the
 * total and the button, whose lines can be opened.
 */
export function OrderCard({
  plan,
  locations,
  today,
  taxLabel,
  account,
  children,
}: {
  plan: BillingPlan | undefined
  locations: number
  /** The day in the time zone of the web site. */
  today: string
  /** 'GST', 'VAT'. */
  taxLabel: string
  /** The order is charged to an account of a membership, so that nothing is paid today. */
  account?: string | undefined
  /** The button. */
  children?: ReactNode
}) {
  const t = useTexts()
  const { money, date } = useFormat()
  const latin = usePlanName()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const price = plan && priceFor(plan, locations)
  if (!plan || !price)
    return (
      <Card padded={false}>
        <div className={classes.order}>
          <h2>{t('your_order')}</h2>
          <p className={classes.hint}>{t('choose_a_plan')}</p>
          {children}
        </div>
      </Card>
    )
  const currency = currencyOf(plan)
  const isMonthly = plan.recurring_frequency === 'monthly'
  const tax = taxLabel || t('order_tax')
  const lines = [
    {
      name: t(isMonthly ? 'plan_name_monthly' : 'plan_name_yearly', { plan: latin(plan.name) }),
      hint:
        price.per_location === null
          ? ''
          : t('locations_at', { count: locations, amount: money(price.per_location, currency) }),
      amount: price.recurring,
      isShown: true,
    },
    { name: t('order_other'), hint: '', amount: price.other, isShown: price.other > 0 },
    { name: t('order_setup'), hint: t('order_once'), amount: price.setup, isShown: price.setup > 0 },
    { name: `${tax} ${plan.gst}%`, hint: '', amount: price.tax_today, isShown: price.tax_today > 0 },
  ]
  const then = thenPriceFor(plan, locations)
  const isTrial = plan.is_trial_subscription
  const renewal = isTrial && then !== null ? then : price.renewal
  return (
    <Card padded={false}>
      <div className={classes.order} data-open={isOpen || undefined}>
        <div className={classes.orderHead}>
          <h2>{t('your_order')}</h2>
          <span className={classes.brief} aria-hidden>
            {t('order_today')} <bdi>{money(price.today, currency)}</bdi>
            <span className={classes.hint}>
              {t(isMonthly ? 'order_then_month' : 'order_then_year')} <bdi>{money(renewal, currency)}</bdi>
            </span>
          </span>
          <Button
            size="xs"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('order_details')}
          </Button>
        </div>
        <div id={id} className={classes.details}>
          <dl className={classes.lines}>
            {lines
              .filter(({ isShown }) => isShown)
              .map(({ name, hint, amount }) => (
                <div key={name} className={classes.line}>
                  <dt>
                    {name}
                    {hint === '' ? null : <span className={classes.hint}>{hint}</span>}
                  </dt>
                  <dd>
                    <bdi>{money(amount, currency)}</bdi>
                  </dd>
                </div>
              ))}
            {plan.promo_code === null ? null : (
              <div className={classes.line}>
                <dt>
                  {t('promo_code')}
                  {plan.promo_periods === null || then === null ? null : (
                    <span className={classes.hint}>
                      {t('order_promo_then', { count: plan.promo_periods, amount: money(then, currency) })}
                    </span>
                  )}
                </dt>
                <dd dir="ltr">{plan.promo_code.toUpperCase()}</dd>
              </div>
            )}
            <div className={classes.total}>
              <dt>{account ?? t('order_today')}</dt>
              <dd aria-live="polite">
                <bdi>{money(price.today, currency)}</bdi>
              </dd>
            </div>
            <div className={classes.line}>
              <dt>{t(isMonthly ? 'order_then_month' : 'order_then_year')}</dt>
              <dd>
                <bdi>{money(renewal, currency)}</bdi>
              </dd>
            </div>
          </dl>
          <p className={classes.terms}>
            {price.tax_today > 0 ? `${t('order_includes_tax', { tax: `${plan.gst}% ${tax}` })} ` : ''}
            {t('order_terms', { date: date(secondPayment(today, plan)), currency })}
          </p>
        </div>
        {children}
      </div>
    </Card>
  )
}
