import { useTexts } from '../../../core/i18n/i18n.ts'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { Done } from '../../sites/contact/Done.tsx'

/** Says that a mail is on its way to a school or a teacher. */
export function SchoolDone({ kind, email }: { kind: 'education' | 'teachers'; email: string }) {
  const t = useTexts()
  return (
    <Done title={t(kind === 'education' ? 'school_done' : 'teacher_done')}>
      {t(kind === 'education' ? 'school_done_text' : 'teacher_done_text', { email })} <OutboxHint />
    </Done>
  )
}
