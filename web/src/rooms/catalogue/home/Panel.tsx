import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import classes from './Panel.module.css'

/**
 * A part of the home page with data of its own: a heading, and what its list looks like while it loads, when it fails and
 * when it has come. One without entries is not there at all: nobody misses what a site does not have.
 */
export function Panel<T>({
  title,
  more,
  query: { data, error, isFetching, refetch },
  notLoaded,
  waiting,
  children,
}: {
  title: string
  /** A link at the end of the heading's line. */
  more?: ReactNode
  query: UseQueryResult<readonly T[]>
  notLoaded: string
  waiting: ReactNode
  children: (entries: readonly T[]) => ReactNode
}) {
  const id = useId()
  if (data?.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {data ? more : null}
      </div>
      {data ? children(data) : null}
      {!data && error ? (
        <ErrorState title={notLoaded} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? waiting : null}
    </section>
  )
}
