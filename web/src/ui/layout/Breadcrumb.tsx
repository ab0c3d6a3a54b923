import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import type { Crumb } from '../../core/page.ts'
import classes from './Breadcrumb.module.css'

/** Renders the path from the home page to the current page, which is last. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTexts()
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={classes.line}>
        {crumbs.map(({ label, to }, i) => (
          <li key={`${label}${to ?? ''}`} className={classes.crumb}>
            {i > 0 ? <IconChevronRight className="flip" size={14} stroke={1.75} aria-hidden /> : null}
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
