import type { CardToken } from '@cutaway/contract/rooms/billing/card-frame.ts'
import {
  quoteChange,
  type QuoteOfChange,
  switchBillingPlanCybersource,
  switchBillingPlanEway,
  switchBillingPlanPaypal,
} from '@cutaway/contract/rooms/billing/plan-changes.ts'
import { startCardChange, type Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { paths } from '../../../paths.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import CardFields, { type CardFieldsHandle } from '../../billing/CardFields.tsx'
import { CardBrand } from '../../billing/overview/PlanCells.tsx'
import { meansText } from '../../billing/overview/standing.ts'
import { useBankStep } from '../../billing/pay/BankDialog.tsx'
import { PaymentNotice } from '../../billing/pay/PaymentNotice.tsx'
import { useCharge } from '../../billing/pay/useCharge.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useReloadSubscription, useStoredMeans } from '../../billing/useSubscription.ts'
import { mostOf, offered } from '../plans/plan-choice.ts'
import { LocationStepper } from './LocationStepper.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import { Preview, Timeline } from './Preview.tsx'
import classes from './Switch.module.css'

/** Milliseconds after the last click before a price is asked for. */
const pause = 250

const calls = {
  cybersource: switchBillingPlanCybersource,
  eway: switchBillingPlanEway,
  paypal: switchBillingPlanPaypal,
}

interface Choice {
  planId: number | null
  locations: number
}

/** Returns a choice once it has not changed for a moment. */
function useSettled(choice: Choice): Choice {
  const [settled, setSettled] = useState(choice)
  const { planId, locations } = choice
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ planId, locations }), pause)
    return () => clearTimeout(timer)
  }, [planId, locations])
  return settled
}

/** Plan and locations on one side, what they cost on the other. */
export function SwitchForm({
  now,
  inUse,
  plans,
  mayChange,
}: {
  now: Subscription
  inUse: number
  plans: readonly BillingPlan[]
  mayChange: boolean
}) {
  const t = useTexts()
  const format = useBillingFormat()
  const preview = useRef<HTMLDivElement>(null)
  const { user } = useSignedIn()
  const [choice, setChoice] = useState<Choice>({ planId: now.billing_plan_id, locations: now.max_locations })
  const settled = useSettled(choice)
  const shown = offered(plans, choice.locations)
  const quote = useQuery({
    queryKey: ['price of a change', settled.planId, settled.locations],
    queryFn: () =>
      call(quoteChange, {
        body: { user_id: user.user_id, billing_plan_id: settled.planId ?? 0, max_location: settled.locations },
      }),
    enabled: settled.planId !== null,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const isAsking = choice.planId !== settled.planId || choice.locations !== settled.locations || quote.isFetching
  const count = (locations: number) =>
    setChoice(({ planId }) => {
      const isCovered = planId === now.billing_plan_id || offered(plans, locations).some(({ id }) => id === planId)
      return { locations, planId: isCovered ? planId : null }
    })
  return (
    <div className={classes.sides}>
      <div className={classes.choice}>
        <section className={classes.part}>
          <LocationStepper
            value={choice.locations}
            least={Math.max(1, inUse)}
            most={Math.max(mostOf(plans), now.max_locations)}
            hint={t('locations_in_use', { locations: t('locations_count', { count: inUse }) })}
            reason={
              <>
                {t('locations_least', { locations: t('locations_count', { count: inUse }) })}{' '}
                <Link to={paths.locations}>{t('nav_locations')}</Link>
              </>
            }
            onChange={count}
          />
        </section>
        <PlanChoice
          plans={shown}
          now={now}
          locations={choice.locations}
          chosen={choice.planId}
          onChoose={(planId) => setChoice({ ...choice, planId })}
        />
        {choice.planId === null ? (
          <p className={classes.reason} data-wrong role="status">
            {t('plan_cleared')}
          </p>
        ) : null}
        {quote.data && !isAsking && quote.data.when !== 'none' ? (
          <>
            <Timeline quote={quote.data} now={now} />
            {/* On a phone the preview is below: what is due today stays in sight until it is. */}
            <button type="button" className={classes.bar} onClick={() => preview.current?.scrollIntoView()}>
              <span>{t('order_today')}</span>
              <strong>
                <bdi>{format.amount(quote.data.due, quote.data.currency)}</bdi>
              </strong>
              <span className={classes.details}>{t('order_details')}</span>
            </button>
          </>
        ) : null}
      </div>
      <div className={classes.side} ref={preview}>
        {choice.planId === null ? (
          <Card>
            <p className={classes.hint}>{t('choose_a_plan')}</p>
          </Card>
        ) : isAsking ? (
          <Card>
            <SkeletonText lines={7} />
          </Card>
        ) : quote.data ? (
          <Preview quote={quote.data} now={now}>
            <Confirm
              quote={quote.data}
              now={now}
              choice={settled}
              mayChange={mayChange}
              onRefused={() => void quote.refetch()}
            />
          </Preview>
        ) : (
          <Card>
            <ErrorState
              title={t('price_not_loaded')}
              error={quote.error}
              busy={quote.isFetching}
              onRetry={() => void quote.refetch()}
            />
          </Card>
        )}
      </div>
    </div>
  )
}

/** The means that pays, and the button that does it. */
function Confirm({
  quote,
  now,
  choice,
  mayChange,
  onRefused,
}: {
  quote: QuoteOfChange
  now: Subscription
  choice: Choice
  mayChange: boolean
  onRefused: () => void
}) {
  const t = useTexts()
  const format = useBillingFormat()
  const navigate = useNavigate()
  const { user } = useSignedIn()
  const reload = useReloadSubscription()
  const means = useStoredMeans()
  const card = useRef<CardFieldsHandle>(null)
  const cardDone = useRef<() => void>(undefined)
  const bank = useBankStep()
  const provider = now.provider ?? 'cybersource'
  const needsCard = quote.pays === 'fresh' && provider !== 'paypal'
  const frame = useQuery({
    queryKey: ['card change', user.user_id],
    queryFn: () => call(startCardChange, { body: { user_id: user.user_id } }),
    enabled: needsCard,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const switching = useCharge({
    charge: (typed: CardToken | null, request_key) =>
      send(calls[provider], {
        body: {
          user_id: user.user_id,
          billing_pan: { billing_plan_id: choice.planId ?? 0, max_location: choice.locations },
          request_key,
          due: quote.due,
          ...(typed ? { card_details: { payment_token: typed.payment_token, name_on_card: typed.name_on_card } } : {}),
        },
      }),
    act: (action) =>
      needsCard
        ? new Promise((resolve) => {
            cardDone.current = resolve
            card.current?.act(action)
          })
        : bank.act(action),
    onDone: async () => {
      await reload()
      const waits = quote.when === 'renewal'
      toast(waits ? 'switch_done_later' : 'switch_done', { values: { day: format.day(quote.next.on) } })
      void navigate(paths.billing)
    },
  })
  const { refused } = switching
  // A refusal may come from a price that has changed: it is asked for again.
  useEffect(() => {
    if (refused?.key === 'Unable to change billing plan. Please try again') onRefused()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [refused])
  if (quote.when === 'none')
    return (
      <p className={classes.hint} role="status">
        {t('switch_none')}
      </p>
    )
  const due = format.amount(quote.due, quote.currency)
  const label =
    quote.pays === 'nothing'
      ? quote.when === 'renewal'
        ? t('switch_on_day', { day: format.shortDay(quote.next.on) })
        : t('switch_at_once')
      : quote.pays === 'fresh' && provider === 'paypal'
        ? t('signup_to_paypal')
        : t('switch_pay', { amount: due })
  return (
    <>
      <PaymentNotice payment={switching} />
      {quote.pays === 'stored' && means.data ? (
        <div className={classes.means}>
          <CardBrand means={means.data} />
          <span>{meansText(means.data, t)}</span>
          <Link to={paths.billing}>{t('change_means')}</Link>
        </div>
      ) : null}
      {needsCard ? (
        frame.data ? (
          <CardFields
            ref={card}
            token={frame.data.page_token}
            onToken={(typed) => switching.charge(typed)}
            onActionDone={() => cardDone.current?.()}
            onEnter={() => card.current?.submit()}
          />
        ) : frame.error ? (
          <ErrorState
            title={t('card_frame_not_loaded')}
            error={frame.error}
            busy={frame.isFetching}
            onRetry={() => void frame.refetch()}
          />
        ) : (
          <SkeletonText lines={4} />
        )
      ) : null}
      <div className={classes.buttons}>
        <Button
          variant="filled"
          size="md"
          fullWidth
          disabled={!mayChange || switching.waiting !== null || (needsCard && !frame.data)}
          loading={switching.isCharging}
          leftSection={quote.pays === 'nothing' ? undefined : <IconLock size={18} stroke={1.75} aria-hidden />}
          onClick={() => (needsCard ? card.current?.submit() : switching.charge(null))}
        >
          {label}
        </Button>
        <Button component={Link} to={paths.billing} variant="subtle" fullWidth>
          {t('keep_my_plan')}
        </Button>
      </div>
      {bank.dialog}
    </>
  )
}
