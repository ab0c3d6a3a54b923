import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useUnread } from '../../rooms/sharing/decisions/unread.ts'
import classes from './NavBadge.module.css'

/** Shows beside "Sent" how many customers' answers are unread. */
export function NavBadge({ path }: { path: string }) {
  const t = useTexts()
  const count = useUnread()
  if (path !== paths.shared || count === 0) return null
  return (
    <span className={classes.badge}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{t('nav_unread', { count })}</span>
    </span>
  )
}
