import { IconChevronDown } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import { currentAt, type NavEntry } from './nav.ts'
import { NavGlyph } from './NavGlyph.tsx'
import classes from './OverflowNav.module.css'
import { UnreadCount } from './UnreadCount.tsx'

/**
 * Shows the header entries in one line and moves those that do not fit into "More". On a phone the tab bar replaces it.
 */
export function OverflowNav({ entries }: { entries: readonly NavEntry[] }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const line = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(entries.length)

  // The container wraps but is one row high: an entry in the next row does not fit.
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return undefined
    const count = () => {
      const links = [...element.querySelectorAll<HTMLElement>(':scope > a')]
      const wrapped = links.findIndex((link) => link.offsetTop > 8)
      setFitting(wrapped === -1 ? links.length : wrapped)
    }
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    for (const link of element.children) observer.observe(link)
    return () => observer.disconnect()
  }, [])

  const hidden = entries.slice(fitting)
  return (
    <nav className={classes.nav} aria-label={t('nav_main')}>
      <div ref={line} className={classes.line}>
        {entries.map((entry, i) => (
          <Link
            key={entry.path}
            className={classes.link}
            to={entry.path}
            aria-current={currentAt(entry, pathname)}
            inert={i >= fitting}
            aria-hidden={i >= fitting || undefined}
          >
            {t(entry.label)}
            {entry.counts ? <UnreadCount of={entry.counts} /> : null}
          </Link>
        ))}
      </div>
      {hidden.length > 0 ? (
        <Menu
          className={classes.more}
          label={t('nav_more')}
          trigger={
            <>
              {t('nav_more')}
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            </>
          }
        >
          {hidden.map(({ path, label, icon }) => (
            <MenuItem key={path} icon={<NavGlyph name={icon} />} onClick={() => void navigate(path)}>
              {t(label)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </nav>
  )
}
