import { urlOf } from '@cutaway/contract/client.ts'
import {
  invoicePdf,
  invoiceUbl,
  type InvoiceRow,
  type InvoiceState,
} from '@cutaway/contract/rooms/billing/documents.ts'
import { IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { usePlanName } from '../usePlanName.ts'
import classes from './Invoices.module.css'
import { dayBefore, useDay } from './useDay.ts'

export const invoiceTags: Record<InvoiceState, TagKind> = {
  open: 'yellow',
  overdue: 'red',
  paid: 'green',
  credited: 'plain',
  written_off: 'plain',
}

/** The columns of invoices. */
export function useInvoiceColumns(onOpen: (id: string) => void): Column<InvoiceRow>[] {
  const t = useTexts()
  const day = useDay()
  const { money } = useFormat()
  return [
    {
      id: 'full_number',
      label: t('invoice_number'),
      sortable: true,
      cell: ({ invoice_id, full_number }) => (
        <span className={classes.number}>
          <RowOpener onClick={() => onOpen(invoice_id)}>{full_number}</RowOpener>
        </span>
      ),
    },
    { id: 'issued_on', label: t('invoice_date'), sortable: true, cell: ({ issued_on }) => day(issued_on) },
    { id: 'for', label: t('invoices_for'), cell: (row) => <Subject row={row} /> },
    {
      id: 'total',
      label: t('invoices_sum'),
      number: true,
      sortable: true,
      cell: ({ total_minor, currency }) => <bdi>{money(total_minor, currency)}</bdi>,
    },
    {
      id: 'state',
      label: t('invoices_status'),
      sortable: true,
      cell: ({ state }) => <Tag kind={invoiceTags[state]}>{t(`invoice_state_${state}`)}</Tag>,
    },
    { id: 'files', label: '', cell: (row) => <Files row={row} /> },
  ]
}

/** What a document is for: its first line, or the invoice that it corrects. */
function Subject({ row }: { row: InvoiceRow }) {
  const t = useTexts()
  const day = useDay()
  const latin = usePlanName()
  const { plan, line_kind, lines, period_start, period_end, of_number } = row
  // A Latin name or number keeps its order in right-to-left text.
  const first = (plan && latin(plan)) || (line_kind === '' ? '' : t(`invoice_line_${line_kind}`))
  const name = lines > 1 ? t('invoices_more_lines', { name: first, count: lines - 1 }) : first
  return (
    <span className={classes.words}>
      <span>{of_number === null ? name : t('invoices_corrects', { number: latin(of_number) })}</span>
      {period_start !== null && period_end !== null ? (
        <span className={classes.hint}>
          {t('invoice_period', { from: day(period_start), to: day(dayBefore(period_end)) })}
        </span>
      ) : null}
    </span>
  )
}

/** The document as PDF and as e-invoice. */
export function Files({
  row: { invoice_id: id, full_number: number },
}: {
  row: Pick<InvoiceRow, 'invoice_id' | 'full_number'>
}) {
  const t = useTexts()
  const label = (file: string) => ({ 'aria-label': t('invoices_file_of', { file: t(file), number }) })
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <span className={classes.files}>
      <Button
        component="a"
        size="xs"
        variant="subtle"
        href={urlOf(invoicePdf, { id })}
        target="_blank"
        leftSection={<IconFileTypePdf {...icon} />}
        {...label('invoices_pdf')}
      >
        {t('invoices_pdf')}
      </Button>
      <Button
        component="a"
        size="xs"
        variant="subtle"
        href={urlOf(invoiceUbl, { id })}
        download
        leftSection={<IconFileCode {...icon} />}
        {...label('invoices_ubl')}
      >
        {t('invoices_ubl')}
      </Button>
    </span>
  )
}
