import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import classes from './Search.module.css'
import { SearchField } from './SearchField.tsx'
import { isSearchKey } from '../../../core/search-key.ts'

const SearchSheet = lazy(() => withTexts(['catalogue'], import('./SearchSheet.tsx')))

/** Widths below which a sheet replaces the field: a phone's width on the home page, a lack of space in the header. */
const tooNarrow = { page: '(max-width: 35.99em)', header: '(max-width: 49.99em)' }

/** Renders the search of a page: a field with its list, on a phone a button that opens a sheet. "/" focuses it. */
export function SearchBox({ place }: { place: 'page' | 'header' }) {
  const t = useTexts()
  const narrow = useMediaQuery(tooNarrow[place], undefined, { getInitialValueInEffect: false })
  /** Initial query of the open sheet; null while it is closed. */
  const [sheet, setSheet] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const asked = pathname === paths.search ? (new URLSearchParams(search).get('q') ?? '') : ''

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      if (narrow) setSheet(asked)
      else field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [narrow, asked])

  // On the page of the results the field has the query, also after a new one.
  if (!narrow) return <SearchField key={asked} place={place} field={field} initial={asked} />
  return (
    <>
      {place === 'page' ? (
        <button type="button" className={classes.opener} aria-haspopup="dialog" onClick={() => setSheet('')}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <span className="visually-hidden">{`${t('search')}: `}</span>
          {t('search_placeholder_short')}
        </button>
      ) : (
        <SearchIcon onClick={() => setSheet(asked)} />
      )}
      {sheet === null ? null : <Sheet initial={sheet} onClose={() => setSheet(null)} />}
    </>
  )
}

/** Renders the button that opens the sheet, for a header without space for the field. */
export function SearchButton() {
  const [sheet, setSheet] = useState(false)
  return (
    <>
      <SearchIcon onClick={() => setSheet(true)} />
      {sheet ? <Sheet initial="" onClose={() => setSheet(false)} /> : null}
    </>
  )
}

function SearchIcon({ onClick }: { onClick: () => void }) {
  const t = useTexts()
  return (
    <button type="button" className={classes.icon} aria-label={t('search')} aria-haspopup="dialog" onClick={onClick}>
      <IconSearch size={22} stroke={1.75} aria-hidden />
    </button>
  )
}

function Sheet({ initial, onClose }: { initial: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SearchSheet initial={initial} onClose={onClose} />
    </Suspense>
  )
}
