import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { Dialog } from './Dialog.tsx'
import { Button } from '../form/Button.tsx'

/**
 * Asks before something is lost for good: the title names the thing, the text the loss, the buttons are "Keep it" and the
 * verb. Everything that can be undone is done at once instead, with Undo in the toast.
 */
export function ConfirmDialog({
  title,
  text,
  verb,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  /** What the red button does: "Delete embed". */
  verb: string
  /** A refusal that it throws is shown as a toast, and the dialog stays. */
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      kind="alertdialog"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('keep_it')}
          </Button>
          <Button variant="danger" loading={busy} onClick={() => void confirm()}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
