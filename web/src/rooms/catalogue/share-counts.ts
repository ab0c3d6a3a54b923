import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useSignedIn } from '../../core/session.ts'

/** Messages in which the user's business shared each film lately, by part id. */
export type Counts = ReadonlyMap<string, number>
export type LoadCounts = (userId: number, signal: AbortSignal) => Promise<Counts>

/** Loads the counts. Provided by the layout of signed-in users; null for users who may not share. */
export const ShareCounts = createContext<LoadCounts | null>(null)

const minutes = 60_000

/**
 * Returns the counts: undefined while they load, null if they are unknown. They only sort a list, so a failure is not
 * shown and not retried.
 */
export function useShareCounts(): Counts | null | undefined {
  const load = use(ShareCounts)
  const { user } = useSignedIn()
  const { data, isError } = useQuery({
    queryKey: ['share-counts', user.user_id],
    queryFn: ({ signal }) => load?.(user.user_id, signal) ?? new Map<string, number>(),
    enabled: load !== null,
    staleTime: 10 * minutes,
    retry: false,
  })
  return load === null || isError ? null : data
}
