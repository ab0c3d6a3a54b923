import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../core/query.ts'

/** The number of sends with answers or questions that the user has not read. The server counts; polling stores it here. */

const key = ['sends-unread']

export const setUnread = (count: number): void => void queries.setQueryData(key, count)

export function useUnread(): number {
  const { data } = useQuery({ queryKey: key, queryFn: () => 0, enabled: false, initialData: 0 })
  return data
}
