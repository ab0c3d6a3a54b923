import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isSearchKey } from '../../core/search-key.ts'
import { TextInput } from '../form/Field.tsx'
import classes from './ListCard.module.css'
import { focusFirstRow } from './row-keys.ts'

const typingPause = 300

/**
 * The search of a list: searches when typing pauses, and at once on Enter or when the field is left. "/" focuses it before any other search of the
 * page; the down key leads from it to the first row.
 */
export function ListSearch({
  label,
  value,
  onChange,
  table,
}: {
  /** What the search looks at: "Name, city or store number". */
  label: string
  value: string
  onChange: (search: string) => void
  /** The element that holds the table. */
  table: RefObject<HTMLElement | null>
}) {
  const [text, setText] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  const field = useRef<HTMLInputElement>(null)
  // A filter that is chosen while typing pauses is part of the state that the search joins.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  }, [value, onChange])
  useEffect(() => () => clearTimeout(pause.current), [])
  // After Back or "Show all" the field follows the URL.
  useEffect(() => {
    if (value !== asked.current) setText(value)
    asked.current = value
  }, [value])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || document.querySelector('dialog:modal')) return
      event.preventDefault()
      field.current?.focus()
    }
    // Before the search in the header, which listens for the same key.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
  const search = (next: string, after: number) => {
    clearTimeout(pause.current)
    const look = () => {
      asked.current = next.trim()
      if (asked.current !== latest.current.value) latest.current.onChange(asked.current)
    }
    if (after === 0) look()
    else pause.current = setTimeout(look, after)
  }
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={100}
      leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value, typingPause)
      }}
      // A search that waited longer would cancel the way to the page whose link was pressed.
      onBlur={() => search(text, 0)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text, 0)
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        focusFirstRow(table.current)
      }}
    />
  )
}
