import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Textarea } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../FieldError.tsx'

/** Asks for the reason of a decision before it is made. It closes once the decision is made. */
export function ReasonDialog({
  title,
  children,
  hint,
  verb,
  isRefusal = false,
  most,
  onSave,
  onClose,
}: {
  title: string
  children?: ReactNode
  /** Who reads the reason. */
  hint?: string
  verb: string
  isRefusal?: boolean
  /** Characters that a reason may have. */
  most: number
  /** Returns whether the decision was made. */
  onSave: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant={isRefusal ? 'danger' : 'filled'} loading={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          // A dialog may be a child of another form, whose submit this is not.
          event.stopPropagation()
          const given = reason.trim()
          setMissing(given === '')
          if (given === '') return
          setBusy(true)
          const isDone = await onSave(given)
          setBusy(false)
          if (isDone) onClose()
        }}
      >
        {children}
        <Textarea
          required
          rows={3}
          maxLength={most}
          dir="auto"
          data-autofocus
          label={t('reason_field')}
          description={hint}
          value={reason}
          error={isMissing ? <FieldError>{t('value_missing')}</FieldError> : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
