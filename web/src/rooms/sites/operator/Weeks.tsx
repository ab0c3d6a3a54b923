import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useWords } from './words.ts'
import classes from './Weeks.module.css'

/** Shows the sends of the last weeks as bars, the latest one last and in colour. A week without any is a line. */
export function Weeks({ weeks }: { weeks: readonly number[] }) {
  const t = useTexts()
  const { number } = useFormat()
  const { list } = useWords()
  const most = Math.max(...weeks, 1)
  return (
    <span
      className={classes.weeks}
      // Time runs from left to right in every language, as in charts.
      dir="ltr"
      role="img"
      aria-label={t('web_site_weeks_label', { list: list(weeks.map((sends) => number(sends))) })}
    >
      {weeks.map((sends, week) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the place is the week
          key={week}
          data-none={sends === 0 || undefined}
          style={sends === 0 ? undefined : { height: `${Math.max(12, Math.round((sends / most) * 100))}%` }}
        />
      ))}
    </span>
  )
}
