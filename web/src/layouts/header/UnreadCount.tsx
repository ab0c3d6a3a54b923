import { useTexts } from '../../core/i18n/i18n.ts'
import { useUnread, type Unread } from '../../rooms/sharing/decisions/unread.ts'
import classes from './UnreadCount.module.css'

/** Shows the number of conversations, or of sends, with something new; nothing for none. */
export function UnreadCount({ of }: { of: keyof Unread }) {
  const t = useTexts()
  const count = useUnread()[of]
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <span className="visually-hidden">{t('unread_count', { count })}</span>
    </>
  )
}
