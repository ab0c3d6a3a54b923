import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { isSearchKey } from '../../core/search-key.ts'
import { paths } from '../../paths.ts'
import { TextInput } from '../../ui/form/Field.tsx'
import classes from './OperatorSearch.module.css'

/**
 * The search in the header of the console: Enter opens what support finds. "/" focuses it on pages without a list. The
 * page of support has this search itself; a narrow header has only the way to it.
 */
export function OperatorSearch() {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!field.current || !isSearchKey(event)) return
      event.preventDefault()
      field.current.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (pathname === paths.operatorSupport) return null
  return (
    <>
      <form
        role="search"
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (words.trim() === '') return
          setWords('')
          void navigate(`${paths.operatorSupport}?q=${encodeURIComponent(words.trim())}`)
        }}
      >
        <TextInput
          ref={field}
          type="search"
          aria-label={t('operator_search')}
          placeholder={t('operator_search')}
          aria-keyshortcuts="/"
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
          rightSection={
            words === '' ? (
              <kbd className={classes.key} aria-hidden>
                /
              </kbd>
            ) : null
          }
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </form>
      <Link className={classes.sign} to={paths.operatorSupport} aria-label={t('operator_search')}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </Link>
    </>
  )
}
