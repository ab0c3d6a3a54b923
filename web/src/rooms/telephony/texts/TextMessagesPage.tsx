import { handleSMSMessages, type Balance } from '@cutaway/contract/rooms/telephony/bundles.ts'
import { IconAlertTriangle, IconSquareX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import classes from '../Telephony.module.css'
import { isNotSold, NotSold } from '../NotSold.tsx'
import { BuyCard } from './BuyCard.tsx'
import { RechargeCard } from './RechargeCard.tsx'
import { scaleTo } from './scale.ts'
import { UseList } from './UseList.tsx'

/** /sms_messages: what is left of the text messages, for how long, what each cost, and bundles to buy. */
export default function TextMessagesPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const isAllowed = useMay('manage_phone_numbers') && user.is_employee === 0
  const key = ['text messages', user.user_id]
  const balance = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(handleSMSMessages, { params: { user: user.user_id }, signal }),
    enabled: isAllowed,
    staleTime: 0,
    retry: false,
  })
  if (!isAllowed) return <Navigate to={paths.home} replace />
  if (isNotSold(balance.error))
    return (
      <div className={classes.page}>
        <PageHeader title={t('texts_title')} />
        <NotSold what="texts" />
      </div>
    )
  const reload = async () => {
    await client.invalidateQueries({ queryKey: key })
    await client.invalidateQueries({ queryKey: ['text message use'] })
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('texts_title')} subtitle={t('texts_subtitle', { business: user.business_name ?? '' })} />
      <QueryState query={balance} failed={t('texts_use_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {(now) => (
          <>
            {now.is_counted && now.paid_sms_counter === 0 ? (
              <p className={classes.bar2} data-tone="red" role="status">
                <IconSquareX size={18} stroke={1.75} aria-hidden />
                {t('texts_empty_bar')}
              </p>
            ) : null}
            <div className={classes.two}>
              <BalanceCard now={now} />
              <BuyCard now={now} onBought={reload} />
            </div>
            {now.pays === 'invoice' || now.bundles.length === 0 ? null : <RechargeCard now={now} onSaved={reload} />}
            <UseList />
          </>
        )}
      </QueryState>
    </div>
  )
}

function BalanceCard({ now }: { now: Balance }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { number } = useFormat()
  return (
    <Card>
      <div className={classes.stack} data-fills>
        <div className={classes.head}>
          <div className={classes.figure}>
            <span className={classes.label}>{t('texts_balance')}</span>
            <span className={classes.balance}>{number(now.paid_sms_counter)}</span>
          </div>
          <div className={classes.figure}>
            {now.is_low && now.paid_sms_counter > 0 ? (
              <span className={`${classes.row} ${classes.strong}`}>
                <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
                {t('texts_low')}
              </span>
            ) : null}
            {now.days_left === null || now.paid_sms_counter === 0 ? null : (
              <span className={classes.strong}>
                {now.days_left > 365 ? t('texts_year_left') : t('texts_days_left', { count: now.days_left })}
              </span>
            )}
            <span className={classes.hint}>
              {now.is_counted ? t('texts_last_14', { count: now.last_14_days }) : t('texts_not_counted')}
            </span>
          </div>
          <div className={`${classes.figure} ${classes.end} ${classes.outlook}`}>
            <span className={classes.strong}>{t('texts_last_30', { count: now.last_30_days })}</span>
            {now.cost_per_sms === null ? null : (
              <span className={classes.hint}>
                {t('texts_price_each', { price: format.amount(shown(now.cost_per_sms), now.currency) })}
              </span>
            )}
          </div>
        </div>
        <Chart days={now.per_day} />
      </div>
    </Card>
  )
}

/** '0.0900' -> '0.09': a price of a message in whole minor units, as most are. */
const shown = (price: string) => price.replace(/00$/, '')

function Chart({ days }: { days: Balance['per_day'] }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { number } = useFormat()
  const scale = scaleTo(Math.max(1, ...days.map(({ count }) => count)))
  const top = scale.at(-1)!
  const isEmpty = days.every(({ count }) => count === 0)
  return (
    // Time runs from left to right in every language.
    <figure dir="ltr" className={classes.days}>
      {isEmpty ? (
        <p className={`${classes.chart} ${classes.noBars}`} dir="auto">
          {t('texts_no_use')}
        </p>
      ) : (
        <div className={classes.plot}>
          {scale.map((value) => (
            <span key={value} className={classes.tick} style={{ bottom: `${(value / top) * 100}%` }} aria-hidden>
              <span>{number(value)}</span>
            </span>
          ))}
          <div className={classes.chart} role="img" aria-label={t('texts_chart')}>
            {days.map(({ day, count }, n) => (
              <span
                key={day}
                className={classes.bar}
                title={`${format.shortDay(day)}: ${count}`}
                data-today={n === days.length - 1 || undefined}
                style={{ height: `${(count / top) * 100}%` }}
              />
            ))}
          </div>
        </div>
      )}
      {isEmpty ? null : (
        <figcaption className={classes.axis}>
          {days.map(({ day }, n) =>
            (days.length - 1 - n) % 7 === 0 ? (
              <span key={day} style={{ left: `${((n + 0.5) / days.length) * 100}%` }}>
                {n === days.length - 1 ? t('texts_today') : format.shortDay(day)}
              </span>
            ) : null,
          )}
        </figcaption>
      )}
    </figure>
  )
}
