import type { VideoType } from '@cutaway/contract/fields.ts'
import { IconArrowsSort } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useFormat, useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { SkeletonTiles } from '../../ui/feedback/Skeletons.tsx'
import { TileGrid } from '../../ui/layout/Tile.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Film } from '../catalogue/Film.tsx'
import { other } from '../catalogue/hierarchy.ts'
import { useShownType, VideoTypeSwitch } from '../catalogue/VideoTypeSwitch.tsx'
import { type FilmList, filmLists, type ListedFilm, type ListScope } from './film-lists.ts'
import classes from './FilmListPage.module.css'

/** Shows favourites, the viewing history or new films: one page, whose path selects the list. */
export default function FilmListPage() {
  const { pathname } = useLocation()
  const list = filmLists[pathname.replace(/\/$/, '').toLowerCase()]
  return list ? <ListOfFilms key={list.key} list={list} /> : null
}

/** Returns the films of a list: those of the shown type, or of the given one. */
function useFilms(list: FilmList, wanted?: VideoType) {
  const { user, web_site } = useSignedIn()
  const { language_id } = useLanguage()
  const brand = useBrandId()
  const shown = useShownType()
  const type = wanted ?? shown.type
  const scope: ListScope = {
    user: user.user_id,
    site: web_site.web_site_id,
    brand,
    type,
    lang: String(language_id),
  }
  return useQuery({
    queryKey: [list.key, scope],
    queryFn: ({ signal }) => list.fetch(scope, signal),
    placeholderData: keepPreviousData,
    ...(list.isFresh ? { staleTime: 0 } : {}),
  })
}

function ListOfFilms({ list }: { list: FilmList }) {
  const t = useTexts()
  const films = useFilms(list)
  const count = films.data?.length ?? 0
  return (
    <div className={classes.page} ref={useFocusAfterRemoval(films.data?.length)}>
      <PageHeader
        title={t(list.title)}
        subtitle={count > 0 ? t('films_count', { count }) : undefined}
        actions={
          <>
            <VideoTypeSwitch fill />
            {list.arrange ? (
              <Button
                component={Link}
                to={list.arrange}
                leftSection={<IconArrowsSort size={17} stroke={1.75} aria-hidden />}
              >
                {t('favourites_arrange')}
              </Button>
            ) : null}
          </>
        }
      />
      <Films list={list} query={films} />
    </div>
  )
}

function Films({ list, query }: { list: FilmList; query: ReturnType<typeof useFilms> }) {
  const t = useTexts()
  const { seen } = useFormat()
  const { data, error, isFetching, isPlaceholderData } = query
  const lineOf = ({ subtitle, viewed_date: when }: ListedFilm) =>
    when ? t('film_seen', { when: seen(when) }) : subtitle
  if (!data && error)
    return <ErrorState title={t(list.notLoaded)} error={error} busy={isFetching} onRetry={() => void query.refetch()} />
  if (!data) return <SkeletonTiles tiles={8} />
  if (data.length === 0) return isPlaceholderData ? <SkeletonTiles tiles={8} /> : <NoFilms list={list} />
  return (
    <div aria-busy={isPlaceholderData}>
      <TileGrid>
        {data.map((film, i) => (
          <Film
            key={film.part_id}
            film={list.isAllNew ? { ...film, isNew: 0 } : film}
            line={lineOf(film)}
            eager={i < 8}
          />
        ))}
      </TileGrid>
    </div>
  )
}

function NoFilms({ list }: { list: FilmList }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  const next = other(type)
  // Offers the other kind only if it has films: otherwise two empty pages would lead to each other.
  const hasOthers = (useFilms(list, next).data?.length ?? 0) > 0 && choose !== null
  return (
    <EmptyState
      icon={list.icon}
      heading="h2"
      title={t(list.emptyTitle)}
      // The sentence of the key is specified for empty lists.
      text={`${t('no_records_found')} ${t(hasOthers && list.otherKind ? list.otherKind : list.empty)}`}
      action={
        <>
          <Button component={Link} to={paths.home}>
            {t('all_films')}
          </Button>
          {hasOthers ? <Button onClick={() => choose(next)}>{t(`show_${next}_films`)}</Button> : null}
        </>
      }
    />
  )
}

/** When a star press removes its tile, the heading takes the focus. */
function useFocusAfterRemoval(count: number | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const fewer = count !== undefined && count < (before.current ?? 0)
    before.current = count
    if (!fewer || document.activeElement !== document.body) return
    const heading = page.current?.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [count])
  return page
}
