import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../core/query.ts'

/** What the user has not read. The server counts; the poll for news stores the counts here. */
export interface Unread {
  /** Sends with answers or questions. */
  sends: number
  /** Conversations with something new. */
  conversations: number
}

const key = ['unread']
const none: Unread = { sends: 0, conversations: 0 }
const wanted = new EventTarget()

export const setUnread = (counts: Partial<Unread>): void =>
  void queries.setQueryData<Unread>(key, (before = none) => ({ ...before, ...counts }))

export function useUnread(): Unread {
  const { data } = useQuery({ queryKey: key, queryFn: () => none, enabled: false, initialData: none })
  return data
}

/** Asks for the counts now, after something was read. */
export const refreshUnread = (): void => void wanted.dispatchEvent(new Event('recount'))

/** Calls the poll for news when the counts are wanted. */
export const onUnreadWanted = (poll: () => void, signal: AbortSignal): void =>
  wanted.addEventListener('recount', poll, { signal })
