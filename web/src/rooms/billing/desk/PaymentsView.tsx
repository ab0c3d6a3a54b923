import { urlOf } from '@cutaway/contract/client.ts'
import {
  deskInvoicePdf,
  type DeskPayment,
  refundPayment,
  searchPayments,
} from '@cutaway/contract/rooms/billing/desk.ts'
import { IconArrowBackUp, IconFileTypePdf, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { SiteFilter } from '../../sites/operator/inbox/InboxFilters.tsx'
import classes from './Desk.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'

const defaults = {
  sort: { by: 'created', descending: true },
  sorts: ['created', 'amount'],
  filters: { site: '' },
  size: 10,
}

/** All payments, found by reference, e-mail, invoice or business. A delivered one can be paid back. */
export function PaymentsView() {
  const t = useTexts()
  const { money } = useFormat()
  const list = useListState(defaults)
  const [refunded, setRefunded] = useState<DeskPayment | null>(null)
  const { site } = list.filters
  const query = useQuery({
    queryKey: ['desk-payments', list.asked, site],
    queryFn: async ({ signal }) => {
      const sort = list.asked.sort === 'amount' ? ('amount' as const) : ('created' as const)
      const body = { ...list.asked, sort, ...(site ? { web_site_id: site } : {}) }
      const answer = await send(searchPayments, { body, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total }
    },
    placeholderData: keepPreviousData,
  })
  const change = useChange('desk-payments', 'desk-items')
  return (
    <>
      <ListCard
        caption={t('payment_desk_payments')}
        list={list}
        query={query}
        columns={usePaymentColumns(setRefunded)}
        rowId={({ payment }) => payment}
        searchLabel={t('payment_desk_search_payments')}
        filters={<SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />}
        empty={
          <EmptyState
            heading="h2"
            icon={IconReceipt}
            title={t('payment_desk_no_payments')}
            text={t('payment_desk_no_payments_text')}
          />
        }
        failed={t('payment_desk_payments_not_loaded')}
      />
      {refunded ? (
        <ReasonDialog
          title={t('payment_desk_refund_title', { name: refunded.business_name })}
          label={t('payment_desk_reason')}
          description={t('payment_desk_reason_text')}
          submit={t('payment_desk_refund')}
          amount={{
            label: t('payment_desk_refund_amount', { currency: refunded.currency }),
            first: (refunded.refundable_minor / 100).toFixed(2),
            description: t('payment_desk_refund_most', {
              amount: money(refunded.refundable_minor, refunded.currency),
            }),
          }}
          onClose={() => setRefunded(null)}
          onSubmit={({ amount, reason }) => {
            const { web_site_id, payment } = refunded
            return change(send(refundPayment, { body: { web_site_id, payment, amount, reason } }), {
              detail: refunded.business_name,
            })
          }}
        />
      ) : null}
    </>
  )
}

const kinds: Readonly<Record<string, TagKind>> = {
  fulfilled: 'green',
  paid: 'yellow',
  processing: 'yellow',
  requires_action: 'yellow',
  refunding: 'yellow',
  disputed: 'red',
  failed: 'red',
}

function usePaymentColumns(onRefund: (row: DeskPayment) => void): Column<DeskPayment>[] {
  const t = useTexts()
  const { seen, money } = useFormat()
  return [
    {
      id: 'business',
      label: t('payment_desk_business'),
      cell: (row) => (
        <span className={classes.words}>
          <bdi className={classes.name}>{row.business_name}</bdi>
          <bdi className={classes.hint} dir="ltr">
            {row.email}
          </bdi>
          <bdi className={classes.hint}>{row.site_name}</bdi>
        </span>
      ),
    },
    {
      id: 'reference',
      label: t('payment_desk_reference'),
      cell: (row) => (
        <span className={classes.words}>
          <bdi className={classes.reference} dir="ltr">
            {row.reference ?? '–'}
          </bdi>
          {row.invoice ? (
            <a
              href={urlOf(deskInvoicePdf, { web_site_id: row.web_site_id, id: row.invoice.id })}
              target="_blank"
              rel="noreferrer"
            >
              <IconFileTypePdf size={15} stroke={1.75} aria-hidden /> <bdi dir="ltr">{row.invoice.full_number}</bdi>
            </a>
          ) : null}
        </span>
      ),
    },
    {
      id: 'amount',
      label: t('payment_desk_amount'),
      number: true,
      sortable: true,
      cell: ({ amount_minor, currency }) => <bdi>{money(amount_minor, currency)}</bdi>,
    },
    {
      id: 'state',
      label: t('payment_desk_status'),
      cell: ({ state }) => <Tag kind={kinds[state] ?? 'plain'}>{t(`desk_state_${state}`)}</Tag>,
    },
    { id: 'created', label: t('payment_desk_when'), sortable: true, cell: ({ created_at }) => seen(created_at) },
    {
      id: 'end',
      label: '',
      cell: (row) =>
        row.refundable_minor > 0 ? (
          <span className={classes.end}>
            <Button
              size="xs"
              leftSection={<IconArrowBackUp size={15} stroke={1.75} aria-hidden />}
              aria-label={t('action_on_row', { action: t('payment_desk_refund'), name: row.business_name })}
              onClick={() => onRefund(row)}
            >
              {t('payment_desk_refund')}
            </Button>
          </span>
        ) : null,
    },
  ]
}
