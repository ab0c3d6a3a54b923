import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FieldError.module.css'

/** Shows how to correct a field, below it. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
