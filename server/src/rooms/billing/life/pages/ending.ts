import type * as contract from '@cutaway/contract/rooms/billing/subscription.ts'
import type { Db } from '../../../../core/db/database.ts'
import type { Call, Handlers } from '../../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../../core/http/errors.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { ProviderName } from '../../../../outside/payments.ts'
import { dayOf } from '../../days.ts'
import { businessOf, checkProvider, runsSubscription } from './guard.ts'
import { mailTo } from '../mails.ts'
import { endSubscription, isBeingPaid } from '../renew.ts'
import { isCancelled } from './status.ts'
import { changeSubscription, findSubscription, lockSubscription, type Subscription } from '../subscriptions.queries.ts'

/** Cancelling a subscription, and turning its renewal off and on. */

type CancelCall =
  | Call<typeof contract.cancelSubscriptionCybersource>
  | Call<typeof contract.cancelSubscriptionEway>
  | Call<typeof contract.cancelSubscriptionPaypal>

const shown = (of: Subscription) => ({
  subscription_status: of.state,
  is_cancelled: isCancelled(of),
  renewal_status: of.renewal_on ? (1 as const) : (0 as const),
  ends_on: of.ends_on,
})

const readAgain = async (db: Db, site: Site, { subscription_id }: Subscription) =>
  (await findSubscription(db, site, subscription_id))!

async function cancel({ db, site, services, caller, owner, body, audit }: CancelCall, named: ProviderName) {
  const ran = await runsSubscription(db, site, caller, owner)
  checkProvider(ran, named)
  const of = (await lockSubscription(db, site, ran.subscription.subscription_id))!
  if (!of.renewal_on && of.state !== 'active') {
    audit(false)
    return shown(of)
  }
  audit({ after: { ends_on: of.period_end, ...(body.reason ? { reason: body.reason } : {}) } })
  const isUnpaid = of.state === 'past_due' || of.state === 'suspended'
  // What has begun and is not paid ends at once, and is not owed any more.
  if (isUnpaid && !(await isBeingPaid(db, site, of))) {
    await changeSubscription(db, site, of, { renewal_on: false })
    await endSubscription(db, services, site, { ...of, renewal_on: false })
    return shown(await readAgain(db, site, of))
  }
  await changeSubscription(db, site, of, {
    ...(of.state === 'active' ? { state: 'cancelled' } : {}),
    renewal_on: false,
    ends_on: of.period_end,
    next_try_on: isUnpaid ? null : of.next_try_on,
    pending_plan_id: null,
    pending_locations: null,
  })
  await mailTo(db, services, site, of, { kind: 'cancelled', day: of.period_end })
  return shown(await readAgain(db, site, of))
}

type Ending = Pick<
  Handlers<typeof contract>,
  'cancelSubscriptionCybersource' | 'cancelSubscriptionEway' | 'cancelSubscriptionPaypal' | 'changeRenewalStatus'
>

export const ending: Ending = {
  cancelSubscriptionCybersource: (call) => cancel(call, 'cybersource'),
  cancelSubscriptionEway: (call) => cancel(call, 'eway'),
  cancelSubscriptionPaypal: (call) => cancel(call, 'paypal'),

  changeRenewalStatus: async ({ db, site, services, caller, body, audit }) => {
    if (businessOf(site, caller) !== body.be_id) notFound()
    const ran = await runsSubscription(db, site, caller)
    const of = (await lockSubscription(db, site, ran.subscription.subscription_id))!
    const wants = String(body.status).trim() === '1'
    // On the last day there is nothing left to take back.
    const isOver = of.period_end <= dayOf(services.clock.now(), site.time_zone)
    const isUnpaid = of.state === 'past_due' || of.state === 'suspended'
    // What is owed is charged on, or given up by a cancellation: turning off what follows does neither.
    if (!wants && of.renewal_on && isUnpaid) fail('renewal_when_paid')
    if (wants === of.renewal_on || (wants && isOver)) audit(false)
    else {
      await changeSubscription(db, site, of, {
        ...(wants && of.state === 'cancelled' ? { state: 'active' } : {}),
        renewal_on: wants,
        ends_on: wants ? null : of.period_end,
      })
      audit({ before: { renewal: of.renewal_on ? 1 : 0 }, after: { renewal: wants ? 1 : 0 } })
    }
    const after = await readAgain(db, site, of)
    const now = shown(after)
    return { ...now, status: now.renewal_status, bussiness_entity_id: body.be_id }
  },
}
