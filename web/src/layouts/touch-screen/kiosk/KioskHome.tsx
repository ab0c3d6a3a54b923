import { getCommonSymptoms } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { IconNews, IconSearch, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { paths, toAllFilms } from '../../../paths.ts'
import { useNews } from '../../../rooms/catalogue/home/useHome.ts'
import { useSearch } from '../../../rooms/catalogue/search/useSearch.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { FilmCards, FilmCardsToCome } from './FilmCards.tsx'
import classes from './KioskHome.module.css'
import { useMostWatched } from './useMostWatched.ts'

const mostChips = 6

/** The start page of a touch screen: search by part or problem, and the films that are watched most. */
export function KioskHome() {
  const t = useTexts()
  const [keyword, setKeyword] = useState('')
  usePage(t('nav_home'))
  return (
    <div className={classes.home}>
      <div className={classes.ask}>
        <h1>{t('kiosk_title')}</h1>
        <SearchField keyword={keyword} onChange={setKeyword} />
        <Symptoms chosen={keyword} onChoose={setKeyword} />
      </div>
      <section className={classes.films}>
        {keyword.trim() === '' ? <MostWatched /> : <Found keyword={keyword} />}
        <News />
      </section>
    </div>
  )
}

function SearchField({ keyword, onChange }: { keyword: string; onChange: (keyword: string) => void }) {
  const t = useTexts()
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className={classes.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        // Closes the keyboard on the screen, so that the films are visible.
        field.current?.blur()
      }}
    >
      <IconSearch stroke={1.75} aria-hidden />
      <input
        ref={field}
        type="text"
        aria-label={t('search')}
        placeholder={t('kiosk_search')}
        dir={keyword ? 'auto' : undefined}
        value={keyword}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {keyword ? (
        <button type="button" aria-label={t('search_clear')} onClick={() => onChange('')}>
          <IconX stroke={1.75} aria-hidden />
        </button>
      ) : null}
    </form>
  )
}

/** Suggests problems. They are optional: nothing is shown while they load or if they fail to load. */
function Symptoms({ chosen, onChoose }: { chosen: string; onChoose: (symptom: string) => void }) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const { data } = useQuery({
    queryKey: ['symptoms', language_id],
    queryFn: ({ signal }) => call(getCommonSymptoms, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  return (
    <ul className={classes.symptoms} aria-label={t('search_symptoms')}>
      {data?.slice(0, mostChips).map((symptom) => (
        <li key={symptom}>
          <button
            type="button"
            aria-pressed={chosen === symptom}
            onClick={() => onChoose(chosen === symptom ? '' : symptom)}
          >
            {symptom}
          </button>
        </li>
      ))}
    </ul>
  )
}

function MostWatched() {
  const t = useTexts()
  const { data, error, refetch, isFetching } = useMostWatched()
  return (
    <>
      <div className={classes.head}>
        <h2>{t('kiosk_most_watched')}</h2>
        {data ? <Link to={toAllFilms}>{t('all_films_count', { count: data.length })}</Link> : null}
      </div>
      {data ? <FilmCards films={data} first label={t('kiosk_most_watched')} /> : null}
      {!data && !error ? <FilmCardsToCome first /> : null}
      {!data && error ? (
        <ErrorState title={t('films_not_loaded')} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : null}
    </>
  )
}

function Found({ keyword }: { keyword: string }) {
  const t = useTexts()
  const { films, error, settled, retry, busy } = useSearch(keyword)
  const asked = keyword.trim()
  const none = settled && films?.length === 0
  return (
    <>
      <div className={classes.head}>
        <h2 aria-live="polite">
          {none
            ? t('search_none', { keyword: asked })
            : settled
              ? t('search_found', { count: films?.length ?? 0 })
              : t('loading')}
        </h2>
        <Link to={toAllFilms}>{t('all_films')}</Link>
      </div>
      {error ? <ErrorState title={t('films_not_loaded')} error={error} busy={busy} onRetry={retry} /> : null}
      {none ? <p className={classes.none}>{t('kiosk_none')}</p> : null}
      {films && films.length > 0 ? (
        <FilmCards films={films} label={t('search_found', { count: films.length })} />
      ) : null}
      {!films && !error ? <FilmCardsToCome /> : null}
    </>
  )
}

/** Shows the latest news for customers as one quiet line. */
function News() {
  const { data } = useNews()
  const item = data?.[0]
  if (!item) return null
  return (
    <Link className={classes.news} to={`${paths.news}#news-${item.news_id}`} lang={item.language_code} dir="auto">
      <IconNews stroke={1.75} aria-hidden />
      <b>{item.title}</b>
      <span>{item.summary}</span>
    </Link>
  )
}
