import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Done.module.css'

/** Replaces a sent form: shows the result and the next step. Takes the focus. */
export function Done({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className={classes.done} role="status" tabIndex={-1}>
      <IconCircleCheck className={classes.sign} size={28} stroke={1.75} aria-hidden />
      <h2>{title}</h2>
      <p className={classes.text}>{children}</p>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}
