import { filledPieces, unknownFields, type FieldValues } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './SavedTexts.module.css'

/** Shows a text as it is sent, with the values of its fields tinted. */
export function FilledText({ text, values }: { text: string; values: FieldValues }) {
  return (
    <span dir="auto">
      {filledPieces(text, values).map(({ field, value }, i) =>
        field === null ? (
          value
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a field may occur twice
          <span key={i} className={classes.value}>
            {value}
          </span>
        ),
      )}
    </span>
  )
}

/** Names the fields of a text that are left out, because their values are unknown. Renders nothing for none. */
export function LeftOutFields({ text, values }: { text: string; values: FieldValues }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const fields = unknownFields(text, values)
  if (fields.length === 0) return null
  const names = new Intl.ListFormat(locale).format(fields.map((field) => t(`field_${field}`)))
  return (
    <p className={classes.leftOut} role="status">
      {t('share_fields_left_out', { fields: names })}
    </p>
  )
}
