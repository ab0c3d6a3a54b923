import type { ReactNode } from 'react'
import { type Crumb, usePage } from '../../core/page.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import classes from './PageHeader.module.css'

/**
 * Title of a page with what can be done on it. It also tells the shell which page this is: a page that draws it need not
 * call usePage.
 */
export function PageHeader({
  title,
  sign,
  subtitle,
  crumbs,
  actions,
  view,
}: {
  title: string
  /** A picture at the start of the title. */
  sign?: ReactNode
  subtitle?: string
  crumbs?: readonly Crumb[]
  /** Buttons at the end; on a phone under the title. */
  actions?: ReactNode
  /** See usePage. */
  view?: string
}) {
  usePage(title, { crumbs, view })
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        {crumbs && crumbs.length > 0 ? <Breadcrumb crumbs={crumbs} /> : null}
        {sign ? (
          <div className={classes.named}>
            {sign}
            <h1>{title}</h1>
          </div>
        ) : (
          <h1>{title}</h1>
        )}
        {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
      </div>
      {actions ? (
        <div className={classes.actions} data-keep-clear>
          {actions}
        </div>
      ) : null}
    </div>
  )
}
