import { getWaiting } from '@cutaway/contract/rooms/sites/inbox.ts'
import { IconExternalLink, IconMenu2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, matchPath, NavLink, Outlet, useLocation } from 'react-router'
import { call } from '../core/api.ts'
import { boot } from '../core/boot.ts'
import { useFormat, useTexts, withTexts } from '../core/i18n/i18n.ts'
import { useSession, useSignedIn } from '../core/session.ts'
import { paths } from '../paths.ts'
import { groupsFor, type SectionGroup, sectionGroups } from '../rooms/sites/operator/sections.ts'
import { OfflineBar } from '../ui/feedback/OfflineBar.tsx'
import { Logo } from '../ui/illustrations/Logo.tsx'
import { SkipLink } from '../ui/layout/SkipLink.tsx'
import { Tag } from '../ui/layout/Tag.tsx'
import { Drawer } from '../ui/overlay/Drawer.tsx'
import { LanguageMenu } from '../ui/overlay/LanguageMenu.tsx'
import { OperatorSearch } from './header/OperatorSearch.tsx'
import { UserMenu } from './header/UserMenu.tsx'
import { MainFrame } from './MainLayout.tsx'
import { Refused } from './Refused.tsx'
import classes from './OperatorLayout.module.css'
import nav from './SideNav.module.css'

const AgreeTermsDialog = lazy(() => import('./dialogs/AgreeTermsDialog.tsx'))
const TextSections = lazy(() => withTexts(['translations'], import('../rooms/sites/texts/TextSections.tsx')))
const ActingBar = lazy(() => withTexts(['users'], import('../rooms/sessions/acting/ActingBar.tsx')))

/**
 * Lays out the operator's console: sections at the start, in a menu on a narrow screen. It has colours of its own, so
 * that no tenant's stand for the operator. Users who may not open the page stay in the frame of the portal.
 */
export default function OperatorLayout() {
  const t = useTexts()
  const [open, setOpen] = useState(false)
  const { acting, required_terms } = useSignedIn()
  const permissions = useSession()?.permissions ?? []
  const { pathname } = useLocation()
  const groups = groupsFor(permissions, boot.demo)
  const here = sectionAt(pathname)
  // A translator works in the same frame.
  const isOperator = permissions.includes('manage_web_sites')
  if (groups.length === 0 || (here && !permissions.includes(here.permission)))
    return (
      <MainFrame>
        <Refused page={t('operator_title')} text={t('operator_refused_text')} />
      </MainFrame>
    )
  if (required_terms)
    return (
      <Suspense fallback={null}>
        <AgreeTermsDialog />
      </Suspense>
    )
  return (
    <div className={classes.frame} data-operator>
      <SkipLink />
      {acting ? (
        <Suspense fallback={null}>
          <ActingBar />
        </Suspense>
      ) : null}
      <header className={classes.header}>
        <button
          type="button"
          className={classes.menu}
          aria-label={t('operator_sections')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={20} stroke={1.75} aria-hidden />
        </button>
        <Link className={classes.product} to={paths.operator}>
          <Logo mark="C" />
          <span>Cutaway</span>
        </Link>
        <span className={classes.tag}>
          <Tag>{t(isOperator ? 'operator_title' : 'operator_translator')}</Tag>
        </span>
        <div className={classes.tools}>
          {isOperator ? <OperatorSearch /> : null}
          <Link className={classes.portal} to={paths.home}>
            <IconExternalLink className="flip" size={18} stroke={1.75} aria-hidden />
            <span>{t('operator_to_portal')}</span>
          </Link>
          <span className={classes.wide}>
            <LanguageMenu />
          </span>
          <span className={classes.narrow}>
            <LanguageMenu compact />
          </span>
          <UserMenu />
        </div>
      </header>
      <OfflineBar />
      <div className={nav.columns}>
        <nav className={nav.side} aria-label={t('operator_sections')}>
          <SectionList groups={groups} />
        </nav>
        <main id="main" className={nav.page}>
          <Outlet />
        </main>
      </div>
      {open ? (
        <Drawer title={t(isOperator ? 'operator_title' : 'operator_translator')} onClose={() => setOpen(false)}>
          <nav className={nav.list} aria-label={t('operator_sections')}>
            <SectionList groups={groups} onNavigate={() => setOpen(false)} />
            <Link className={nav.link} to={paths.home}>
              <IconExternalLink className="flip" size={17} stroke={1.75} aria-hidden />
              {t('operator_to_portal')}
            </Link>
          </nav>
        </Drawer>
      ) : null}
    </div>
  )
}

/** Returns the section to which a page of the console belongs. */
const sectionAt = (pathname: string) =>
  sectionGroups
    .flatMap(({ sections }) => sections)
    .find(({ path }) => matchPath({ path, end: false }, pathname) !== null)

function SectionList({ groups, onNavigate }: { groups: readonly SectionGroup[]; onNavigate?: () => void }) {
  const t = useTexts()
  const { number } = useFormat()
  const { permissions } = useSignedIn()
  const { pathname } = useLocation()
  const { data: counts } = useQuery({
    queryKey: ['waiting'],
    queryFn: ({ signal }) => call(getWaiting, { signal }),
    enabled: permissions.includes('manage_web_sites'),
    refetchInterval: 60_000,
  })
  const list = groups.map(({ label, sections }) => (
    <div key={label}>
      <h2 className={nav.heading}>{t(label)}</h2>
      {sections.map(({ path, label: name, icon: Sign, waiting = [], holds }) => (
        <NavLink key={path} className={nav.link} to={path} onClick={onNavigate}>
          <Sign size={17} stroke={1.75} aria-hidden />
          {t(name)}
          {holds === undefined ? (
            <WaitingCount count={sum(waiting.map((kind) => counts?.[kind] ?? 0))} />
          ) : counts ? (
            <span className={classes.count}>{number(counts[holds])}</span>
          ) : null}
        </NavLink>
      ))}
    </div>
  ))
  if (pathname !== paths.translations) return list
  return (
    <>
      {list}
      <Suspense fallback={null}>
        <TextSections onNavigate={onNavigate} />
      </Suspense>
    </>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function WaitingCount({ count }: { count: number }) {
  const t = useTexts()
  const { number } = useFormat()
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{number(count)}</span>
      <span className="visually-hidden">{t('operator_waiting_count', { count })}</span>
    </span>
  )
}
