import { type ReactNode, startTransition, useId, useOptimistic } from 'react'
import classes from './Segmented.module.css'

export interface Segment<T extends string> {
  value: T
  label: string
  icon?: ReactNode
}

/** Two to four views of which one is shown. Radio buttons underneath: arrow keys change, one stop for Tab. */
export function Segmented<T extends string>({
  label,
  segments,
  value,
  onChange,
  fill,
}: {
  /** Says what is chosen, for those who do not see it. */
  label: string
  segments: readonly Segment<T>[]
  value: T
  onChange: (value: T) => void
  /** As wide as its place, for phones. */
  fill?: boolean
}) {
  const name = useId()
  // A value that lives in the address comes back a moment later: until then what was pressed is shown.
  const [shown, show] = useOptimistic(value)
  const choose = (chosen: T) =>
    startTransition(() => {
      show(chosen)
      onChange(chosen)
    })
  return (
    <div className={classes.group} role="radiogroup" aria-label={label} data-fill={fill || undefined}>
      {segments.map((segment) => (
        <label key={segment.value} className={classes.segment}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={segment.value === shown}
            onChange={() => choose(segment.value)}
          />
          {segment.icon}
          <span>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}
