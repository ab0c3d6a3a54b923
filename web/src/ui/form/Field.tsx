import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import classes from './Field.module.css'

/** Fields that people type into or choose from: label, hint and error belong to the control, also for screen readers. */

type Piece = 'label' | 'description' | 'input' | 'error'
const inOrder: readonly Piece[] = ['label', 'description', 'input', 'error']

interface FrameProps {
  label?: ReactNode
  description?: ReactNode
  /** The sentence that says how to correct the value; `true` marks the field alone. */
  error?: ReactNode
  /** Where the hint stands. */
  order?: readonly Piece[]
  className?: string
  /** Class of the label. */
  labelClassName?: string
}

/** Label, hint and error around a control of any kind, whose id is `id`. */
export function FieldFrame({
  id,
  label,
  description,
  error,
  order = inOrder,
  className,
  labelClassName,
  children,
}: FrameProps & { id: string; children: ReactNode }) {
  const pieces: Record<Piece, ReactNode> = {
    label: label ? (
      <label key="label" htmlFor={id} className={join(classes.label, labelClassName)}>
        {label}
      </label>
    ) : null,
    description: description ? (
      <p key="description" id={`${id}-description`} className={classes.description}>
        {description}
      </p>
    ) : null,
    input: children,
    error:
      error && error !== true ? (
        <p key="error" id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null,
  }
  return <div className={join(classes.frame, className)}>{order.map((piece) => pieces[piece])}</div>
}

interface ControlProps extends FrameProps {
  size?: 'xs' | 'sm' | 'md'
}

/** What frame and control need of the properties of a field. */
function useControl<P extends ControlProps & { id?: string | undefined; 'aria-describedby'?: string | undefined }>(
  props: P,
) {
  const own = useId()
  const { label, description, error, order = inOrder, className, labelClassName, size = 'sm', ...rest } = props
  const id = props.id ?? own
  const described = [
    description && order.includes('description') ? `${id}-description` : '',
    error && error !== true && order.includes('error') ? `${id}-error` : '',
    props['aria-describedby'] ?? '',
  ]
    .filter(Boolean)
    .join(' ')
  return {
    frame: { id, label, description, error, order, className, labelClassName },
    control: {
      ...rest,
      id,
      'data-size': size,
      'data-error': error ? true : undefined,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  }
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

export type TextInputProps = Omit<ComponentPropsWithRef<'input'>, keyof ControlProps> &
  ControlProps & {
    /** An icon at the start. */
    leftSection?: ReactNode
    /** A button at the end. */
    rightSection?: ReactNode
  }

/** One line of text. */
export function TextInput({ leftSection, rightSection, ...props }: TextInputProps) {
  const { frame, control } = useControl(props)
  return (
    <FieldFrame {...frame}>
      <Box key="input" dir={props.dir} size={props.size}>
        {leftSection ? <span className={classes.start}>{leftSection}</span> : null}
        <input
          type="text"
          {...control}
          className={classes.control}
          data-start={leftSection ? true : undefined}
          data-end={rightSection ? true : undefined}
        />
        {rightSection ? <span className={classes.end}>{rightSection}</span> : null}
      </Box>
    </FieldFrame>
  )
}

function Box({ dir, size = 'sm', children }: { dir?: string; size?: ControlProps['size']; children: ReactNode }) {
  return (
    <div className={classes.box} dir={dir} data-size={size}>
      {children}
    </div>
  )
}

export type TextareaProps = Omit<ComponentPropsWithRef<'textarea'>, keyof ControlProps> & ControlProps

/** Several lines of text, as many as `rows`. */
export function Textarea(props: TextareaProps) {
  const { frame, control } = useControl(props)
  return (
    <FieldFrame {...frame}>
      <Box key="input" size={props.size}>
        <textarea {...control} className={classes.control} data-lines />
      </Box>
    </FieldFrame>
  )
}

export type SelectProps = Omit<ComponentPropsWithRef<'select'>, keyof ControlProps> &
  ControlProps & {
    data: readonly { value: string; label: string }[]
    /** A sign at the start. */
    leftSection?: ReactNode
  }

/** One of few choices, in the browser's own list. */
export function NativeSelect({ data, leftSection, ...props }: SelectProps) {
  const { frame, control } = useControl(props)
  return (
    <FieldFrame {...frame}>
      <Box key="input" size={props.size}>
        {leftSection ? <span className={classes.start}>{leftSection}</span> : null}
        <select {...control} className={classes.control} data-start={leftSection ? true : undefined} data-select>
          {data.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Box>
    </FieldFrame>
  )
}
