import type { FoundFilm } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { IconSearch } from '@tabler/icons-react'
import { use } from 'react'
import { Link, useSearchParams } from 'react-router'
import { languages, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { paths, toAnimation } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FilmCorner } from '../film-corner.ts'
import { drawingOf } from '../hierarchy.ts'
import { useHierarchy } from '../useHierarchy.ts'
import { useShownType } from '../VideoTypeSwitch.tsx'
import { isSimilar, nameMarks } from './answers.ts'
import { CopyLink } from './CopyLink.tsx'
import { Meta, Picture, Why } from './FilmLine.tsx'
import { Marked } from './Marked.tsx'
import classes from './SearchPage.module.css'
import { ShareFound } from './ShareFound.tsx'
import { TroubleCode } from './TroubleCode.tsx'
import { useSearch } from './useSearch.ts'

const all = 'all'
const isType = (text: string | null): text is VideoType => text === 'narrated' || text === 'interactive'

/** Lists all results of a search, which its address holds together with the filters. */
export default function SearchPage() {
  const t = useTexts()
  const [query] = useSearchParams()
  const keyword = (query.get('q') ?? '').trim()
  const asked = query.get('kind')
  const kind = isType(asked) ? asked : undefined
  const search = useSearch(keyword, kind)
  const films = (search.films ?? []).filter((film) => passes(film, query, kind))
  const found = films.filter((film) => !isSimilar(film))
  const similar = films.filter(isSimilar)
  const count = t('films_count', { count: found.length })
  const counts = similar.length > 0 ? t('search_counts_similar', { found: count, count: similar.length }) : count
  return (
    <div className={classes.page}>
      <PageHeader
        title={keyword === '' ? t('search') : t('search_films_for', { keyword })}
        subtitle={search.films && films.length > 0 ? counts : undefined}
        view={keyword}
      />
      {keyword === '' ? (
        <NothingFound title={t('search_blank')} />
      ) : search.error ? (
        <ErrorState
          heading="h2"
          title={t('search_failed')}
          error={search.error}
          busy={search.busy}
          onRetry={search.retry}
        />
      ) : !search.films ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          <Filters films={search.films} />
          <TroubleCode keyword={keyword} />
          <div className={classes.results} aria-busy={!search.settled}>
            {films.length === 0 && search.settled ? (
              <NothingFound title={t('search_none', { keyword })} text={t('search_none_text')} />
            ) : null}
            <Rows films={found} />
            {similar.length > 0 ? (
              <section aria-labelledby="similar">
                <h2 id="similar" className={classes.heading}>
                  {t('search_similar_words')}
                </h2>
                <Rows films={similar} />
              </section>
            ) : null}
          </div>
        </>
      )}
    </div>
  )
}

const languageOf = ({ matches: [best] }: FoundFilm): string => String(best?.language_id ?? '')

function passes(film: FoundFilm, query: URLSearchParams, kind: VideoType | undefined): boolean {
  const is = (name: string, value: string) => (query.get(name) ?? value) === value
  return (
    (kind === undefined || film.video_type === kind) &&
    is('system', String(film.system_id)) &&
    is('lang', languageOf(film))
  )
}

/** Shows the filters. The values of the last two are those of the results. */
function Filters({ films }: { films: readonly FoundFilm[] }) {
  const t = useTexts()
  const [query, setQuery] = useSearchParams()
  const { choose } = useShownType()
  const { language_id: own } = useLanguage()
  const systems = new Map(films.map(({ system_id, system_name }) => [String(system_id), system_name]))
  const found = new Set(films.map(languageOf))
  const spoken = languages.filter(({ language_id: id }) => found.has(String(id)))
  const value = (name: string) => query.get(name) ?? all
  const change = (name: string) => (next: string) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === all) after.delete(name)
        else after.set(name, next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const everything = { value: all, label: t('search_kind_all') }
  const hasOther = spoken.some(({ language_id: id }) => id !== own)
  return (
    <div className={classes.filters}>
      {choose ? (
        <SegmentedControl
          label={t('film_type')}
          value={value('kind')}
          onChange={change('kind')}
          segments={[
            everything,
            { value: 'narrated', label: t('narrated') },
            { value: 'interactive', label: t('interactive') },
          ]}
        />
      ) : null}
      {systems.size > 1 || query.has('system') ? (
        <FilterMenu
          label={t('search_system')}
          value={value('system')}
          values={[everything, ...[...systems].map(([id, label]) => ({ value: id, label }))]}
          onChange={change('system')}
        />
      ) : null}
      {hasOther || query.has('lang') ? (
        <FilterMenu
          label={t('search_language')}
          value={value('lang')}
          values={[
            everything,
            ...spoken.map(({ language_id, language_code: lang, name: label }) => ({
              value: String(language_id),
              label,
              lang,
            })),
          ]}
          onChange={change('lang')}
        />
      ) : null}
    </div>
  )
}

function Rows({ films }: { films: readonly FoundFilm[] }) {
  const { data: hierarchy } = useHierarchy()
  const cornerOf = use(FilmCorner)
  if (films.length === 0) return null
  return (
    <ul className={classes.films}>
      {films.map((film) => (
        <li key={film.part_id} className={classes.film}>
          <Picture large film={film} drawing={hierarchy && drawingOf(hierarchy, film.sub_system_id)} />
          <div className={classes.words}>
            <Link className={classes.name} to={toAnimation(film.part_id)}>
              <Marked text={film.part_name} marks={nameMarks(film)} />
            </Link>
            <Meta brief film={film} />
            <Why film={film} />
          </div>
          <div className={classes.actions}>
            {cornerOf(film)}
            <CopyLink partId={film.part_id} name={film.part_name} byHand={classes.byHand} />
            <ShareFound film={film} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function NothingFound({ title, text }: { title: string; text?: string }) {
  const t = useTexts()
  return (
    <EmptyState
      heading="h2"
      icon={IconSearch}
      title={title}
      {...(text === undefined ? {} : { text })}
      action={
        <Button component={Link} to={paths.home}>
          {t('show_all_films')}
        </Button>
      }
    />
  )
}
