import { urlOf } from '@cutaway/contract/client.ts'
import { getInvoices, invoicesOfYear } from '@cutaway/contract/rooms/billing/documents.ts'
import { IconDownload, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { CallFailed, send } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from './Invoices.module.css'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { useInvoiceColumns } from './useInvoiceColumns.tsx'

const defaults = {
  sort: { by: 'issued_on', descending: true },
  sorts: ['issued_on', 'full_number', 'total', 'state'],
  filters: { year: '' },
  size: 10,
}

/**
 * The invoices and credit notes of the own business, each as PDF and e-invoice, under a heading with those of a year as a
 * file. The URL holds the open document.
 */
export function InvoiceList({ renderHead }: { renderHead: (download: ReactNode) => ReactNode }) {
  const t = useTexts()
  const { money } = useFormat()
  const { user } = useSignedIn()
  const list = useListState(defaults)
  const { year } = list.filters
  const entity = user.businessentity_id ?? 0
  const query = useQuery({
    queryKey: ['invoices', entity, list.asked, year],
    queryFn: async ({ signal }) => {
      const body = { ...list.asked, sort: list.asked.sort as 'issued_on', ...(year ? { year: Number(year) } : {}) }
      const { status, data, message, http, total, years, sums } = await send(getInvoices, {
        params: { entity },
        body,
        signal,
      })
      if (status !== 1 || !data) throw new CallFailed(message, http)
      return { rows: data, total, years, sums }
    },
    placeholderData: keepPreviousData,
  })
  const years = query.data?.years ?? []
  const sums = query.data?.sums ?? []
  const downloaded = year || (years.length > 0 ? String(years[0]) : '')
  const [params, setParams] = useSearchParams()
  const opened = params.get('invoice') ?? undefined
  const open = (id: string | undefined, how: 'push' | 'replace' = 'replace') =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === undefined) next.delete('invoice')
        else next.set('invoice', id)
        return next
      },
      { replace: how === 'replace', preventScrollReset: true },
    )
  const columns = useInvoiceColumns((id) => open(id, 'push'))
  return (
    <>
      {renderHead(
        downloaded === '' ? null : (
          <Button
            component="a"
            href={urlOf(invoicesOfYear, { entity, year: downloaded })}
            download
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('invoices_download_year', { year: downloaded })}
          </Button>
        ),
      )}
      <ListCard
        caption={t('invoices_title')}
        list={list}
        query={query}
        columns={columns}
        rowId={({ invoice_id }) => invoice_id}
        onOpen={({ invoice_id }) => open(invoice_id, 'push')}
        {...(opened === undefined ? {} : { selected: opened })}
        searchLabel={t('invoices_search')}
        filters={
          years.length > 1 ? (
            <FilterMenu
              label={t('invoices_year')}
              value={year}
              values={[
                { value: '', label: t('invoices_all_years') },
                ...years.map((one) => ({ value: String(one), label: String(one) })),
              ]}
              onChange={(to) => list.change({ filters: { year: to } })}
            />
          ) : null
        }
        totals={
          query.data && query.data.total > 0
            ? {
                full_number: t('invoices_count', { number: query.data.total }),
                total: (
                  <span className={classes.sums}>
                    {sums.map(({ currency, total_minor }) => (
                      <bdi key={currency}>{money(total_minor, currency)}</bdi>
                    ))}
                  </span>
                ),
              }
            : {}
        }
        empty={<EmptyState heading="h2" icon={IconReceipt} title={t('invoices_none')} text={t('invoices_none_text')} />}
        failed={t('invoices_not_loaded')}
      />
      {opened === undefined ? null : <InvoiceDrawer id={opened} onOther={open} onClose={() => open(undefined)} />}
    </>
  )
}
