import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import classes from './Panel.module.css'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'

/**
 * Renders a section of the home page with separately loaded data: a heading, and the list in its loading, error and
 * loaded states. Renders nothing if the list is empty.
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
