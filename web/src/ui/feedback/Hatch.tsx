import type { ReactNode } from 'react'
import classes from './Hatch.module.css'

/** The mark of a place without a picture: a hatch of 45°, in grey. Give it the shape by `ratio`. */
export function Hatch({ ratio = '16 / 9', children }: { ratio?: string; children?: ReactNode }) {
  return (
    <div className={classes.hatch} style={{ aspectRatio: ratio }}>
      {children}
    </div>
  )
}
