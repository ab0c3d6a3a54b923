import { IconSettings } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { SearchBox } from '../../rooms/catalogue/search/SearchBox.tsx'
import { LanguageMenu } from '../../ui/overlay/LanguageMenu.tsx'
import { Logo } from '../../ui/illustrations/Logo.tsx'
import classes from './MainHeader.module.css'
import { mainNav, sideNav } from './nav.ts'
import { OverflowNav } from './OverflowNav.tsx'
import { useNav } from './useNav.ts'
import { UserMenu } from './UserMenu.tsx'

const StaffMenu = lazy(() => import('../touch-screen/StaffMenu.tsx'))

/**
 * Renders the 56 px header: shop, navigation, language, settings, user. It never wraps: the last entries move into
 * "More".
 */
export function MainHeader() {
  const t = useTexts()
  const { user, web_site: site, TouchScreenMode } = useSignedIn()
  const allowed = useNav()
  const { pathname } = useLocation()
  // The home page has the large search field.
  const searches = useMay('allow_view_animations') && pathname !== paths.home
  const settings = allowed(sideNav.flatMap(({ entries }) => entries))[0]
  const name = user.is_show_business_name === 1 && user.business_name ? user.business_name : site.name
  return (
    <header className={classes.header} data-main>
      <Link className={classes.shop} to={paths.home}>
        <Logo mark={site.mark} logo={site.logo} />
        <span>{name}</span>
      </Link>
      <OverflowNav entries={allowed(mainNav)} />
      <div className={classes.tools}>
        {searches ? <SearchBox place="header" /> : null}
        <div className={classes.wide}>
          <LanguageMenu />
        </div>
        <div className={classes.narrow}>
          <LanguageMenu compact />
        </div>
        {settings ? (
          <NavLink className={classes.icon} to={settings.path} aria-label={t('nav_settings')}>
            <IconSettings size={18} stroke={1.75} aria-hidden />
          </NavLink>
        ) : null}
        {TouchScreenMode === 'customer' ? null : <UserMenu />}
        {TouchScreenMode ? (
          <Suspense fallback={null}>
            <StaffMenu />
          </Suspense>
        ) : null}
      </div>
    </header>
  )
}
