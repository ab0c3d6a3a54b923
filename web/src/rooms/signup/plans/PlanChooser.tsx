import { locationsOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { minorOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { currencyOf, freeMonths, mostOf, offered, priceFor, tierFor } from './plan-choice.ts'
import classes from './Plans.module.css'

/** What was chosen. A number of locations that the plan does not cover clears the plan. */
export interface Choice {
  locations: number
  planId: number | null
}

interface Props {
  plans: readonly BillingPlan[]
  choice: Choice
  /** Why the choice cannot be sent. */
  error?: string | undefined
  /** 'GST', 'VAT': what the prices are without. */
  taxLabel?: string
  onChange: (choice: Choice) => void
}

/** The number of locations, its price per location, and the plans that cover it; or that there is no plan. */
export function PlanChooser(props: Props) {
  const t = useTexts()
  if (props.plans.length > 0) return <Chooser {...props} />
  return (
    <section className={classes.chooser} aria-label={t('plan_heading')}>
      <h2>{t('plan_heading')}</h2>
      <p role="status">{t('plans_none')}</p>
    </section>
  )
}

function Chooser({ plans, choice, error, taxLabel, onChange }: Props) {
  const t = useTexts()
  const { money } = useFormat()
  const id = useId()
  const most = mostOf(plans)
  const [typed, setTyped] = useState<string | null>(null)
  const [isCleared, setIsCleared] = useState(false)
  const shown = offered(plans, choice.locations)
  const chosen = shown.find((plan) => plan.id === choice.planId)
  const ladder = (chosen ?? shown[0] ?? plans[0])!
  const isOutside = typed !== null && locationsOf(typed) === undefined
  const count = (locations: number) => {
    const next = offered(plans, locations)
    const isCovered = next.some((plan) => plan.id === choice.planId)
    setIsCleared(choice.planId !== null && !isCovered)
    onChange({ locations, planId: isCovered ? choice.planId : null })
  }
  const type = (text: string) => {
    const locations = locationsOf(text)
    setTyped(text)
    // A number out of range keeps the last price, and the range is said.
    if (locations !== undefined && locations <= most) count(locations)
  }
  const step = (by: number) => {
    setTyped(null)
    count(Math.min(most, Math.max(1, choice.locations + by)))
  }
  const current = tierFor(ladder, choice.locations)
  const isTooMany = typed !== null && (locationsOf(typed) ?? 0) > most
  return (
    <section className={classes.chooser} aria-label={t('plan_heading')}>
      <h2>{t('plan_heading')}</h2>
      <div className={classes.count}>
        <label htmlFor={id} className={classes.words}>
          <strong>{t('locations_label')}</strong>
          <span className={classes.hint}>{t('locations_text')}</span>
        </label>
        <span className={classes.stepper} data-wrong={isOutside || isTooMany || undefined}>
          <button
            type="button"
            aria-label={t('fewer_locations')}
            disabled={choice.locations <= 1}
            onClick={() => step(-1)}
          >
            <IconMinus size={18} stroke={1.75} aria-hidden />
          </button>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            aria-invalid={isOutside || isTooMany || undefined}
            aria-describedby={`${id}-range`}
            value={typed ?? String(choice.locations)}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
          <button
            type="button"
            aria-label={t('more_locations')}
            disabled={choice.locations >= most}
            onClick={() => step(1)}
          >
            <IconPlus size={18} stroke={1.75} aria-hidden />
          </button>
        </span>
      </div>
      <p id={`${id}-range`} className={classes.wrong} role="alert">
        {isOutside || isTooMany
          ? t(most === Infinity ? 'locations_from_one' : 'locations_range', { most })
          : isCleared
            ? t('plan_cleared')
            : null}
      </p>
      {ladder.location_charge.length > 1 ? (
        <ul className={classes.tiers}>
          {ladder.location_charge.map((tier) => (
            <li key={tier.from_location} data-current={tier === current || undefined}>
              <strong>
                {t('price_each', { amount: money(minorOf(tier.per_location_amount), currencyOf(ladder)) })}
              </strong>
              <span className={classes.hint}>
                {tier.to_location === null
                  ? t('tier_from', { from: tier.from_location })
                  : t('tier_range', { from: tier.from_location, to: tier.to_location })}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classes.plans} role="radiogroup" aria-label={t('plan_heading')} aria-describedby={`${id}-error`}>
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            locations={choice.locations}
            monthly={shown.find(
              ({ name, recurring_frequency }) => name === plan.name && recurring_frequency === 'monthly',
            )}
            name={id}
            taxLabel={taxLabel || t('order_tax')}
            isChosen={plan.id === choice.planId}
            onChoose={() => {
              setIsCleared(false)
              onChange({ ...choice, planId: plan.id })
            }}
          />
        ))}
      </div>
      <p id={`${id}-error`} className={classes.wrong}>
        {error}
      </p>
    </section>
  )
}

function PlanCard({
  plan,
  locations,
  monthly,
  name,
  taxLabel,
  isChosen,
  onChoose,
}: {
  plan: BillingPlan
  locations: number
  /** The same plan by the month. */
  monthly: BillingPlan | undefined
  name: string
  taxLabel: string
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useTexts()
  const { money } = useFormat()
  const currency = currencyOf(plan)
  const price = priceFor(plan, locations)
  if (!price) return null
  const isMonthly = plan.recurring_frequency === 'monthly'
  const free = isMonthly ? 0 : freeMonths(plan, monthly, locations)
  const label = plan.is_trial_subscription ? t('plan_trial') : t(isMonthly ? 'plan_monthly' : 'plan_yearly')
  return (
    <label className={classes.plan} data-chosen={isChosen || undefined}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className={classes.planName}>{label}</span>
      <span className={classes.hint}>
        {plan.is_trial_subscription
          ? t('plan_trial_text', { days: plan.trial_days ?? 0 })
          : price.per_location === null
            ? plan.name
            : t('times_each', { count: locations, amount: money(price.per_location, currency) })}
        {free > 0 ? <span className={classes.free}>{t('plan_months_free', { count: free })}</span> : null}
      </span>
      <span className={classes.price}>{money(price.recurring, currency)}</span>
      <span className={classes.period}>
        {t(isMonthly ? 'a_month' : 'a_year')}
        {price.tax_renewal > 0 ? `, ${t('plan_plus_tax', { tax: `${plan.gst}% ${taxLabel}` })}` : ''}
      </span>
    </label>
  )
}
