import { useState } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { Textarea } from '../../../../ui/form/Field.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../../FieldError.tsx'

/** Asks why the country or the currency of a web site in use changes; the answer is kept in the audit log. */
export function ReasonDialog({
  onSave,
  onClose,
}: {
  onSave: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={t('site_reason_title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="site-reason" variant="filled" loading={busy}>
            {t('save_changes')}
          </Button>
        </>
      }
    >
      <form
        id="site-reason"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          // A dialog is a child of the form around it, whose submit this is not.
          event.stopPropagation()
          setMissing(reason.trim() === '')
          if (reason.trim() === '') return
          setBusy(true)
          await onSave(reason.trim())
          setBusy(false)
          onClose()
        }}
      >
        <p>{t('site_reason_text')}</p>
        <Textarea
          required
          rows={3}
          maxLength={500}
          dir="auto"
          data-autofocus
          label={t('site_reason')}
          value={reason}
          error={isMissing ? <FieldError>{t('value_missing')}</FieldError> : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
