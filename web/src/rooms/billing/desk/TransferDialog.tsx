import { type OpenInvoice, recordTransfer } from '@cutaway/contract/rooms/billing/desk.ts'
import { useId, useState } from 'react'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './Desk.module.css'

const isAmount = (text: string) => /^\d{1,9}(\.\d{1,2})?$/.test(text) && Number(text) > 0

/** Records a transfer into the bank account of the seller, which pays an invoice or a part of it. */
export function TransferDialog({ invoice, onClose }: { invoice: OpenInvoice; onClose: () => void }) {
  const t = useTexts()
  const { money } = useFormat()
  const form = useId()
  const change = useChange('desk-invoices')
  const [given, setGiven] = useState({
    amount: (invoice.open_minor / 100).toFixed(2),
    received_on: '',
    bank_reference: '',
    note: '',
  })
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const wrong = {
    amount: isAmount(given.amount) ? undefined : t('payment_desk_amount_wrong'),
    received_on: given.received_on === '' ? t('payment_desk_day_missing') : undefined,
    bank_reference: given.bank_reference.trim() === '' ? t('payment_desk_bank_reference_missing') : undefined,
  }
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget
      setGiven((before) => ({ ...before, [name]: value }))
    },
    error: wasSent ? (wrong as Partial<Record<string, string>>)[name] : undefined,
  })
  const record = async () => {
    setSent(true)
    if (wrong.amount || wrong.received_on || wrong.bank_reference) return
    setBusy(true)
    const { web_site_id, invoice: id } = invoice
    const isDone = await change(send(recordTransfer, { body: { web_site_id, invoice: id, ...given } }), {
      detail: invoice.full_number,
    })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      size="sm"
      title={t('payment_desk_transfer_title', { number: invoice.full_number })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="filled" loading={isBusy}>
            {t('payment_desk_transfer')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void record()
        }}
      >
        <TextInput
          required
          dir="ltr"
          inputMode="decimal"
          maxLength={12}
          data-autofocus
          label={t('payment_desk_transfer_amount', { currency: invoice.currency })}
          description={t('payment_desk_transfer_open', { amount: money(invoice.open_minor, invoice.currency) })}
          {...field('amount')}
        />
        <TextInput required type="date" label={t('payment_desk_received_on')} {...field('received_on')} />
        <TextInput
          required
          dir="auto"
          maxLength={100}
          label={t('payment_desk_bank_reference')}
          description={t('payment_desk_bank_reference_text')}
          {...field('bank_reference')}
        />
        <TextInput dir="auto" maxLength={500} label={t('payment_desk_remark')} {...field('note')} />
      </form>
    </Dialog>
  )
}
