import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import classes from './Panel.module.css'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

/**
 * A part of the home page with data of its own: a heading, and what its list looks like while it loads, when it fails and
 * when it has come. One without entries is not there at all: nobody misses what a site does not have.
 */
export function Panel<T>({
  title,
  more,
  query,
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
  const { data } = query
  if (data?.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {data ? more : null}
      </div>
      <QueryState query={query} failed={notLoaded} waiting={waiting}>
        {children}
      </QueryState>
    </section>
  )
}
