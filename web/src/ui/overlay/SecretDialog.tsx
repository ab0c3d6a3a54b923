import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import { Dialog, FooterNote } from './Dialog.tsx'
import classes from './SecretDialog.module.css'

/** Shows a secret that is shown only once: it closes only by the button that says that the secret is stored. */
export function SecretDialog({
  title,
  verb,
  onClose,
  children,
}: {
  title: string
  /** What the button says: "I have stored it". */
  verb: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      title={title}
      size="sm"
      closable={false}
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button variant="filled" onClick={onClose}>
            {verb}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>{children}</div>
    </Dialog>
  )
}
