import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { WhenSubscribed } from '../WhenSubscribed.tsx'
import classes from '../overview/Billing.module.css'
import { dayBefore } from '../days.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { NoBilling } from '../NoBilling.tsx'
import { useHasBilling, useSubscription } from '../useSubscription.ts'
import { RenewalSwitch } from './RenewalSwitch.tsx'
import { renewalText } from './useRenewal.ts'

/** /allow_automatic_renewal: whether the subscription renews by itself. */
export default function RenewalPage() {
  const t = useTexts()
  const isAllowed = useHasBilling('manage_billing')
  const subscription = useSubscription(isAllowed)
  if (!isAllowed) return <NoBilling />
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('automatic_renewal')}
        crumbs={[{ label: t('billing_title'), to: paths.billing }, { label: t('automatic_renewal') }]}
      />
      <WhenSubscribed query={subscription}>{(now) => <Renewal now={now} />}</WhenSubscribed>
    </div>
  )
}

function Renewal({ now }: { now: Subscription }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { acting } = useSignedIn()
  const isOn = now.renewal_status === 1
  const day = format.day(isOn ? now.period_end : dayBefore(now.ends_on ?? now.period_end))
  return (
    <Card>
      <div className={classes.form}>
        <p className={classes.text} role="status">
          {t(renewalText(isOn))}{' '}
          {isOn
            ? now.next_amount === null
              ? t('renewal_on_day', { day })
              : t('renewal_on_for', { day, amount: format.amount(now.next_amount, now.currency) })
            : t('renewal_off_day', { day })}
        </p>
        {now.arrears ? (
          <>
            <p className={classes.text}>{t('renewal_when_paid')}</p>
            <div>
              <Button component={Link} to={paths.billing} variant="filled">
                {t('billing_title')}
              </Button>
            </div>
          </>
        ) : acting === null && now.subscription_status !== 'ended' ? (
          <RenewalSwitch now={now} />
        ) : null}
      </div>
    </Card>
  )
}
