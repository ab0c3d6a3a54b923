import { useTexts } from '../../../core/i18n/i18n.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import classes from './Invoices.module.css'

/** /invoices: the invoices and credit notes of the own business. */
export default function InvoicesPage() {
  const t = useTexts()
  return (
    <div className={classes.page}>
      <InvoiceList renderHead={(download) => <PageHeader title={t('invoices_title')} actions={download} />} />
    </div>
  )
}
