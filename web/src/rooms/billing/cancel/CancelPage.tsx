import { urlOf } from '@cutaway/contract/client.ts'
import { exportBusinessData } from '@cutaway/contract/rooms/billing/documents.ts'
import {
  cancelSubscriptionCybersource,
  cancelSubscriptionEway,
  cancelSubscriptionPaypal,
  type Subscription,
} from '@cutaway/contract/rooms/billing/subscription.ts'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { isCancelled, isOver, standingOf } from '../overview/standing.ts'
import { StandingLine } from '../overview/StandingLine.tsx'
import { TakeBack } from '../renewal/TakeBack.tsx'
import { dayBefore } from '../days.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { useHasBilling, useReloadSubscription, useSubscription } from '../useSubscription.ts'
import { NoBilling } from '../NoBilling.tsx'
import { WhenSubscribed } from '../WhenSubscribed.tsx'
import classes from './Cancel.module.css'

const calls = {
  cybersource: cancelSubscriptionCybersource,
  eway: cancelSubscriptionEway,
  paypal: cancelSubscriptionPaypal,
}

/** /cancel_subscription: says what stays and until when, and cancels after one confirmation. */
export default function CancelPage() {
  const t = useTexts()
  const isAllowed = useHasBilling('manage_billing')
  const subscription = useSubscription(isAllowed)
  if (!isAllowed) return <NoBilling />
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('cancel_title')}
        crumbs={[{ label: t('billing_title'), to: paths.billing }, { label: t('cancel_title') }]}
      />
      <WhenSubscribed query={subscription}>
        {(now) => (isOver(now) ? <Cancelled now={now} /> : <Cancel now={now} />)}
      </WhenSubscribed>
    </div>
  )
}

function Cancel({ now }: { now: Subscription }) {
  const t = useTexts()
  const format = useBillingFormat()
  const reload = useReloadSubscription()
  const { user, acting } = useSignedIn()
  const [isAsked, setIsAsked] = useState(false)
  const cancel = async () => {
    await call(calls[now.provider ?? 'cybersource'], { body: { user_id: user.user_id } })
    await reload()
    toast('cancel_done')
  }
  const { arrears } = now
  // What is owed is given up, so nothing is paid for that could be kept.
  const endsNow =
    arrears && !arrears.is_paying
      ? t('cancel_ends_now', { amount: format.amount(arrears.amount, arrears.currency) })
      : null
  return (
    <>
      <Kept title={t('cancel_what_stays')} now={now} endsNow={endsNow} />
      <ExportCard />
      <div className={classes.actions}>
        <Button component={Link} to={paths.billing} variant="filled">
          {t('keep_subscription')}
        </Button>
        <Button variant="danger-subtle" disabled={acting !== null} onClick={() => setIsAsked(true)}>
          {t('nav_cancel_subscription')}
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          title={t('cancel_ask')}
          text={endsNow ?? t('cancel_ask_text', { day: format.day(dayBefore(now.period_end)) })}
          verb={t('nav_cancel_subscription')}
          onConfirm={cancel}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  )
}

/** What stays and until when, in the same words before and after the cancellation. */
function Kept({ title, now, endsNow }: { title: string; now: Subscription; endsNow: string | null }) {
  const t = useTexts()
  const format = useBillingFormat()
  const end = now.ends_on ?? now.period_end
  const kept = [
    ...(endsNow === null
      ? [t('cancel_keeps_access', { day: format.day(dayBefore(end)) }), t('cancel_keeps_documents')]
      : []),
    t('cancel_keeps_account'),
  ]
  return (
    <Card title={title}>
      <ul className={classes.kept}>
        {kept.map((one) => (
          <li key={one}>
            <IconCheck size={18} stroke={1.75} aria-hidden />
            {one}
          </li>
        ))}
      </ul>
      <p className={classes.lost}>{endsNow ?? t('cancel_what_goes', { day: format.day(end) })}</p>
    </Card>
  )
}

function Cancelled({ now }: { now: Subscription }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { acting } = useSignedIn()
  return (
    <>
      {isCancelled(now) ? (
        <Kept title={t('already_cancelled')} now={now} endsNow={null} />
      ) : (
        <StandingLine standing={standingOf(now, null, t, format)} />
      )}
      <ExportCard />
      {isCancelled(now) && acting === null ? (
        <div className={classes.actions}>
          <TakeBack />
        </div>
      ) : null}
    </>
  )
}

/** The business's own data as a file, before and after it is cancelled. */
function ExportCard() {
  const t = useTexts()
  const { user, acting } = useSignedIn()
  return (
    <Card title={t('export_data')}>
      <p className={classes.lost}>{t('export_data_text')}</p>
      <div className={classes.places}>
        {acting === null ? (
          <Button
            component="a"
            href={urlOf(exportBusinessData, { entity: user.businessentity_id ?? 0 })}
            download
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('export_data_save')}
          </Button>
        ) : (
          <p className={classes.lost}>{t('export_data_acting')}</p>
        )}
      </div>
    </Card>
  )
}
