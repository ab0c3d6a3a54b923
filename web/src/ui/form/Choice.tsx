import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import classes from './Choice.module.css'

/** Boxes to tick, to choose one of, and to switch on, each with its words beside it. */

interface ChoiceProps {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  className?: string
}
type Props = Omit<ComponentPropsWithRef<'input'>, keyof ChoiceProps | 'type'> & ChoiceProps

function Choice({
  label,
  description,
  error,
  className,
  kind,
  ...rest
}: Props & { kind: 'check' | 'radio' | 'switch' }) {
  const own = useId()
  const id = rest.id ?? own
  const described = [description ? `${id}-description` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className ? `${classes.choice} ${className}` : classes.choice}>
      <input
        {...rest}
        id={id}
        type={kind === 'radio' ? 'radio' : 'checkbox'}
        {...(kind === 'switch' ? { role: 'switch' } : {})}
        className={classes[kind]}
        data-error={error ? true : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <div className={classes.words}>
        <label className={classes.label} htmlFor={id} data-disabled={rest.disabled || undefined}>
          {label}
        </label>
        {description ? (
          <p id={`${id}-description`} className={classes.description}>
            {description}
          </p>
        ) : null}
        {error && error !== true ? (
          <p id={`${id}-error`} className={classes.error}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  )
}

export const Checkbox = (props: Props) => <Choice {...props} kind="check" />
export const Radio = (props: Props) => <Choice {...props} kind="radio" />
/** On or off, at once. */
export const Switch = (props: Props) => <Choice {...props} kind="switch" />
