import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

/**
 * Renders a query by its state: loading, error with a retry, empty, or the content. Loaded content stays visible during
 * a refetch, also when it fails.
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
