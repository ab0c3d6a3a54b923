import type { ReactNode } from 'react'
import classes from './Card.module.css'

/** A white sheet with a hairline: no shadow, and never inside another card. */
export function Card({
  title,
  actions,
  children,
  padded = true,
}: {
  title?: string
  /** At the end of the title's line. */
  actions?: ReactNode
  children: ReactNode
  /** False for tables, which reach the edges. */
  padded?: boolean
}) {
  return (
    <section className={classes.card} data-padded={padded || undefined}>
      {title || actions ? (
        <header className={classes.header}>
          {title ? <h2 className={classes.title}>{title}</h2> : null}
          {actions}
        </header>
      ) : null}
      {children}
    </section>
  )
}
