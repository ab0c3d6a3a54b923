import type { PdfText } from '@cutaway/contract/rooms/player/pdf.ts'
import { languages, useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import classes from './Pdf.module.css'

/** Selects the customer's language: any of the site's, independent of the page language. */
export function PdfLanguage({ value, onChange }: { value: number; onChange: (languageId: number) => void }) {
  const t = useTexts()
  if (languages.length < 2) return null
  return (
    <NativeSelect
      className={classes.language}
      labelClassName={classes.languageLabel}
      label={t('pdf_language')}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={languages.map(({ language_id: id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

/** Shown when the text is in another language than the chosen one. */
export function StandIn({ asked, words }: { asked: number; words: PdfText }) {
  const t = useTexts()
  const name = languages.find(({ language_id }) => language_id === asked)?.name ?? ''
  return (
    <p className={classes.standIn} role="status">
      {t('pdf_other_language', { asked: name, served: words.name })}
    </p>
  )
}
