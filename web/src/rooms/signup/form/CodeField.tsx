import type { ReactNode, Ref } from 'react'
import { FieldFrame } from '../../../ui/form/Field.tsx'
import classes from './CodeField.module.css'

const length = 6
const places = Array.from({ length }, (_, n) => n)

/** A code of six digits: one input under six drawn cells. */
export function CodeField({
  id,
  label,
  description,
  error,
  value,
  disabled,
  ref,
  onChange,
}: {
  id: string
  label: string
  description?: ReactNode
  error?: ReactNode
  value: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
  onChange: (value: string) => void
}) {
  return (
    <FieldFrame id={id} label={label} description={description} error={error}>
      <div key="input" className={classes.place} data-wrong={error ? true : undefined}>
        <div className={classes.cells} aria-hidden>
          {places.map((n) => (
            <span key={n} className={classes.cell} data-next={n === Math.min(value.length, length - 1) || undefined}>
              {value[n] ?? ''}
            </span>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          className={classes.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={length + 2}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={[description ? `${id}-description` : '', error ? `${id}-error` : '']
            .filter(Boolean)
            .join(' ')}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/\D/g, '').slice(0, length))}
        />
      </div>
    </FieldFrame>
  )
}
