import {
  getConversation,
  getConversations,
  markConversationRead,
  type ThreadTab,
} from '@cutaway/contract/rooms/conversations/threads.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, send } from '../../core/api.ts'
import { useLanguage } from '../../core/i18n/i18n.ts'
import { queries } from '../../core/query.ts'
import { useSignedIn } from '../../core/session.ts'
import { refreshUnread } from '../sharing/decisions/unread.ts'
import { sendsChanged } from '../sharing/receipts/useSends.ts'

/** Queries of conversations. They are refetched while the page is open, because customers write at any time. */

const key = 'conversations'
/** Milliseconds between two requests of an open page. */
const often = 8000
const pageSize = 30

export function useThreads(tab: ThreadTab, search: string) {
  const { user } = useSignedIn()
  const lang = String(useLanguage().language_id)
  return useInfiniteQuery({
    queryKey: [key, 'list', tab, search, lang],
    queryFn: ({ pageParam: page, signal }) =>
      call(getConversations, {
        params: { json: { user_id: user.user_id, tab, search, page, size: pageSize, lang } },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * pageSize < last.total ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: often,
    staleTime: 0,
  })
}

export function useConversation(customerId: number) {
  const lang = String(useLanguage().language_id)
  return useQuery({
    queryKey: [key, 'one', customerId, lang],
    queryFn: ({ signal }) => call(getConversation, { params: { customer_id: customerId, lang }, signal }),
    refetchInterval: often,
    staleTime: 0,
  })
}

/** Loads conversations again, and the count in the navigation. */
export const conversationsChanged = async (): Promise<void> => {
  refreshUnread()
  await queries.invalidateQueries({ queryKey: [key] })
}

/** Loads again what named a forgotten customer: conversations, and the lists of sends. */
export const customerForgotten = async (customerId: number): Promise<void> => {
  queries.removeQueries({ queryKey: [key, 'one', customerId] })
  await Promise.all([conversationsChanged(), sendsChanged()])
}

/** Marks a conversation as read up to its last entry. A failure is ignored: it stays unread. */
export async function markRead(customerId: number, until: string): Promise<void> {
  try {
    await send(markConversationRead, { body: { customer_id: customerId, until } })
    await conversationsChanged()
    // What is read here is not new in the list of sends.
    await sendsChanged()
  } catch {
    // Offline: the next opening tries again.
  }
}
