import { IconEar } from '@tabler/icons-react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { drawingOf } from '../hierarchy.ts'
import { useHierarchy } from '../useHierarchy.ts'
import { howMany, nameMarks } from './answers.ts'
import { Meta, Picture, Why } from './FilmLine.tsx'
import { Marked } from './Marked.tsx'
import { type Group, keyOf, type Option, optionId } from './options.ts'
import classes from './Search.module.css'
import type { useSearch } from './useSearch.ts'

/** Renders the list below the field: symptoms and films, or its loading, empty or error state. */
export default function Results({
  id,
  keyword,
  search,
  groups,
  chosen,
  inSheet,
  onTake,
  onAll,
}: {
  id: string
  keyword: string
  search: ReturnType<typeof useSearch>
  groups: readonly Group[]
  /** Index of the selected option over all groups, -1 for none. */
  chosen: number
  inSheet: boolean
  onTake: (option: Option) => void
  onAll: () => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { films, error, settled, busy, retry } = search
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
      {/* Rendered even when empty, because the field references it. */}
      <div
        id={`${id}-list`}
        className={classes.list}
        role="listbox"
        aria-label={t('search_results')}
        aria-busy={!settled}
        hidden={groups.length === 0 || error !== null}
      >
        {groups.map((group, i) => {
          const before = groups.slice(0, i).reduce((sum, { options }) => sum + options.length, 0)
          return (
            <div key={group.kind} role="group" aria-labelledby={`${id}-${group.kind}`}>
              <div id={`${id}-${group.kind}`} className={classes.heading} role="presentation">
                {group.kind === 'symptom' ? t('search_symptoms') : t('search_films_for', { keyword })}
              </div>
              {group.options.map((option, n) => (
                <OptionRow
                  key={keyOf(option)}
                  id={optionId(id, before + n)}
                  option={option}
                  isChosen={before + n === chosen}
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
          <button type="button" className={classes.all} disabled={!settled} onClick={onAll}>
            {t('search_all', { keyword, number: howMany(films, number) })}
          </button>
        </div>
      ) : null}
    </div>
  )
}

function OptionRow({
  id,
  option,
  isChosen,
  inSheet,
  onTake,
}: {
  id: string
  option: Option
  isChosen: boolean
  inSheet: boolean
  onTake: (option: Option) => void
}) {
  const t = useTexts()
  const { data: hierarchy } = useHierarchy()
  const enter =
    isChosen && !inSheet ? (
      <kbd className={classes.key} aria-hidden>
        Enter
      </kbd>
    ) : null
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      id={id}
      className={classes.option}
      data-kind={option.kind}
      role="option"
      aria-selected={isChosen}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(option)}
    >
      {option.kind === 'symptom' ? (
        <>
          <span className={classes.ear}>
            <IconEar size={18} stroke={1.75} aria-hidden />
          </span>
          <span className={classes.words} dir="auto">
            <Marked text={option.match.text} marks={option.match.marks} />
          </span>
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
      {enter}
    </div>
  )
}
