import { getInvoice, type InvoiceDetails } from '@cutaway/contract/rooms/billing/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { usePlanName } from '../usePlanName.ts'
import classes from './Invoices.module.css'
import { dayBefore, useDay } from './useDay.ts'
import { Files, invoiceTags } from './useInvoiceColumns.tsx'

/** Shows an invoice or a credit note with its lines, and leads to the documents that it belongs to. */
export function InvoiceDrawer({
  id,
  onOther,
  onClose,
}: {
  id: string
  onOther: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const day = useDay()
  const latin = usePlanName()
  const query = useQuery({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) => call(getInvoice, { params: { id }, signal }),
  })
  const { data } = query
  return (
    <Drawer
      title={t(data?.title ?? 'invoice_invoice')}
      subtitle={data && `${latin(data.full_number)} · ${isolated(day(data.issued_on))}`}
      onClose={onClose}
      footer={data ? <Files row={data} /> : null}
    >
      <QueryState query={query} failed={t('invoice_not_loaded')} heading="h3" waiting={<SkeletonText lines={8} />}>
        {(of) => <Details of={of} onOther={onOther} />}
      </QueryState>
    </Drawer>
  )
}

function Details({ of, onOther }: { of: InvoiceDetails; onOther: (id: string) => void }) {
  const t = useTexts()
  const day = useDay()
  const format = useFormat()
  const latin = usePlanName()
  const money = (minor: number) => <bdi>{format.money(minor, of.currency)}</bdi>
  const { tax, items, kind, state, corrects, credit_notes } = of
  const left = of.total_minor - of.paid_minor
  const sums = [
    ...(tax === null
      ? []
      : [
          { name: t('invoice_net'), amount: of.net_minor },
          { name: `${tax.label || t('invoice_tax')} ${tax.rate_bp / 100}%`, amount: tax.amount_minor },
        ]),
    {
      name: t(kind === 'invoice' ? 'invoice_total' : 'invoice_total_credited', { currency: of.currency }),
      amount: of.total_minor,
      isTotal: true,
    },
    ...(kind === 'invoice' && of.paid_minor > 0 && left > 0
      ? [
          { name: t('invoice_paid'), amount: -of.paid_minor },
          { name: t('invoice_balance'), amount: left },
        ]
      : []),
  ]
  const others = corrects === null ? credit_notes : [corrects]
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <dt>{t('invoices_status')}</dt>
        <dd>
          <Tag kind={invoiceTags[state]}>{t(`invoice_state_${state}`)}</Tag>
        </dd>
        <dt>{t('invoice_billed_to')}</dt>
        <dd>
          <bdi>{of.billed_to}</bdi>
        </dd>
        {kind === 'invoice' && left > 0 ? (
          <>
            <dt>{t('invoice_due')}</dt>
            <dd>{day(of.due_on)}</dd>
          </>
        ) : null}
        {others.length > 0 ? (
          <>
            <dt>{t(corrects === null ? 'invoice_credit_notes' : 'invoice_corrects')}</dt>
            <dd className={classes.others}>
              {others.map(({ invoice_id, full_number, total_minor }) => (
                <span key={invoice_id}>
                  <button type="button" className={classes.other} onClick={() => onOther(invoice_id)}>
                    <bdi dir="ltr">{full_number}</bdi>
                  </button>{' '}
                  {money(total_minor)}
                </span>
              ))}
            </dd>
          </>
        ) : null}
      </dl>
      <dl className={classes.lines}>
        {items.map((item) => (
          <div key={item.line_no} className={classes.line}>
            <dt>
              <span>{item.name ? latin(item.name) : t(`invoice_line_${item.kind}`)}</span>
              {item.quantity === 1 || item.unit_minor === null ? null : (
                <span className={classes.hint}>
                  <bdi>
                    {format.number(item.quantity)} × {money(item.unit_minor)}
                  </bdi>
                </span>
              )}
              {item.period_start === null || item.period_end === null ? null : (
                <span className={classes.hint}>
                  {t('invoice_period', { from: day(item.period_start), to: day(dayBefore(item.period_end)) })}
                </span>
              )}
            </dt>
            <dd>{money(item.net_minor)}</dd>
          </div>
        ))}
        {sums.map(({ name, amount, isTotal }) => (
          <div key={name} className={classes.line} data-sum data-total={isTotal || undefined}>
            <dt>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
