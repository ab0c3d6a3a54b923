import { getUnreadConversations } from '@cutaway/contract/rooms/conversations/threads.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useUnread } from '../../rooms/sharing/decisions/unread.ts'
import classes from './UnreadCount.module.css'

/** Milliseconds between two requests while the page is visible. */
const often = 9000

/** Shows the number of conversations with something new; nothing for none. */
export function UnreadCount() {
  const t = useTexts()
  const { data } = useQuery({
    queryKey: ['unread-conversations'],
    queryFn: ({ signal }) => call(getUnreadConversations, { signal }),
    refetchInterval: often,
    staleTime: often,
    retry: false,
  })
  // Answers on a link that was copied belong to no conversation; the others count in both.
  const count = Math.max(data?.count ?? 0, useUnread())
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
