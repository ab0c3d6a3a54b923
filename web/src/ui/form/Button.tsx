import { type ComponentPropsWithRef, type ElementType, type MouseEvent, type ReactNode, useRef } from 'react'
import classes from './Button.module.css'

interface OwnProps {
  /** `filled` is the one primary action of a view, `danger` only confirms a loss, `subtle` is for headers and rows. */
  variant?: 'default' | 'filled' | 'light' | 'subtle' | 'transparent' | 'danger' | 'danger-subtle'
  size?: 'xs' | 'sm' | 'md' | 'lg'
  leftSection?: ReactNode
  rightSection?: ReactNode
  fullWidth?: boolean
  /** Busy: the label stays beside a spinner, the width does not change, and nothing can be pressed. */
  loading?: boolean
  disabled?: boolean
  className?: string
  children?: ReactNode
}

type PropsOf<C extends ElementType, Own> = Own & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Own | 'component'
  >

/**
 * Ignores the second press of a double click whose first press hit what stood here before: a page that changes at once
 * puts its next button under the pointer, and the person has not read that one yet.
 */
function useOwnPresses() {
  const isPressed = useRef(false)
  return (event: MouseEvent) => {
    if (event.detail > 1 && !isPressed.current) {
      event.preventDefault()
      event.stopPropagation()
    }
    isPressed.current = true
  }
}

/** A button with words; `component={Link}` or `component="a"` makes it a link that looks like one. */
export function Button<C extends ElementType = 'button'>({
  component,
  variant = 'default',
  size = 'sm',
  leftSection,
  rightSection,
  fullWidth,
  loading,
  disabled,
  className,
  children,
  ...rest
}: PropsOf<C, OwnProps>) {
  const Component: ElementType = component ?? 'button'
  const onClickCapture = useOwnPresses()
  return (
    <Component
      {...(Component === 'button' ? { type: 'button', disabled: disabled || loading } : {})}
      onClickCapture={onClickCapture}
      {...rest}
      className={className ? `${classes.button} ${className}` : classes.button}
      data-variant={variant}
      data-size={size}
      data-block={fullWidth || undefined}
      data-loading={loading || undefined}
      data-disabled={disabled || undefined}
      data-icon={leftSection ? true : undefined}
    >
      {leftSection ? <span className={classes.icon}>{leftSection}</span> : null}
      <span className={classes.label}>{children}</span>
      {rightSection ? <span className={classes.end}>{rightSection}</span> : null}
    </Component>
  )
}

type IconProps = Pick<OwnProps, 'variant' | 'size' | 'loading' | 'disabled' | 'className' | 'children'>

/** A button with an icon alone; `aria-label` names it. */
export function ActionIcon<C extends ElementType = 'button'>({
  component,
  variant = 'subtle',
  size = 'sm',
  loading,
  disabled,
  className,
  children,
  ...rest
}: PropsOf<C, IconProps>) {
  const Component: ElementType = component ?? 'button'
  return (
    <Component
      {...(Component === 'button' ? { type: 'button', disabled: disabled || loading } : {})}
      {...rest}
      className={className ? `${classes.actionIcon} ${className}` : classes.actionIcon}
      data-variant={variant}
      data-size={size}
      data-loading={loading || undefined}
      data-disabled={disabled || undefined}
    >
      {children}
    </Component>
  )
}
