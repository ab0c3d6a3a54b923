import { IconLayoutSidebar } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useTexts } from '../core/i18n/i18n.ts'
import { useSession } from '../core/session.ts'
import { Drawer } from '../ui/overlay/Drawer.tsx'
import { Button } from '../ui/form/Button.tsx'
import { MainFrame } from './MainLayout.tsx'
import { currentAt, type NavEntry, sideNav } from './header/nav.ts'
import { NavGlyph } from './header/NavGlyph.tsx'
import { UnreadCount } from './header/UnreadCount.tsx'
import { Refused } from './Refused.tsx'
import classes from './SidebarLayout.module.css'
import nav from './SideNav.module.css'
import { useNav } from './header/useNav.ts'

/**
 * Lays out settings and reports: the main frame with a list of pages at the start. In a narrow window a button opens
 * the list. A page whose right the user lacks is replaced by a refusal, so that it shows no actions that the server would
 * refuse.
 */
export default function SidebarLayout() {
  const t = useTexts()
  const [open, setOpen] = useState(false)
  const may = useMayOpen()
  const { pathname } = useLocation()
  const here = sideNav.flatMap(({ entries }) => entries).find((entry) => currentAt(entry, pathname) === 'page')
  return (
    <MainFrame>
      <div className={nav.columns}>
        <nav className={nav.side} aria-label={t('nav_settings')}>
          <SideList />
        </nav>
        <div className={nav.page}>
          <div className={classes.open}>
            <Button
              size="xs"
              leftSection={<IconLayoutSidebar className="flip" size={16} stroke={1.75} />}
              onClick={() => setOpen(true)}
            >
              {t('nav_settings')}
            </Button>
          </div>
          {here && !may(here) ? <Refused page={t(here.label)} text={t('page_refused_text')} /> : <Outlet />}
        </div>
      </div>
      {open ? (
        <Drawer title={t('nav_settings')} onClose={() => setOpen(false)}>
          <nav className={nav.list} aria-label={t('nav_settings')}>
            <SideList onNavigate={() => setOpen(false)} />
          </nav>
        </Drawer>
      ) : null}
    </MainFrame>
  )
}

function SideList({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const allowed = useNav()
  return sideNav.map(({ label, entries }) => {
    const shown = allowed(entries)
    return shown.length === 0 ? null : (
      <div key={label}>
        <h2 className={nav.heading}>{t(label)}</h2>
        {shown.map((entry) => (
          <Link
            key={entry.path}
            className={nav.link}
            to={entry.path}
            aria-current={currentAt(entry, pathname)}
            onClick={onNavigate}
          >
            <NavGlyph name={entry.icon} size={17} />
            {t(entry.label)}
            {entry.counts ? <UnreadCount of={entry.counts} /> : null}
          </Link>
        ))}
      </div>
    )
  })
}

/**
 * Returns whether this user has the right that a page needs. The pages of the subscription say themselves what is for
 * the owner only, and a page with several rights shows a part of its content without them.
 */
function useMayOpen(): (entry: NavEntry) => boolean {
  const permissions = useSession()?.permissions ?? []
  return ({ ofOwner, permission }) => ofOwner === true || permission === undefined || permissions.includes(permission)
}
