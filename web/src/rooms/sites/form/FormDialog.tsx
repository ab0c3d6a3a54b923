import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import classes from '../Form.module.css'
import type { SchemaForm, Values } from './useSchemaForm.tsx'

/**
 * A form in a dialog: errors first, fields, the verb at the end. Closing it with unsaved changes asks, and so does leaving
 * the page. `children` are rows of the form: fields, or a FormPair of two short ones.
 */
export function FormDialog<V extends Values>({
  title,
  form,
  verb,
  reason,
  note,
  start,
  tabs,
  size = 'md',
  kind = 'dialog',
  onClose,
  children,
}: {
  title: string
  form: SchemaForm<V>
  /** What saving does: "Add location". */
  verb: string
  /** Why the form cannot be saved; shown beside the verb, which is then off. Only what the server has refused. */
  reason?: string | undefined
  /** In the footer in the place of a reason: what saving does. */
  note?: string | undefined
  /** At the start of the footer: what else can be done with the record. */
  start?: ReactNode
  /** DialogTabs; the children are then their panels. */
  tabs?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  kind?: 'dialog' | 'drawer'
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts()
  const [asks, setAsks] = useState(false)
  const close = () => (form.isUnsaved ? setAsks(true) : onClose())
  return (
    <Dialog
      title={title}
      size={size}
      kind={kind}
      tabs={tabs}
      onClose={close}
      footer={
        <>
          {start}
          <FooterNote>{reason ?? note}</FooterNote>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" form={form.id} variant="filled" loading={form.isSaving} disabled={reason !== undefined}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form.id} noValidate className={classes.form} data-wide onSubmit={form.submit}>
        {form.refused === undefined && form.wrong.length < 2 ? null : (
          <FormErrorSummary errors={form.wrong} {...(form.refused === undefined ? {} : { text: form.refused })} />
        )}
        {children}
      </form>
      <LeaveGuard unsaved={form.isUnsaved} />
      {asks ? <DiscardDialog onKeep={() => setAsks(false)} onDiscard={onClose} /> : null}
    </Dialog>
  )
}

/** Two short fields beside each other; on a phone below each other. */
export const FormPair = ({ stacks = false, children }: { stacks?: boolean; children: ReactNode }) => (
  <div className={classes.pair} data-stacks={stacks || undefined}>
    {children}
  </div>
)

function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      kind="alertdialog"
      title={t('form_discard_title')}
      onClose={onKeep}
      footer={
        <>
          <Button data-autofocus onClick={onKeep}>
            {t('form_keep_editing')}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            {t('form_discard')}
          </Button>
        </>
      }
    >
      <p>{t('form_discard_text')}</p>
    </Dialog>
  )
}
