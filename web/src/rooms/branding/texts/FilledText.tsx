import { piecesOf, type FieldValues } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './SavedTexts.module.css'

/** Shows a text with its fields filled and tinted; a field without a value shows its name. */
export function FilledText({ text, values }: { text: string; values: FieldValues }) {
  const t = useTexts()
  return (
    <span dir="auto">
      {piecesOf(text, values).map(({ field, value }, i) =>
        field === null ? (
          value
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a field may occur twice
          <span key={i} className={classes.value}>
            {value || t(`field_${field}`)}
          </span>
        ),
      )}
    </span>
  )
}
