import { IconAlertTriangle, IconCar, IconHome, IconLayoutGrid } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NavLink, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { paths, toAllFilms, toWarningLights } from '../../../paths.ts'
import { OfflineBar } from '../../../ui/feedback/OfflineBar.tsx'
import { Logo } from '../../../ui/illustrations/Logo.tsx'
import { SkipLink } from '../../../ui/layout/SkipLink.tsx'
import { LanguageMenu } from '../../../ui/overlay/LanguageMenu.tsx'
import StaffMenu from '../StaffMenu.tsx'
import TouchScreen from '../TouchScreen.tsx'
import { endAttract, useAttract } from './attract.ts'
import { KioskFilms } from './KioskFilms.tsx'
import { KioskHome } from './KioskHome.tsx'
import classes from './KioskFrame.module.css'

const Attract = lazy(() => import('./Attract.tsx'))

/**
 * Lays out a touch screen in the waiting room: large cards and type, four tabs, no tools of the shop. While no one uses
 * the screen it plays films to attract customers.
 */
export default function KioskFrame({ children }: { children: ReactNode }) {
  const { touch_screen_idle: idle } = useSignedIn()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [attracts, setAttracts] = useAttract(idle)
  const isHome = pathname === paths.home
  const isStart = isHome && !search.has('system')
  // A press on Home also empties the search field.
  const [visit, setVisit] = useState(0)

  const start = () => {
    endAttract()
    setAttracts(false)
    void navigate(paths.home)
  }
  return (
    <>
      <div className={classes.frame} data-start={isStart || undefined} inert={attracts}>
        <SkipLink />
        <header className={classes.head}>
          <Shop onHome={() => setVisit(visit + 1)} />
          <LanguageMenu className={classes.language} />
        </header>
        <OfflineBar />
        <main id="main" className={classes.main}>
          {isStart ? <KioskHome key={visit} /> : isHome ? <KioskFilms /> : children}
        </main>
        <Tabs onHome={() => setVisit(visit + 1)} />
        <TouchScreen />
      </div>
      {attracts ? (
        <Suspense fallback={null}>
          <Attract onStart={start} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Shows the shop. A press goes home; the staff hold it to open their menu. */
function Shop({ onHome }: { onHome: () => void }) {
  const { user, web_site: site } = useSignedIn()
  const navigate = useNavigate()
  const name = user.is_show_business_name === 1 && user.business_name ? user.business_name : site.name
  return (
    <StaffMenu
      className={classes.shop}
      onPress={() => {
        onHome()
        void navigate(paths.home)
      }}
    >
      <Logo mark={site.mark} logo={site.logo} size={56} />
      <span className={classes.name}>{name}</span>
    </StaffMenu>
  )
}

function Tabs({ onHome }: { onHome: () => void }) {
  const t = useTexts()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const tabs = [
    { to: paths.home, label: t('nav_home'), Icon: IconHome, isHere: here === paths.home },
    { to: paths.vehicleView, label: t('nav_vehicle_view'), Icon: IconCar, isHere: pathname === paths.vehicleView },
    { to: toWarningLights, label: t('warning_lights'), Icon: IconAlertTriangle, isHere: pathname === toWarningLights },
    { to: toAllFilms, label: t('all_films'), Icon: IconLayoutGrid, isHere: pathname === paths.home && search !== '' },
  ]
  return (
    <nav className={classes.tabs} aria-label={t('nav_main')}>
      {tabs.map(({ to, label, Icon, isHere }) => (
        <NavLink
          key={to}
          to={to}
          className={classes.tab}
          data-here={isHere || undefined}
          aria-current={isHere ? 'page' : undefined}
          onClick={to === paths.home ? onHome : undefined}
        >
          <Icon stroke={1.75} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
