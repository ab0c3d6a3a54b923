import { type ReactNode, useId, useState } from 'react'
import classes from './SegmentedControl.module.css'

export interface Segment<T extends string> {
  value: T
  label: string
  icon?: ReactNode
}

/** Two to four views of which one is shown. Radio buttons underneath: arrow keys change, one stop for Tab. */
export function SegmentedControl<T extends string>({
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
  /** As wide as its place; with `phone` only on a phone, on a line of its own. */
  fill?: boolean | 'phone'
}) {
  const name = useId()
  // A value that lives in the address follows a moment later: until then what was pressed is shown.
  const [pressed, press] = useState<{ from: T; to: T } | null>(null)
  if (pressed && pressed.from !== value) press(null)
  const shown = pressed?.from === value ? pressed.to : value
  const choose = (to: T) => {
    press({ from: value, to })
    onChange(to)
  }
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
