import { IconEar } from '@tabler/icons-react'
import { use } from 'react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { FilmShare } from '../film-share.ts'
import { drawingOf } from '../hierarchy.ts'
import { useHierarchy } from '../useHierarchy.ts'
import { howMany, nameMarks } from './answers.ts'
import { LanguageName, Meta, Picture, useOtherLanguage, Why } from './FilmLine.tsx'
import { Marked } from './Marked.tsx'
import { cellId, type Group, keyOf, type Option } from './options.ts'
import classes from './Search.module.css'
import { ShareFound } from './ShareFound.tsx'
import { TroubleCode } from './TroubleCode.tsx'
import type { useSearch } from './useSearch.ts'

/**
 * Renders the list below the field: symptoms and films, or its loading, empty or error state. The list is a grid,
 * because a film's row has a second cell, the button that shares it.
 */
export default function Results({
  id,
  keyword,
  search,
  groups,
  chosen,
  onShare,
  inSheet,
  onTake,
  onLeave,
}: {
  id: string
  keyword: string
  search: ReturnType<typeof useSearch>
  groups: readonly Group[]
  /** Index of the selected row over all groups, -1 for none. */
  chosen: number
  /** Whether the share button of the selected row is selected. */
  onShare: boolean
  inSheet: boolean
  onTake: (option: Option) => void
  /** Called when the link to all results is followed. */
  onLeave: () => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { films, error, settled, busy, retry } = search
  const headings = {
    symptom: t('search_symptoms'),
    film: t('search_films_for', { keyword }),
    similar: t('search_similar_words'),
  }
  return (
    <div className={classes.results}>
      {error ? (
        <ErrorState title={t('search_failed')} error={error} busy={busy} onRetry={retry} />
      ) : !films ? (
        <div className={classes.waiting}>
          <SkeletonRows rows={3} />
        </div>
      ) : films.length === 0 && settled ? (
        <EmptyState title={t('search_none', { keyword })} text={t('search_none_text')} />
      ) : null}
      {error ? null : <TroubleCode keyword={keyword} />}
      {/* Rendered even when empty, because the field references it. */}
      <div
        id={`${id}-list`}
        className={classes.list}
        role="grid"
        aria-label={t('search_results')}
        aria-busy={!settled}
        hidden={groups.length === 0 || error !== null}
      >
        {groups.map((group, i) => {
          const before = groups.slice(0, i).reduce((sum, { options }) => sum + options.length, 0)
          return (
            <div key={group.kind} role="rowgroup" aria-labelledby={`${id}-${group.kind}`}>
              <div id={`${id}-${group.kind}`} className={classes.heading} role="presentation">
                {headings[group.kind]}
              </div>
              {group.options.map((option, n) => (
                <Row
                  key={keyOf(option)}
                  list={id}
                  index={before + n}
                  option={option}
                  chosen={before + n !== chosen ? null : onShare ? 'share' : 'row'}
                  inSheet={inSheet}
                  onTake={onTake}
                />
              ))}
            </div>
          )
        })}
      </div>
      {films && films.length > 0 && !error ? (
        <div className={classes.foot}>
          {inSheet ? null : (
            <span className={classes.hints} aria-hidden>
              <kbd className={classes.key}>↑</kbd>
              <kbd className={classes.key}>↓</kbd> {t('search_hint_choose')}
              <kbd className={classes.key}>Enter</kbd> {t('search_hint_open')}
              <kbd className={classes.key}>Esc</kbd> {t('search_hint_close')}
            </span>
          )}
          <Link className={classes.all} to={`${paths.search}?q=${encodeURIComponent(keyword)}`} onClick={onLeave}>
            {t('search_all', { keyword, number: howMany(films, number) })}
          </Link>
        </div>
      ) : null}
    </div>
  )
}

function Row({
  list,
  index,
  option,
  chosen,
  inSheet,
  onTake,
}: {
  list: string
  index: number
  option: Option
  /** The selected cell of the row; null if another row is selected. */
  chosen: 'row' | 'share' | null
  inSheet: boolean
  onTake: (option: Option) => void
}) {
  const t = useTexts()
  const sharing = use(FilmShare)
  const { data: hierarchy } = useHierarchy()
  const other = useOtherLanguage(option.kind === 'symptom' ? option.match : undefined)
  const shares = option.kind === 'film' && sharing?.canShare(option.film) === true
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      className={classes.option}
      data-kind={option.kind}
      data-chosen={chosen !== null || undefined}
      role="row"
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(option)}
    >
      <div id={cellId(list, index)} className={classes.cell} role="gridcell" aria-selected={chosen === 'row'}>
        {option.kind === 'symptom' ? (
          <>
            <span className={classes.ear}>
              <IconEar size={18} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.words} lang={other?.language_code} dir="auto">
              <Marked text={option.match.text} marks={option.match.marks} />
            </span>
            <LanguageName language={other} />
            <span className={classes.count}>{t('films_count', { count: option.match.films })}</span>
          </>
        ) : (
          <>
            <Picture film={option.film} drawing={hierarchy && drawingOf(hierarchy, option.film.sub_system_id)} />
            <span className={classes.words}>
              <span className={classes.name}>
                <Marked text={option.film.part_name} marks={nameMarks(option.film)} />
              </span>
              <Meta film={option.film} />
            </span>
            <Why film={option.film} />
          </>
        )}
        {chosen === 'row' && !inSheet ? (
          <kbd className={classes.key} aria-hidden>
            Enter
          </kbd>
        ) : null}
      </div>
      {shares ? (
        <div
          id={cellId(list, index, true)}
          className={classes.shareCell}
          role="gridcell"
          aria-selected={chosen === 'share'}
        >
          <ShareFound film={option.film} inList />
        </div>
      ) : null}
    </div>
  )
}
