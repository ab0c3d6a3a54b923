import { urlOf } from '@cutaway/contract/client.ts'
import { deskInvoicePdf, getOpenInvoices, type OpenInvoice } from '@cutaway/contract/rooms/billing/desk.ts'
import { IconBuildingBank, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { SiteFilter } from '../../sites/operator/inbox/InboxFilters.tsx'
import { useDay } from '../invoices/useDay.ts'
import classes from './Desk.module.css'
import { TransferDialog } from './TransferDialog.tsx'

const defaults = {
  sort: { by: 'due_on', descending: false },
  sorts: ['due_on', 'total'],
  filters: { site: '' },
  size: 10,
}

/** Invoices that are not paid. A transfer into the bank account of the seller pays them. */
export function OpenInvoicesView() {
  const t = useTexts()
  const list = useListState(defaults)
  const [paid, setPaid] = useState<OpenInvoice | null>(null)
  const { site } = list.filters
  const query = useQuery({
    queryKey: ['desk-invoices', list.asked, site],
    queryFn: async ({ signal }) => {
      const sort = list.asked.sort === 'total' ? ('total' as const) : ('due_on' as const)
      const body = { ...list.asked, sort, ...(site ? { web_site_id: site } : {}) }
      const answer = await send(getOpenInvoices, { body, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ListCard
        caption={t('payment_desk_invoices')}
        list={list}
        query={query}
        columns={useOpenInvoiceColumns(setPaid)}
        rowId={({ invoice }) => invoice}
        searchLabel={t('payment_desk_search_invoices')}
        filters={<SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />}
        empty={
          <EmptyState
            heading="h2"
            icon={IconReceipt}
            title={t('payment_desk_no_invoices')}
            text={t('payment_desk_no_invoices_text')}
          />
        }
        failed={t('payment_desk_invoices_not_loaded')}
      />
      {paid ? <TransferDialog invoice={paid} onClose={() => setPaid(null)} /> : null}
    </>
  )
}

function useOpenInvoiceColumns(onTransfer: (row: OpenInvoice) => void): Column<OpenInvoice>[] {
  const t = useTexts()
  const day = useDay()
  const { money } = useFormat()
  return [
    {
      id: 'number',
      label: t('payment_desk_number'),
      cell: (row) => (
        <a
          href={urlOf(deskInvoicePdf, { web_site_id: row.web_site_id, id: row.invoice })}
          target="_blank"
          rel="noreferrer"
        >
          <bdi dir="ltr">{row.full_number}</bdi>
        </a>
      ),
    },
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
      id: 'due_on',
      label: t('payment_desk_due'),
      sortable: true,
      cell: (row) => (
        <span className={classes.words}>
          {day(row.due_on)}
          {row.is_overdue ? <Tag kind="red">{t('payment_desk_overdue')}</Tag> : null}
        </span>
      ),
    },
    {
      id: 'total',
      label: t('payment_desk_open_amount'),
      number: true,
      sortable: true,
      cell: ({ open_minor, currency }) => <bdi>{money(open_minor, currency)}</bdi>,
    },
    {
      id: 'end',
      label: '',
      cell: (row) => (
        <span className={classes.end}>
          <Button
            size="xs"
            leftSection={<IconBuildingBank size={15} stroke={1.75} aria-hidden />}
            aria-label={t('action_on_row', { action: t('payment_desk_transfer'), name: row.full_number })}
            onClick={() => onTransfer(row)}
          >
            {t('payment_desk_transfer')}
          </Button>
        </span>
      ),
    },
  ]
}
