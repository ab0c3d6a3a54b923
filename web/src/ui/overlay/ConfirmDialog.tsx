import { useState } from 'react'
import { isolated } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { Dialog } from './Dialog.tsx'
import { Button } from '../form/Button.tsx'
import { TextInput } from '../form/Field.tsx'

/** Spaces only group what is typed, as in telephone numbers. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/**
 * Asks before something is lost for good: the title names the thing, the text the loss, the buttons are "Keep it" and the
 * verb. Everything that can be undone is done at once instead, with Undo in the toast. A loss that touches many people is confirmed by
 * typing the name of the thing.
 */
export function ConfirmDialog({
  title,
  text,
  verb,
  loses = true,
  typed,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  /** What the button does: "Delete embed". */
  verb: string
  /** False if the act is weighty, but nothing is lost: the buttons are "Cancel" and a plain verb. */
  loses?: boolean
  /** The name to type before the button works. */
  typed?: string
  /** A refusal that it throws is shown as a toast, and the dialog stays. */
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  const [name, setName] = useState('')
  const isNamed = typed === undefined || withoutSpaces(name) === withoutSpaces(typed)
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
          <Button onClick={onClose} data-autofocus={typed === undefined || undefined}>
            {t(loses ? 'keep_it' : 'cancel')}
          </Button>
          <Button
            variant={loses ? 'danger' : 'filled'}
            loading={busy}
            disabled={!isNamed}
            onClick={() => void confirm()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {typed === undefined ? null : (
        <TextInput
          label={t('type_to_confirm', { name: isolated(typed) })}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
