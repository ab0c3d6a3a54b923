import { getSend, getSends } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { queries } from '../../../core/query.ts'
import { useSignedIn } from '../../../core/session.ts'
import type { View } from './view.ts'

/** Returns the user's sends. Refetched when the page opens, because customers answer at any time. */

const sends = 'sends'

export function useSends({ page, size, sort, search, channel, whose }: View) {
  const { user } = useSignedIn()
  const lang = String(useLanguage().language_id)
  const json = {
    user_id: user.user_id,
    page,
    size,
    sort: sort.by,
    descending: sort.descending,
    search,
    ...(channel ? { channel } : {}),
    whose,
    lang,
  }
  return useQuery({
    queryKey: [sends, json],
    queryFn: ({ signal }) => call(getSends, { params: { json }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

const recent = 5

/** Returns the latest sends, for the home page. */
export function useRecentSends() {
  const { user } = useSignedIn()
  const lang = String(useLanguage().language_id)
  const all = { page: 1, size: recent, sort: 'sent_at', descending: true, search: '' } as const
  const json = { ...all, user_id: user.user_id, lang }
  return useQuery({
    queryKey: [sends, 'recent', json],
    queryFn: async ({ signal }) => (await call(getSends, { params: { json }, signal })).rows,
    staleTime: 0,
  })
}

export function useSend(recipientId: number) {
  const lang = String(useLanguage().language_id)
  return useQuery({
    queryKey: [sends, 'one', recipientId, lang],
    queryFn: ({ signal }) => call(getSend, { params: { recipient_id: recipientId, lang }, signal }),
    staleTime: 0,
  })
}

/** Invalidates all queries of sends after an event. */
export const sendsChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: [sends] })
