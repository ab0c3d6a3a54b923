import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type RefObject, Suspense, use, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { toAnimation } from '../../../paths.ts'
import { FilmShare } from '../film-share.ts'
import { cellId, groupsOf, type Option } from './options.ts'
import classes from './Search.module.css'
import { Suggestions } from './Suggestions.tsx'
import { useSearch } from './useSearch.ts'

// Loaded as soon as the field takes the focus, so that it is ready before the first results.
const loadResults = () => withTexts(['catalogue'], import('./Results.tsx'))
const Results = lazy(loadResults)

/**
 * Renders the search field with its list: a combobox with a grid, by the ARIA pattern. The focus stays in the field;
 * arrows select, Enter opens, Escape closes. The first entry is preselected, so that Enter opens the best result. At the
 * end of the text, the arrow key of the reading direction selects the button that shares the film.
 *
 * `place`: `page` is the large field of the home page, `header` the small one, `sheet` fills a phone's screen.
 */
export function SearchField({
  place,
  field: given,
  initial = '',
  onLeave,
}: {
  place: 'page' | 'header' | 'sheet'
  /** Gives access to the field, for a key that focuses it. */
  field?: RefObject<HTMLInputElement | null>
  /** The initial query. */
  initial?: string
  /** Called when a film was opened, or Escape was pressed in a sheet. */
  onLeave?: () => void
}) {
  const t = useTexts()
  const navigate = useNavigate()
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const field = given ?? own
  const box = useRef<HTMLDivElement>(null)
  const [keyword, setKeyword] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const [onShare, setOnShare] = useState(false)
  const [enterWaits, setEnterWaits] = useState(false)
  const search = useSearch(keyword)
  const sharing = use(FilmShare)
  const groups = groupsOf(search.films, keyword)
  const options = groups.flatMap((group) => group.options)
  const shown = keyword.trim() !== '' && (isOpen || place === 'sheet')
  const active = search.settled ? options[chosen] : undefined

  function type(next: string) {
    setKeyword(next)
    setOpen(true)
    choose(0)
    setEnterWaits(false)
  }
  function choose(index: number) {
    setChosen(index)
    setOnShare(false)
  }
  function look(next: string) {
    type(next)
    field.current?.focus()
  }
  function close() {
    setOpen(false)
    setEnterWaits(false)
  }
  function take(option: Option) {
    if (option.kind === 'symptom') return look(option.match.text)
    close()
    setKeyword('')
    onLeave?.()
    void navigate(toAnimation(option.film.part_id))
  }

  // Enter was pressed before the results arrived: opens the best result once it is available.
  const waited = enterWaits && search.settled ? options.find(({ kind }) => kind === 'film') : undefined
  useEffect(() => {
    if (waited) take(waited)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it runs once for the answer that was waited for
  }, [waited !== undefined])
  useEffect(() => {
    if (shown && active) document.getElementById(cellId(id, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [shown, active, chosen, id])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (place === 'sheet') onLeave?.()
      else if (shown) close()
      else type('')
      return
    }
    if (event.key === 'Enter' && keyword.trim() !== '') {
      event.preventDefault()
      if (shown && active?.kind === 'film' && onShare) sharing?.share(active.film)
      else if (shown && active) take(active)
      else if (!shown) setOpen(true)
      else setEnterWaits(!search.settled)
      return
    }
    if (shown && active?.kind === 'film' && isSideways(event)) {
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const atEnd = selectionStart === value.length && selectionEnd === value.length
      const forward = isForward(event)
      if (forward ? !onShare && atEnd && sharing?.canShare(active.film) : onShare) {
        event.preventDefault()
        setOnShare(forward)
      }
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || keyword.trim() === '') return
    event.preventDefault()
    if (!shown) setOpen(true)
    else if (options.length > 0) choose((chosen + step + options.length) % options.length)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only sees the focus leave
    <div
      ref={box}
      className={classes.search}
      data-place={place}
      role="search"
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) close()
      }}
    >
      <div className={classes.field}>
        <IconSearch className={classes.sign} size={place === 'header' ? 17 : 20} stroke={1.75} aria-hidden />
        <input
          ref={field}
          data-autofocus={place === 'sheet' || undefined}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={t('search')}
          aria-autocomplete="list"
          aria-haspopup="grid"
          aria-expanded={shown && options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && active ? cellId(id, chosen, onShare) : undefined}
          dir={keyword ? 'auto' : undefined}
          placeholder={t(place === 'page' ? 'search_placeholder' : 'search_placeholder_short')}
          value={keyword}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => {
            setOpen(true)
            void loadResults()
          }}
          onKeyDown={onKeyDown}
        />
        {keyword ? (
          <button type="button" className={classes.clear} aria-label={t('search_clear')} onClick={() => look('')}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </button>
        ) : place === 'sheet' ? null : (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        )}
      </div>
      <output className="visually-hidden" aria-live="polite">
        {shown && search.settled && search.films
          ? search.films.length > 0
            ? t('search_found', { count: search.films.length })
            : t('search_none', { keyword: keyword.trim() })
          : ''}
      </output>
      {place === 'page' || (place === 'sheet' && !shown) ? <Suggestions onTake={look} covered={shown} /> : null}
      {shown ? (
        <Suspense fallback={null}>
          <Results
            id={id}
            keyword={keyword.trim()}
            search={search}
            groups={groups}
            chosen={active ? chosen : -1}
            onShare={onShare}
            inSheet={place === 'sheet'}
            onTake={take}
            onLeave={() => {
              close()
              onLeave?.()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const isSideways = ({ key }: KeyboardEvent) => key === 'ArrowRight' || key === 'ArrowLeft'
/** Returns whether an arrow key points in the reading direction of the page. */
const isForward = ({ key }: KeyboardEvent) => (key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
