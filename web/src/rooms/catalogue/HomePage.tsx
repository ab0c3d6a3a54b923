import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconListTree } from '@tabler/icons-react'
import { lazy, Suspense, use, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { toSystem } from '../../paths.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText, SkeletonTiles } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FilmGrid } from './FilmGrid.tsx'
import { filmsOf, other, subSystemsOf } from './hierarchy.ts'
import { HomeSide } from './home-side.ts'
import { NewsPanel } from './home/NewsPanel.tsx'
import classes from './Home.module.css'
import { NoFilms } from './NoFilms.tsx'
import { SearchBox } from './search/SearchBox.tsx'
import { useShareCounts } from './share-counts.ts'
import { SystemRow } from './SystemRow.tsx'
import { SystemTree } from './SystemTree.tsx'
import { useHierarchy } from './useHierarchy.ts'
import { useShownType, VideoTypeSwitch } from './VideoTypeSwitch.tsx'

/** Loaded in a narrow window only, on demand. */
const Drawer = lazy(async () => ({ default: (await import('../../ui/overlay/Drawer.tsx')).Drawer }))
const RelatedSystems = lazy(() => import('./home/RelatedSystems.tsx'))
const OwnVideos = lazy(() => import('./home/OwnVideos.tsx'))

/** The old form of the address of a sub-system. */
const oldSubSystem = /^#sub-(\d+)$/

/** Shows the films of the library in one grid; with `?system=` those of a system, with `&sub=` of a sub-system. */
export default function HomePage() {
  const t = useTexts()
  const side = use(HomeSide)
  const hierarchy = useHierarchy()
  const { hash } = useLocation()
  const [search] = useSearchParams()
  const { system, sub } = chosenIn(hierarchy.data, search)
  const isOverview = system === undefined
  usePage(system?.system_name ?? t('nav_home'), { view: `${system?.system_id ?? ''} ${sub?.sub_system_id ?? ''}` })
  const old = oldSubSystem.exec(hash)?.[1]
  if (system && old !== undefined) return <Navigate to={toSystem(system.system_id, Number(old))} replace />

  return (
    <div className={classes.layout}>
      <div className={classes.tree}>
        {hierarchy.data ? <Tree hierarchy={hierarchy.data} /> : null}
        {hierarchy.isPending ? <SkeletonText lines={10} /> : null}
      </div>
      <div className={classes.main}>
        <div className={classes.head}>
          <h1>{system?.system_name ?? t('home_title')}</h1>
          <div className={classes.tools}>
            {hierarchy.data ? <TreeButton hierarchy={hierarchy.data} /> : null}
            <div className={classes.switch}>
              <VideoTypeSwitch fill />
            </div>
          </div>
        </div>
        <div className={classes.search}>
          <SearchBox place="page" />
        </div>
        <Content query={hierarchy} />
        {isOverview ? (
          <div className={classes.own}>
            <Suspense fallback={null}>
              <OwnVideos />
            </Suspense>
          </div>
        ) : null}
      </div>
      <aside className={classes.side}>
        {isOverview ? (
          <>
            {side()}
            <NewsPanel />
          </>
        ) : (
          <Suspense fallback={null}>
            <RelatedSystems systemId={system.system_id} />
          </Suspense>
        )}
      </aside>
    </div>
  )
}

/** Returns the system and the sub-system that the address names; undefined if it names none, or an unknown one. */
function chosenIn(hierarchy: Hierarchy | undefined, search: URLSearchParams) {
  const is = (name: string, id: number) => search.get(name) === String(id)
  const system = hierarchy?.mainSystems.find(({ system_id }) => is('system', system_id))
  const sub =
    hierarchy && system
      ? subSystemsOf(hierarchy, system.system_id).find(({ sub_system_id }) => is('sub', sub_system_id))
      : undefined
  return { system, sub }
}

function Content({ query }: { query: ReturnType<typeof useHierarchy> }) {
  const t = useTexts()
  const { type } = useShownType()
  const [search] = useSearchParams()
  const { data, error, isFetching } = query
  const shares = useShareCounts()
  if (!data && error)
    return (
      <ErrorState title={t('films_not_loaded')} error={error} busy={isFetching} onRetry={() => void query.refetch()} />
    )
  if (!data || shares === undefined) return <SkeletonTiles tiles={15} dense />
  const { system, sub } = chosenIn(data, search)
  const choice = { systemId: system?.system_id, subSystemId: sub?.sub_system_id }
  const films = filmsOf(data, { type, ...choice })
  const name = sub?.sub_system_name ?? system?.system_name
  const count = films.length
  return (
    <>
      <SystemRow hierarchy={data} type={type} systemId={system?.system_id} />
      {count === 0 ? (
        <NoFilms
          {...(system ? { slug: (sub ?? system).slug } : {})}
          {...(name === undefined ? {} : { name })}
          hasOther={filmsOf(data, { type: other(type), ...choice }).length > 0}
        />
      ) : (
        <FilmGrid
          // A different choice starts with its first films.
          key={`${type} ${system?.system_id} ${sub?.sub_system_id}`}
          hierarchy={data}
          films={films}
          shares={shares}
          title={name === undefined ? t('films_count', { count }) : t('films_in', { count, name })}
        />
      )}
    </>
  )
}

function Tree({ hierarchy, onNavigate }: { hierarchy: Hierarchy; onNavigate?: () => void }) {
  const { type } = useShownType()
  const [search] = useSearchParams()
  const { system, sub } = chosenIn(hierarchy, search)
  return (
    <SystemTree
      hierarchy={hierarchy}
      type={type}
      systemId={system?.system_id ?? null}
      subSystemId={sub?.sub_system_id ?? null}
      onNavigate={onNavigate}
    />
  )
}

/** Opens the system tree from a button, where the window is too narrow to show it beside the films. */
function TreeButton({ hierarchy }: { hierarchy: Hierarchy }) {
  const t = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.treeButton}>
      <Button leftSection={<IconListTree className="flip" size={17} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('systems')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <Drawer title={t('systems')} onClose={() => setOpen(false)}>
            <Tree hierarchy={hierarchy} onNavigate={() => setOpen(false)} />
          </Drawer>
        </Suspense>
      ) : null}
    </div>
  )
}
