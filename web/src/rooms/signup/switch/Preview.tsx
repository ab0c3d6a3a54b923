import type { QuoteOfChange } from '@cutaway/contract/rooms/billing/plan-changes.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { useId, type ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { dayBefore, minorOf } from '../../billing/days.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { usePlanName } from '../../billing/usePlanName.ts'
import classes from './Switch.module.css'

/** Days between two days of the calendar. */
const daysFrom = (first: string, end: string): number =>
  Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000)

/** What a change costs today and then, line by line. Every amount is the server's. */
export function Preview({ quote, now, children }: { quote: QuoteOfChange; now: Subscription; children: ReactNode }) {
  const t = useTexts()
  const format = useBillingFormat()
  const title = useId()
  const { time_zone } = useSite()
  const { today, next, currency } = quote
  const amount = (text: string) => format.amount(text, currency)
  const isCredit = minorOf(today.total) < 0
  const left = daysFrom(now.today, now.period_end)
  const all = daysFrom(now.period_start, now.period_end)
  const nameOf = ({ kind, quantity, unit }: (typeof today.lines)[number]) => {
    switch (kind) {
      case 'difference':
        return t('line_difference', {
          from: format.shortDay(now.today),
          to: format.shortDay(dayBefore(now.period_end)),
          left,
          all,
        })
      case 'credit':
        return t('line_unused', { plan: now.name })
      case 'recurring':
        return quantity > 1 ? `${next.name}, ${t('times_each', { count: quantity, amount: amount(unit) })}` : next.name
      case 'other':
        return t('order_other')
      case 'setup':
        return t('order_setup')
      default:
        return t('line_due')
    }
  }
  const lines = [
    ...today.lines.map((line) => ({ name: nameOf(line), amount: line.amount })),
    ...(minorOf(today.tax) === 0 ? [] : [{ name: quote.tax_label || t('order_tax'), amount: today.tax }]),
    ...(minorOf(quote.credit_used) === 0 ? [] : [{ name: t('line_credit'), amount: `-${quote.credit_used}` }]),
  ]
  const zone = time_zone.split('/').at(-1)?.replaceAll('_', ' ') ?? time_zone
  return (
    <Card padded={false}>
      <div className={classes.preview}>
        <div className={classes.today} aria-live="polite">
          <h2>{t('order_today')}</h2>
          <div className={classes.amount}>
            <bdi>{amount(quote.due)}</bdi>
          </div>
          <p className={classes.then}>
            {t(next.recurring_frequency === 'monthly' ? 'switch_then_monthly' : 'switch_then_yearly', {
              amount: amount(next.total),
              day: format.day(next.on),
            })}
          </p>
          {minorOf(next.tax) === 0 ? null : (
            <p className={classes.hint}>
              {t('tax_included', { label: quote.tax_label || t('order_tax'), amount: amount(next.tax) })}
            </p>
          )}
          {isCredit || minorOf(quote.credit) > 0 ? (
            <p className={classes.hint}>{t('switch_credit', { amount: amount(quote.credit) })}</p>
          ) : null}
        </div>
        {lines.length > 0 ? (
          <div>
            <h3 id={title} className={classes.lineTitle}>
              {t('how_worked_out')}
            </h3>
            <dl className={classes.lines} aria-labelledby={title}>
              {lines.map((line) => (
                <div key={line.name} className={classes.line}>
                  <dt>{line.name}</dt>
                  <dd>
                    <bdi>{amount(line.amount)}</bdi>
                  </dd>
                </div>
              ))}
              <div className={classes.line} data-sum>
                <dt>{t('order_today')}</dt>
                <dd>
                  <bdi>{amount(quote.due)}</bdi>
                </dd>
              </div>
            </dl>
          </div>
        ) : null}
        {children}
        <p className={classes.note}>{t('amount_holds', { currency: format.currencyName(currency), place: zone })}</p>
      </div>
    </Card>
  )
}

/** What happens on which day. */
export function Timeline({ quote, now }: { quote: QuoteOfChange; now: Subscription }) {
  const t = useTexts()
  const format = useBillingFormat()
  const planName = usePlanName()
  const { next, later, currency } = quote
  const amount = (text: string) => format.amount(text, currency)
  const period = ({ name, recurring_frequency }: Pick<typeof next, 'name' | 'recurring_frequency'>) =>
    t(recurring_frequency === 'monthly' ? 'plan_name_monthly' : 'plan_name_yearly', { plan: planName(name) })
  const waits = quote.when === 'renewal' || quote.when === 'both'
  return (
    <section className={classes.part}>
      <h2>{t('what_happens_when')}</h2>
      <ol className={classes.steps}>
        <li className={classes.step} data-now>
          <strong>{t('today_day', { day: format.shortDay(now.today) })}</strong>
          <strong>
            <bdi>{amount(quote.due)}</bdi>
          </strong>
          <p>
            {quote.now
              ? t('step_now', { plan: format.plan(quote.now.name, quote.now.max_location) })
              : t('step_nothing_yet')}
          </p>
        </li>
        <li className={classes.step}>
          <strong>{format.day(next.on)}</strong>
          <strong>
            <bdi>{amount(next.total)}</bdi>
          </strong>
          <p>
            {t(waits ? 'step_begins' : 'step_renews', {
              plan: format.plan(period(next), next.max_location),
            })}
            {waits ? ` ${t('step_withdraw', { day: format.day(dayBefore(next.on)) })}` : ''}
          </p>
        </li>
        <li className={classes.step}>
          <strong>{format.day(later.on)}</strong>
          <strong>
            <bdi>{amount(later.total)}</bdi>
          </strong>
          <p>
            {t('step_renews', {
              plan: period(later),
            })}
            {later.recurring_frequency === 'annually' ? ` ${t('step_reminded')}` : ''}
          </p>
        </li>
      </ol>
    </section>
  )
}
