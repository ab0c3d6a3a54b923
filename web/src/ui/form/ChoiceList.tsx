import { IconCheck } from '@tabler/icons-react'
import classes from './ChoiceList.module.css'

export interface Choice<T> {
  value: T
  label: string
  hint?: string
  /** When the words are in another language than the page. */
  lang?: string
}

/** One of several, each on its own line; choosing acts at once. */
export function ChoiceList<T extends string | number>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
}) {
  return (
    <ul className={classes.list} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.value}>
          <button
            type="button"
            className={classes.choice}
            aria-pressed={choice.value === value}
            lang={choice.lang}
            data-autofocus={choice.value === value || undefined}
            onClick={() => onChange(choice.value)}
          >
            <span className={classes.words}>
              {choice.label}
              {choice.hint ? <small className={classes.hint}>{choice.hint}</small> : null}
            </span>
            {choice.value === value ? <IconCheck size={18} stroke={1.75} aria-hidden /> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
