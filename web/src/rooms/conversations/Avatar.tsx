import { IconPhone } from '@tabler/icons-react'
import { initials } from '../../core/i18n/format.ts'
import classes from './Avatar.module.css'

/** Shows the initials of a customer; a sign for one without a name. */
export function Avatar({ name, large }: { name: string; large?: boolean }) {
  return (
    <span className={classes.avatar} data-large={large || undefined} aria-hidden>
      {name ? initials(name) : <IconPhone size={15} stroke={1.75} />}
    </span>
  )
}
