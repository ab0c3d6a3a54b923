import { useId, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Textarea, TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './Desk.module.css'

const isAmount = (text: string) => /^\d{1,9}(\.\d{1,2})?$/.test(text) && Number(text) > 0

/** Asks for the reason of an act, and for an amount where one is to go back. */
export function ReasonDialog({
  title,
  label,
  description,
  submit,
  amount,
  onSubmit,
  onClose,
}: {
  title: string
  /** The label of the reason. */
  label: string
  description?: string
  /** The label of the button. */
  submit: string
  /** The label of the amount, what it is at first, and a line below it. */
  amount?: { label: string; first: string; description: string }
  /** Returns whether it was done; the dialog then closes. */
  onSubmit: (given: { reason: string; amount: string }) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const form = useId()
  const [reason, setReason] = useState('')
  const [sum, setSum] = useState(amount?.first ?? '')
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isReasonMissing = reason.trim() === ''
  const isAmountWrong = amount !== undefined && !isAmount(sum)
  return (
    <Dialog
      size="sm"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="filled" loading={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={classes.form}
        onSubmit={async (event) => {
          event.preventDefault()
          setSent(true)
          if (isReasonMissing || isAmountWrong) return
          setBusy(true)
          const isDone = await onSubmit({ reason: reason.trim(), amount: sum })
          setBusy(false)
          if (isDone) onClose()
        }}
      >
        {amount ? (
          <TextInput
            required
            dir="ltr"
            inputMode="decimal"
            maxLength={12}
            data-autofocus
            label={amount.label}
            description={amount.description}
            value={sum}
            error={wasSent && isAmountWrong ? t('payment_desk_amount_wrong') : undefined}
            onChange={({ currentTarget }) => setSum(currentTarget.value.trim())}
          />
        ) : null}
        <Textarea
          required
          rows={3}
          dir="auto"
          maxLength={500}
          data-autofocus={amount ? undefined : true}
          label={label}
          description={description}
          value={reason}
          error={wasSent && isReasonMissing ? t('enter_a_reason') : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
