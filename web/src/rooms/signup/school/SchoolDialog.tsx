import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SchoolDone } from './SchoolDone.tsx'
import { SchoolForm } from './SchoolForm.tsx'

const formId = 'school'

/** Asks for the account of a school, or sends a teacher's application. */
export default function SchoolDialog({
  kind,
  country,
  onClose,
}: {
  kind: 'education' | 'teachers'
  /** In which the form begins; upper case. */
  country?: string
  onClose: () => void
}) {
  const t = useTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const title = t(kind === 'education' ? 'school_title' : 'teacher_title')
  if (sentTo !== null)
    return (
      <Dialog title={title} size="sm" onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <SchoolDone kind={kind} email={sentTo} />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" loading={isBusy}>
            {t(kind === 'education' ? 'create_account' : 'send_application')}
          </Button>
        </>
      }
    >
      <SchoolForm id={formId} kind={kind} country={country} onSent={setSentTo} onBusy={setIsBusy} />
    </Dialog>
  )
}
