import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { toSystem, toAllFilms } from '../../../paths.ts'
import { filmsOf, systemsWith } from '../../../rooms/catalogue/hierarchy.ts'
import { useHierarchy } from '../../../rooms/catalogue/useHierarchy.ts'
import { useShownType, VideoTypeSwitch } from '../../../rooms/catalogue/VideoTypeSwitch.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { FilmCards, FilmCardsToCome } from './FilmCards.tsx'
import classes from './KioskFilms.module.css'
import { Chip } from './Chip.tsx'

const OwnVideos = lazy(() => import('../../../rooms/catalogue/home/OwnVideos.tsx'))

/** Shows every film on a touch screen; with `?system=` of an id the films of that system. */
export function KioskFilms() {
  const t = useTexts()
  const [search] = useSearchParams()
  const { data, error, refetch, isFetching } = useHierarchy()
  const { type } = useShownType()
  const systems = data ? systemsWith(data, type) : []
  const chosen = systems.find(({ system_id: id }) => String(id) === search.get('system'))
  const films = data ? filmsOf(data, { type, systemId: chosen?.system_id }) : []
  const title = chosen?.system_name ?? t('all_films')
  usePage(title, { view: String(chosen?.system_id ?? '') })
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{title}</h1>
        <VideoTypeSwitch />
      </div>
      <ul className={classes.systems} aria-label={t('systems')}>
        <Chip to={toAllFilms} chosen={!chosen}>
          {t('all_films')}
        </Chip>
        {systems.map(({ system_id: id, system_name: name }) => (
          <Chip key={id} to={toSystem(id)} chosen={chosen?.system_id === id}>
            {name}
          </Chip>
        ))}
      </ul>
      {data ? <FilmCards films={films} label={title} /> : null}
      {!data && !error ? <FilmCardsToCome /> : null}
      {!data && error ? (
        <ErrorState title={t('films_not_loaded')} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {!chosen && data ? (
        <Suspense fallback={null}>
          <OwnVideos />
        </Suspense>
      ) : null}
    </div>
  )
}
