import type { Hierarchy, MainSystem } from '@cutaway/contract/rooms/catalogue.ts'
import { Button } from '@mantine/core'
import { IconListTree } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n.ts'
import { usePage } from '../../core/page.ts'
import { paths, toAllFilms } from '../../paths.ts'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonText, SkeletonTiles } from '../../ui/Skeletons.tsx'
import { SystemDrawing } from '../../ui/SystemDrawing.tsx'
import { TileGrid } from '../../ui/Tile.tsx'
import { Film, FilmGroups } from './FilmGroups.tsx'
import { allFilms, drawingOf, filmsBySubSystem, filmsBySystem, newFilms } from './hierarchy.ts'
import classes from './Home.module.css'
import { SearchBox } from './search/SearchBox.tsx'
import { SystemCards, SystemCardsToCome } from './SystemCards.tsx'
import { SystemTree } from './SystemTree.tsx'
import { useHierarchy } from './useHierarchy.ts'
import { useShownType, VideoTypeSwitch } from './VideoTypeSwitch.tsx'

const everything = 'all'

/** The systems of the car; with `?system=` the films of one, with `?system=all` every film. */
export default function HomePage() {
  const t = useTexts()
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
        text={t(error instanceof CallFailed ? error.key : 'server_error')}
        reference={error instanceof CallFailed ? error.reference : undefined}
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

/** The drawings of the systems and what is new. */
function Overview({ hierarchy }: { hierarchy: Hierarchy }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  const fresh = newFilms(hierarchy, 4).filter((film) => choose || film.video_type === 'narrated')
  const systemOf = (id: number) => hierarchy.mainSystems.find(({ system_id }) => system_id === id)
  if (hierarchy.mainSystems.length === 0) return <NoFilms />
  return (
    <>
      <section>
        <div className={classes.sectionHead}>
          <h2>{t('systems')}</h2>
          <Link className={classes.more} to={toAllFilms}>
            {t('all_films_count', { count: allFilms(hierarchy, type) })}
          </Link>
        </div>
        <SystemCards hierarchy={hierarchy} type={type} />
      </section>
      {fresh.length > 0 ? (
        <section className={classes.new}>
          <div className={classes.sectionHead}>
            <h2>{t('new_films')}</h2>
            <Link className={classes.more} to={paths.newAnimations}>
              {t('see_all')}
            </Link>
          </div>
          <TileGrid>
            {fresh.map((film) => {
              const system = systemOf(film.system_id)
              const line = [system?.system_name, t(film.video_type)].filter(Boolean).join(' · ')
              const drawing = drawingOf(hierarchy, film.sub_system_id)
              return <Film key={film.part_id} film={{ ...film, isNew: 0 }} line={line} drawing={drawing} eager />
            })}
          </TileGrid>
        </section>
      ) : null}
    </>
  )
}

function NoFilms({ slug }: { slug?: string }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  const other = type === 'narrated' ? 'interactive' : 'narrated'
  return (
    <EmptyState
      drawing={<SystemDrawing name={slug ?? ''} width={96} />}
      heading="h2"
      title={t('no_records_found')}
      text={t(`no_${type}_films`)}
      action={
        choose ? (
          <Button onClick={() => choose(other)}>{t(`show_${other}_films`)}</Button>
        ) : (
          <Button component={Link} to={paths.home}>
            {t('all_systems')}
          </Button>
        )
      }
    />
  )
}

/** Where the window has no room for the tree beside the films it opens from a button. */
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
        <Drawer title={t('systems')} onClose={() => setOpen(false)}>
          <SystemTree hierarchy={hierarchy} type={type} systemId={systemId} onNavigate={() => setOpen(false)} />
        </Drawer>
      ) : null}
    </div>
  )
}

/** An address may point at a sub-system whose heading comes only with the data. */
function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])
}
