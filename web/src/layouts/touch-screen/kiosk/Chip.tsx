import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './KioskFilms.module.css'

/** A system in the row above the films of a touch screen. */
export function Chip({ to, chosen, children }: { to: string; chosen: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        className={classes.chip}
        to={to}
        replace
        data-chosen={chosen || undefined}
        aria-current={chosen ? 'true' : undefined}
      >
        {children}
      </Link>
    </li>
  )
}
