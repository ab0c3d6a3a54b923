import { IconClockHour4 } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './PaymentNotice.module.css'

/** Says why a payment did not go through, or that it is not known yet. */
export function PaymentNotice({
  payment: { refused, error, waiting },
}: {
  payment: { refused: { key: string; field?: string } | null; error: Error | null; waiting: string | null }
}) {
  const t = useTexts()
  if (waiting !== null)
    return (
      <p className={classes.waiting} role="status">
        <IconClockHour4 size={18} stroke={1.75} aria-hidden />
        {t(waiting)}
      </p>
    )
  const text = refused ? t(refused.key, { field: refused.field ?? '' }) : refusalText(error, t)
  return text === undefined ? null : <FormErrorSummary text={text} />
}
