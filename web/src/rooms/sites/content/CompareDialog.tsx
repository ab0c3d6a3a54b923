import type { LegalVersion } from '@cutaway/contract/rooms/sites/legal.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './Content.module.css'
import { changedParagraphs, type Part } from './paragraphs.ts'

/** Shows a version beside the text that is being edited, with the paragraphs that differ marked. */
export default function CompareDialog({
  before,
  after,
  language,
  canRestore,
  onRestore,
  onClose,
}: {
  before: LegalVersion
  after: string
  language: Language
  /** Nothing unsaved would be lost. */
  canRestore: boolean
  onRestore: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const [old, now] = changedParagraphs(before.html, after)
  const version = t('legal_version', { number: number(before.version) })
  return (
    <Dialog
      title={t('legal_compare_version', { number: number(before.version) })}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button variant="filled" disabled={!canRestore} onClick={onRestore}>
            {t('legal_restore')}
          </Button>
        </>
      }
    >
      <div className={classes.compare}>
        <Side title={version} parts={old} language={language} />
        <Side title={t('legal_edit')} parts={now} language={language} />
      </div>
    </Dialog>
  )
}

function Side({ title, parts, language }: { title: string; parts: readonly Part[]; language: Language }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <div lang={language.language_code} dir={language.direction}>
        {parts.map(({ text, isChanged }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other name, and may repeat
          <p key={i}>{isChanged ? <mark>{text}</mark> : text}</p>
        ))}
      </div>
    </section>
  )
}
