import type { ReactNode } from 'react'
import classes from './RowOpener.module.css'

/** The name of a row as the button that opens it; `onOpen` of the table does the same for the mouse. */
export function RowOpener({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.opener} aria-haspopup="dialog" onClick={onClick}>
      <bdi>{children}</bdi>
    </button>
  )
}
