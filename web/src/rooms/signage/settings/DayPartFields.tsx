import type { DayPart } from '@cutaway/contract/rooms/signage/day-parts.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { TextInput } from '../../../ui/form/Field.tsx'
import classes from './Loop.module.css'
import { minuteOf, timeOf, weekdayName } from './day-words.ts'

/** Days, hours and first and last day of a day part. Every valid change is passed on at once. */
export function DayPartFields({ value, onChange }: { value: DayPart; onChange: (next: DayPart) => void }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const everyDay = value.weekdays.length === 0
  const isOn = (day: number) => everyDay || value.weekdays.includes(day)
  const toggle = (day: number) => {
    const all = [0, 1, 2, 3, 4, 5, 6]
    const days = all.filter((one) => (one === day ? !isOn(day) : isOn(one)))
    // A part on no day would never play.
    if (days.length > 0) onChange({ ...value, weekdays: days.length === 7 ? [] : days })
  }
  const overnight = value.to <= value.from && value.to > 0
  return (
    <div className={classes.dayPart}>
      <fieldset className={classes.days}>
        <legend>{t('schedule_days')}</legend>
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <label key={day} title={weekdayName(day, locale, 'long')}>
            <input
              type="checkbox"
              aria-label={weekdayName(day, locale, 'long')}
              checked={isOn(day)}
              onChange={() => toggle(day)}
            />
            <span aria-hidden>{weekdayName(day, locale, 'narrow')}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes.fields}>
        <TextInput
          type="time"
          label={t('schedule_from')}
          value={timeOf(value.from)}
          onChange={({ currentTarget }) => {
            const from = minuteOf(currentTarget.value)
            if (from !== null) onChange({ ...value, from })
          }}
        />
        <TextInput
          type="time"
          label={t('schedule_until')}
          description={overnight ? t('schedule_next_day') : undefined}
          order={['label', 'input', 'description', 'error']}
          value={timeOf(value.to % 1440)}
          onChange={({ currentTarget }) => {
            const to = minuteOf(currentTarget.value)
            // Midnight is the end of the day on which the part begins.
            if (to !== null) onChange({ ...value, to: to === 0 ? 1440 : to })
          }}
        />
        <TextInput
          type="date"
          label={t('schedule_first_day')}
          value={value.starts_on ?? ''}
          max={value.ends_on ?? undefined}
          onChange={({ currentTarget }) => {
            const starts_on = currentTarget.value || null
            if (!starts_on || !value.ends_on || starts_on <= value.ends_on) onChange({ ...value, starts_on })
          }}
        />
        <TextInput
          type="date"
          label={t('schedule_last_day')}
          value={value.ends_on ?? ''}
          min={value.starts_on ?? undefined}
          onChange={({ currentTarget }) => {
            const ends_on = currentTarget.value || null
            if (!ends_on || !value.starts_on || value.starts_on <= ends_on) onChange({ ...value, ends_on })
          }}
        />
      </div>
    </div>
  )
}
