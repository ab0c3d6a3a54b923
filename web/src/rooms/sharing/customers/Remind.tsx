import { useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import type { Draft, DraftOf } from '../dialog/draft.ts'
import classes from './Remind.module.css'

/** Reminds the customer once if the film has not been opened by a chosen time. */
export function Remind({ about: { draft, change } }: { about: DraftOf }) {
  const t = useTexts()
  return (
    <div className={classes.line}>
      <Checkbox
        label={t('share_remind')}
        checked={draft.remind}
        onChange={(event) => change({ remind: event.currentTarget.checked })}
      />
      <input
        type="datetime-local"
        className={classes.time}
        aria-label={t('share_remind_time')}
        disabled={!draft.remind}
        value={draft.remindAt}
        onChange={(event) => change({ remindAt: event.currentTarget.value })}
      />
    </div>
  )
}

/** Returns the fields of a send about its customer, for every channel. */
export function toCustomer({ customerName, vehicle, languageChosen, remind, remindAt }: Draft) {
  const at = new Date(remindAt)
  return {
    ...(customerName.trim() ? { customer_name: customerName.trim() } : {}),
    ...(vehicle.trim() ? { vehicle: vehicle.trim() } : {}),
    ...(languageChosen ? { language_chosen: true } : {}),
    ...(remind && !Number.isNaN(at.getTime()) ? { remind_at: at.toISOString() } : {}),
  }
}
