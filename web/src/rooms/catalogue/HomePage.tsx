import type { MainSystem } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconListTree } from '@tabler/icons-react'
import { lazy, Suspense, use, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { paths } from '../../paths.ts'
import { Breadcrumb } from '../../ui/layout/Breadcrumb.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText, SkeletonTiles } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FilmGroups } from './FilmGroups.tsx'
import { drawingOf, filmsBySubSystem, filmsBySystem } from './hierarchy.ts'
import { HomeSide } from './home-side.ts'
import { NewsPanel } from './home/NewsPanel.tsx'
import classes from './Home.module.css'
import { NoFilms } from './NoFilms.tsx'
import { Overview } from './Overview.tsx'
import { useScrollToHash } from './scroll-to-hash.ts'
import { SearchBox } from './search/SearchBox.tsx'
import { SystemCardsToCome } from './SystemCards.tsx'
import { SystemTree } from './SystemTree.tsx'
import { useHierarchy } from './useHierarchy.ts'
import { useShownType, VideoTypeSwitch } from './VideoTypeSwitch.tsx'

const everything = 'all'

/** Loaded in a narrow window only, on demand. */
const Drawer = lazy(async () => ({ default: (await import('../../ui/overlay/Drawer.tsx')).Drawer }))
const RelatedSystems = lazy(() => import('./home/RelatedSystems.tsx'))

/** Shows the systems of the car; with `?system=` the films of one, with `?system=all` every film. */
export default function HomePage() {
  const t = useTexts()
  const side = use(HomeSide)
  const hierarchy = useHierarchy()
  const { type } = useShownType()
  const [search] = useSearchParams()
  const wanted = search.get('system')
  const system = hierarchy.data?.mainSystems.find(({ system_id }) => String(system_id) === wanted)
  const isOverview = wanted === null
  const title = isOverview
    ? t('home_title')
    : (system?.system_name ?? (wanted === everything ? t('all_films') : undefined))
  const crumbs = isOverview ? [] : [{ label: t('nav_home'), to: paths.home }, { label: title ?? t('systems') }]
  usePage(isOverview ? t('nav_home') : title, { crumbs, view: wanted ?? '' })
  useScrollToHash(hierarchy.data !== undefined)

  return (
    <div className={classes.layout}>
      <div className={classes.tree}>
        {hierarchy.data ? (
          <SystemTree hierarchy={hierarchy.data} type={type} systemId={system?.system_id ?? null} />
        ) : null}
        {hierarchy.isPending ? <SkeletonText lines={10} /> : null}
      </div>
      <div className={classes.main}>
        <div className={classes.head} data-overview={isOverview || undefined}>
          <div className={classes.words}>
            {crumbs.length > 0 ? <Breadcrumb crumbs={crumbs} /> : null}
            <h1>{title ?? t('systems')}</h1>
          </div>
          <div className={classes.tools}>
            {hierarchy.data ? <TreeButton hierarchy={hierarchy.data} systemId={system?.system_id ?? null} /> : null}
            <div className={classes.switch}>
              <VideoTypeSwitch fill />
            </div>
          </div>
        </div>
        <div className={classes.search}>
          <SearchBox place="page" />
        </div>
        <Content wanted={wanted} system={system} query={hierarchy} />
      </div>
      <aside className={classes.side}>
        {isOverview ? (
          <>
            {side()}
            <NewsPanel />
          </>
        ) : null}
        {system ? (
          <Suspense fallback={null}>
            <RelatedSystems systemId={system.system_id} />
          </Suspense>
        ) : null}
      </aside>
    </div>
  )
}

function Content({
  wanted,
  system,
  query,
}: {
  wanted: string | null
  system: MainSystem | undefined
  query: ReturnType<typeof useHierarchy>
}) {
  const t = useTexts()
  const { type } = useShownType()
  const { data, error, isFetching } = query
  if (!data && error)
    return (
      <ErrorState
        title={t('systems_not_loaded')}
        error={error}
        busy={isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!data) return wanted === null ? <SystemCardsToCome /> : <SkeletonTiles tiles={8} />
  if (wanted === null) return <Overview hierarchy={data} />
  const groups =
    wanted === everything ? filmsBySystem(data, type) : filmsBySubSystem(data, system?.system_id ?? -1, type)
  if (groups.length === 0) return <NoFilms slug={system?.slug} />
  return <FilmGroups groups={groups} drawingOf={(id) => drawingOf(data, id)} />
}

/** Opens the system tree from a button, where the window is too narrow to show it beside the films. */
function TreeButton({ hierarchy, systemId }: { hierarchy: Hierarchy; systemId: number | null }) {
  const t = useTexts()
  const { type } = useShownType()
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.treeButton}>
      <Button leftSection={<IconListTree className="flip" size={17} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('systems')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <Drawer title={t('systems')} onClose={() => setOpen(false)}>
            <SystemTree hierarchy={hierarchy} type={type} systemId={systemId} onNavigate={() => setOpen(false)} />
          </Drawer>
        </Suspense>
      ) : null}
    </div>
  )
}
