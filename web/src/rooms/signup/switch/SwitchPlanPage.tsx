import { getActiveBillingPlan } from '@cutaway/contract/rooms/billing/plan-changes.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { type BillingPlan, getAllBillingPlans } from '@cutaway/contract/rooms/signup/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn, useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { isCancelled, isOver, standingOf } from '../../billing/overview/standing.ts'
import { StandingLine } from '../../billing/overview/StandingLine.tsx'
import { Withdraw } from '../../billing/pay/Withdraw.tsx'
import { TakeBack } from '../../billing/renewal/TakeBack.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { usePeriodName } from '../../billing/usePeriodName.ts'
import { NoBilling } from '../../billing/NoBilling.tsx'
import { useHasBilling, useSubscription } from '../../billing/useSubscription.ts'
import { WhenSubscribed } from '../../billing/WhenSubscribed.tsx'
import { SwitchForm } from './SwitchForm.tsx'

/** /switch_billing_plan: another plan or number of locations, with its exact price before it is confirmed. */
export default function SwitchPlanPage() {
  const t = useTexts()
  const format = useBillingFormat()
  const periodName = usePeriodName()
  const isAllowed = useHasBilling('show_manage_billing_plan')
  const { user } = useSignedIn()
  const { web_site_id } = useSite()
  const subscription = useSubscription(isAllowed)
  const used = useQuery({
    queryKey: ['plan in use', user.user_id],
    queryFn: ({ signal }) => call(getActiveBillingPlan, { params: { user: user.user_id }, signal }),
    enabled: subscription.data !== undefined,
    retry: false,
  })
  const country = used.data?.country
  const plans = useQuery({
    queryKey: ['billing plans', web_site_id, country],
    queryFn: ({ signal }) => call(getAllBillingPlans, { params: { web_site_id, country: country ?? 'null' }, signal }),
    enabled: country !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  if (!isAllowed) return <NoBilling isPlan />
  const now = subscription.data
  const all = {
    data: now && used.data && plans.data ? { now, used: used.data, plans: plans.data } : undefined,
    error: subscription.error ?? used.error ?? plans.error,
    isFetching: subscription.isFetching || used.isFetching || plans.isFetching,
    refetch: subscription.refetch,
  }
  return (
    <div>
      <PageHeader
        title={t('switch_plan')}
        crumbs={[{ label: t('billing_title'), to: paths.billing }, { label: t('switch_plan') }]}
        {...(now && !isOver(now) && now.renewal_status === 1
          ? {
              subtitle: t('switch_now_text', {
                plan: format.plan(periodName(now), now.max_locations),
                day: format.day(now.period_end),
              }),
            }
          : {})}
      />
      <WhenSubscribed
        query={{
          ...all,
          refetch: async () => {
            const [again] = await Promise.all([subscription.refetch(), used.refetch()])
            if (country !== undefined) await plans.refetch()
            return again as never
          },
        }}
      >
        {(loaded) => <Ready {...loaded} />}
      </WhenSubscribed>
    </div>
  )
}

function Ready({ now, used, plans }: { now: Subscription; used: { in_use: number }; plans: readonly BillingPlan[] }) {
  const t = useTexts()
  const format = useBillingFormat()
  const periodName = usePeriodName()
  const { acting } = useSignedIn()
  const owes = now.arrears !== null || now.past_due_since !== null
  // Without a renewal, what is told of the next one would be untrue.
  const endsSoon = isCancelled(now) || (now.renewal_status !== 1 && now.subscription_status === 'active')
  if (isOver(now) || owes || endsSoon)
    return (
      <StandingLine standing={standingOf(now, null, t, format)}>
        {endsSoon && !owes && acting === null ? (
          <TakeBack />
        ) : (
          <Button component={Link} to={paths.billing} variant="filled">
            {t('to_billing')}
          </Button>
        )}
      </StandingLine>
    )
  const pending = now.pending_change
  return (
    <>
      {pending ? (
        <div style={{ marginBlockEnd: 24 }}>
          <StandingLine
            standing={{
              tone: 'later',
              sentence: t('standing_pending', {
                plan: format.plan(periodName(pending), pending.max_location),
                day: format.day(pending.on),
                amount: format.amount(pending.amount, now.currency),
              }),
            }}
          >
            {acting === null ? <Withdraw /> : null}
          </StandingLine>
        </div>
      ) : null}
      <SwitchForm
        // After a change, the form begins again with what is stored.
        key={`${now.billing_plan_id} ${now.max_locations} ${pending?.billing_plan_id} ${pending?.max_location}`}
        now={now}
        inUse={used.in_use}
        plans={plans.filter(({ is_trial_subscription }) => !is_trial_subscription)}
        mayChange={acting === null}
      />
    </>
  )
}
