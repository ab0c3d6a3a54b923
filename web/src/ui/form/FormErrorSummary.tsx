import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import classes from './FormErrorSummary.module.css'

export interface FieldError {
  /** The id of the field's control. */
  id: string
  /** Name of the field as its label says it. */
  label: string
}

const none: readonly FieldError[] = []

/**
 * Stands first in a form when two or more fields are wrong, with a link to each; it takes the focus when it appears. A
 * refusal of the whole form (`text`) is shown the same way.
 */
export function FormErrorSummary({ errors = none, text }: { errors?: readonly FieldError[]; text?: string }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const shown = text !== undefined || errors.length >= 2
  useEffect(() => {
    if (shown) box.current?.focus()
  }, [shown])
  if (!shown) return null
  const parts = new Intl.ListFormat(locale).formatToParts(errors.map(({ id }) => id))
  return (
    <div ref={box} className={classes.box} role="alert" tabIndex={-1}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <span>
        {text ?? `${t('things_to_correct', { count: errors.length })} `}
        {parts.map(({ type, value }, i) =>
          type === 'element' ? (
            <a
              key={value}
              href={`#${value}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(value)?.focus()
              }}
            >
              {errors.find(({ id }) => id === value)?.label}
            </a>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the words between the links have no other name
            <span key={i}>{value}</span>
          ),
        )}
      </span>
    </div>
  )
}
