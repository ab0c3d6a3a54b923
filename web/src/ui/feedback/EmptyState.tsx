import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './State.module.css'

/**
 * Shows that there is no content: an illustration or an icon, one sentence, one action. Texts are already translated.
 */
export function EmptyState({
  icon: Sign,
  drawing,
  title,
  text,
  action,
  heading: Heading = 'h3',
}: {
  icon?: Icon
  /** A SystemIllustration, for first use. */
  drawing?: ReactNode
  title: string
  text?: string
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className={classes.state}>
      {drawing ?? (Sign ? <Sign className={classes.sign} size={28} stroke={1.75} aria-hidden /> : null)}
      <Heading className={classes.title}>{title}</Heading>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.actions}>{action}</div> : null}
    </div>
  )
}
