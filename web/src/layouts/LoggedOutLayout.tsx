import { IconMenu2 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { useTexts, withTexts } from '../core/i18n/i18n.ts'
import { lazyPart } from '../core/lazy-part.ts'
import { useSession, useSite } from '../core/session.ts'
import { paths } from '../paths.ts'
import { useSignUpLinks } from '../rooms/sites/contact/useSignUpLinks.ts'
import { LanguageMenu } from '../ui/overlay/LanguageMenu.tsx'
import { Logo } from '../ui/illustrations/Logo.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import { OfflineBar } from '../ui/feedback/OfflineBar.tsx'
import { SkipLink } from '../ui/layout/SkipLink.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Footer } from './footer/Footer.tsx'
import classes from './LoggedOutLayout.module.css'

const AutoLoginOffer = lazyPart(() =>
  withTexts(['sessions'], import('../rooms/organisation/ip-ranges/AutoLoginOffer.tsx')),
)

/** Lays out public pages: a dark header that matches the film below it, and a footer. */
export default function LoggedOutLayout() {
  const t = useTexts()
  const site = useSite()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mayOffer = !session && pathname === paths.publicHome && site.features.includes('ip_auto_login')
  const links = [
    { to: `${paths.publicHome}#samples`, label: t('nav_sample_films') },
    { to: paths.publicNews, label: t('nav_news') },
    { to: paths.publicAbout, label: t('nav_about') },
    { to: paths.publicContact, label: t('nav_contact') },
    { to: paths.terms, label: t('nav_terms') },
  ]
  const start = useStart()
  return (
    <>
      <SkipLink />
      {mayOffer ? (
        <Suspense fallback={null}>
          <AutoLoginOffer />
        </Suspense>
      ) : null}
      <header className={classes.header} data-stage>
        <Link className={classes.shop} to={session ? paths.home : paths.publicHome}>
          <Logo mark={site.mark} logo={site.logo} size={28} />
          <span>{site.name}</span>
        </Link>
        <span className={classes.space} />
        <nav className={classes.links} aria-label={t('nav_main')}>
          {links.map(({ to, label }) => (
            <Link key={to} className={classes.link} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.wide}>
          <LanguageMenu className={classes.ghost} />
        </div>
        <Link className={classes.ghost} to={session ? paths.home : paths.login} preventScrollReset>
          {t(session ? 'nav_home' : 'log_in')}
        </Link>
        {start ? (
          <div className={classes.start}>
            <Button component={Link} to={start.to} variant="filled" preventScrollReset>
              {start.label}
            </Button>
          </div>
        ) : null}
        <div className={classes.narrow}>
          <LanguageMenu className={classes.ghost} compact />
          <Menu
            className={classes.ghost}
            label={t('nav_more')}
            trigger={<IconMenu2 size={22} stroke={1.75} aria-hidden />}
          >
            {[...links, ...(start ? [start] : [])].map(({ to, label }) => (
              <MenuItem key={to} onClick={() => void navigate(to)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </header>
      <OfflineBar />
      <main id="main" className={classes.main}>
        <Outlet />
      </main>
      <Footer publicPages />
    </>
  )
}

/** Links to the sign-up: the trial where the site shows one, else a subscription. */
function useStart(): { to: string; label: string } | null {
  const t = useTexts()
  const site = useSite()
  const { trial, signUp } = useSignUpLinks()
  if (trial) return { to: trial, label: site.free_trial_label || t('start_free_trial') }
  return signUp ? { to: signUp, label: t('subscribe') } : null
}
