import { IconDots, IconFileText, IconLogout, IconMessage, IconShieldLock, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { Menu, MenuGroup, MenuItem } from '../../ui/overlay/Menu.tsx'
import { type FooterDialog, FooterDialogs, useMayGiveFeedback } from '../footer/Footer.tsx'
import { aboutNav, currentAt, mainNav, personalNav, sideNav } from './nav.ts'
import { NavGlyph } from './NavGlyph.tsx'
import classes from './TabBar.module.css'
import { UnreadCount } from './UnreadCount.tsx'
import { useNav } from './useNav.ts'

/** Renders the phone navigation: four tabs, and "More" for everything else. */
export function TabBar() {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const allowed = useNav()
  const feedback = useMayGiveFeedback()
  const { TouchScreenMode } = useSignedIn()
  const [open, setOpen] = useState<FooterDialog | null>(null)
  const main = allowed(mainNav)
  const places = main.toSorted((a, b) => (a.tab ?? 9) - (b.tab ?? 9))
  const tabs = places.slice(0, 4)
  const rest = [
    [...main.filter((entry) => !tabs.includes(entry)), ...allowed(personalNav)],
    ...sideNav.map(({ entries }) => allowed(entries)),
    allowed(aboutNav),
  ].filter((g) => g.length)
  return (
    <nav className={classes.bar} aria-label={t('nav_main')}>
      {tabs.map((entry) => (
        <Link key={entry.path} className={classes.tab} to={entry.path} aria-current={currentAt(entry, pathname)}>
          <NavGlyph name={entry.icon} size={22} />
          {t(entry.label)}
          {entry.counts ? (
            <span className={classes.count}>
              <UnreadCount of={entry.counts} />
            </span>
          ) : null}
        </Link>
      ))}
      <Menu
        className={classes.tab}
        label={t('nav_more')}
        trigger={
          <>
            <IconDots size={22} stroke={1.75} aria-hidden />
            {t('nav_more')}
          </>
        }
      >
        {rest.map((group) => (
          <MenuGroup key={group[0]?.path}>
            {group.map(({ path, label, icon }) => (
              <MenuItem key={path} icon={<NavGlyph name={icon} />} onClick={() => void navigate(path)}>
                {t(label)}
              </MenuItem>
            ))}
          </MenuGroup>
        ))}
        <MenuGroup>
          <MenuItem icon={<IconWorld size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('language')}>
            {t('change_language')}
          </MenuItem>
          <MenuItem icon={<IconShieldLock size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('privacy')}>
            {t('privacy_policy')}
          </MenuItem>
          <MenuItem icon={<IconFileText size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('terms')}>
            {t('terms_and_condition')}
          </MenuItem>
          {feedback ? (
            <MenuItem icon={<IconMessage size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('feedback')}>
              {t('feedback')}
            </MenuItem>
          ) : null}
          {TouchScreenMode === 'customer' ? null : (
            <MenuItem
              icon={<IconLogout className="flip" size={18} stroke={1.75} aria-hidden />}
              onClick={() => void navigate(paths.logout)}
            >
              {t('log_out')}
            </MenuItem>
          )}
        </MenuGroup>
      </Menu>
      <FooterDialogs open={open} onClose={() => setOpen(null)} />
    </nav>
  )
}
