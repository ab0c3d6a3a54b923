import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

/**
 * A part of a page by the state of what it asks for: what waits, what says that it did not load and tries again, what says
 * that there is nothing, or the content. Content that has come stays while it is asked for again, also when that fails.
 */
export function QueryState<T>({
  query: { data, error, isFetching, refetch },
  failed,
  heading,
  waiting,
  empty,
  isEmpty = isEmptyList,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What did not load, in the language of the page. */
  failed: string
  /** Level of the headings of the states. */
  heading?: 'h1' | 'h2' | 'h3'
  /** A skeleton of the content. */
  waiting: ReactNode
  /** An EmptyState; without one an empty list is content like any other. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data)
  if (!error) return waiting
  return <ErrorState heading={heading} title={failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
}
