import { useSearchParams } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import classes from './Desk.module.css'
import { ItemsView } from './ItemsView.tsx'
import { OpenInvoicesView } from './OpenInvoicesView.tsx'
import { PaymentsView } from './PaymentsView.tsx'
import { RevenueView } from './RevenueView.tsx'

const views = { waiting: ItemsView, payments: PaymentsView, invoices: OpenInvoicesView, revenue: RevenueView } as const
type View = keyof typeof views
const names = Object.keys(views) as View[]

/** The desk of payments: what needs a person, payments with refunds, open invoices with bank transfers, revenue. */
export default function PaymentDeskPage() {
  const t = useTexts()
  const [query, setQuery] = useSearchParams()
  const view = names.find((name) => name === query.get('view')) ?? 'waiting'
  const Shown = views[view]
  return (
    <div className={classes.page}>
      <PageHeader title={t('operator_payment_desk')} subtitle={t('payment_desk_text')} />
      <div className={classes.views}>
        <SegmentedControl
          label={t('payment_desk_view')}
          segments={names.map((value) => ({ value, label: t(`payment_desk_${value}`) }))}
          value={view}
          // Search, filters and page belong to the view that is left.
          onChange={(to) => setQuery(to === 'waiting' ? {} : { view: to })}
        />
      </div>
      <Shown />
    </div>
  )
}
