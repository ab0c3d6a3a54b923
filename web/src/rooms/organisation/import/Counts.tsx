import { useFormat } from '../../../core/i18n/i18n.ts'
import classes from './Counts.module.css'

export interface Count {
  label: string
  value: number
  hint: string
  /** Red if it is not 0. */
  bad?: boolean
}

/** Numbers side by side, each with what it means. */
export function Counts({ counts }: { counts: readonly Count[] }) {
  const format = useFormat()
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, value, hint, bad }) => (
        <div key={label} className={classes.count} data-bad={(bad && value > 0) || undefined}>
          <dt>{label}</dt>
          <dd className={classes.value}>{format.number(value)}</dd>
          <dd className={classes.hint}>{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
