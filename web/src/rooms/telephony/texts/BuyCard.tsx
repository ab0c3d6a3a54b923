import { rechargeSms, type Balance, type OrderResult } from '@cutaway/contract/rooms/telephony/bundles.ts'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { send } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn, useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useBankStep } from '../../billing/pay/BankDialog.tsx'
import { PaymentNotice } from '../../billing/pay/PaymentNotice.tsx'
import { useCharge } from '../../billing/pay/useCharge.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { MeansRow } from '../MeansRow.tsx'
import classes from '../Telephony.module.css'

/** Buys a bundle. The result stands in the card, and in the address as ?order=success or failure. */
export function BuyCard({ now, onBought }: { now: Balance; onBought: () => Promise<void> }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { number } = useFormat()
  const { user } = useSignedIn()
  const site = useSite()
  const [, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState(now.bundles[0]?.bundle_id)
  const [bought, setBought] = useState<{ count: number; balance: number | null } | null>(null)
  const asked = useRef<number | null>(null)
  const bank = useBankStep()
  const bundle = now.bundles.find(({ bundle_id }) => bundle_id === chosen) ?? now.bundles[0]
  const isInvoiced = now.pays === 'invoice'
  const paying = useCharge({
    charge: async ({ bundle_id, due }: { bundle_id: number; due: string }, request_key) => {
      setBought(null)
      asked.current = bundle_id
      const answer = await send(rechargeSms, {
        params: { user: user.user_id, site: site.web_site_id },
        body: { bundle_id, due, request_key },
      })
      if (answer.status === 0) setQuery({ order: 'failure' }, { replace: true })
      return answer
    },
    act: bank.act,
    onDone: (data: OrderResult | null) => {
      // A payment that was found later comes without the order; the balance is read again.
      const found = now.bundles.find(({ bundle_id }) => bundle_id === asked.current)
      setBought(
        data
          ? { count: data.sms_bundle, balance: data.paid_sms_counter }
          : found
            ? { count: found.sms_bundle, balance: null }
            : null,
      )
      setQuery({ order: 'success' }, { replace: true })
      void onBought()
    },
  })
  if (!bundle)
    return (
      <Card title={t('texts_buy')}>
        <p className={classes.hint}>{t('texts_no_bundles')}</p>
      </Card>
    )
  const amount = format.amount(bundle.due, now.currency)
  const hasTax = bundle.due !== bundle.total_amount
  return (
    <Card title={t('texts_buy')}>
      <div className={classes.stack}>
        {bought ? (
          <p className={classes.result} role="status">
            {t('texts_order_success', {
              count: number(bought.count),
              balance: number(bought.balance ?? now.paid_sms_counter),
            })}
          </p>
        ) : null}
        <fieldset className={classes.bundles} aria-label={t('texts_buy')}>
          {now.bundles.map((one) => (
            <label key={one.bundle_id} className={classes.bundle}>
              <input
                type="radio"
                name="bundle"
                checked={one.bundle_id === bundle.bundle_id}
                onChange={() => setChosen(one.bundle_id)}
              />
              <span className={classes.grow}>
                {t('texts_bundle', {
                  count: number(one.sms_bundle),
                  price: format.amount(one.cost_per_sms.replace(/00$/, ''), now.currency),
                })}
              </span>
              <span className={`${classes.price} ${classes.strong}`}>
                {format.amount(one.total_amount, now.currency)}
              </span>
            </label>
          ))}
        </fieldset>
        {hasTax ? <p className={classes.hint}>{t('texts_plus_tax', { tax: now.tax_label, amount })}</p> : null}
        <MeansRow means={now.means} pays={now.pays} onChanged={() => void onBought()} />
        {now.overdue === null ? null : (
          <p className={classes.bar2} data-tone="red">
            <span className={classes.grow}>{t('texts_overdue', { invoice: isolated(now.overdue.number) })}</span>
            <Link to={`${paths.invoices}?invoice=${now.overdue.invoice_id}`}>{t('texts_open_invoice')}</Link>
          </p>
        )}
        <PaymentNotice payment={paying} />
        {paying.refused ? <p className={classes.hint}>{t('texts_order_failed')}</p> : null}
        <Button
          variant="filled"
          size="md"
          loading={paying.isCharging}
          disabled={paying.waiting !== null || now.pays === 'card' || now.overdue !== null}
          onClick={() => paying.charge({ bundle_id: bundle.bundle_id, due: bundle.due })}
        >
          {t(isInvoiced ? 'texts_order_bundle' : 'texts_buy_bundle', { count: number(bundle.sms_bundle), amount })}
        </Button>
        {bank.dialog}
      </div>
    </Card>
  )
}
