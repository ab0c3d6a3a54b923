import type { RegionLocation } from '@cutaway/contract/rooms/organisation/regions.ts'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { pageCount } from '../../ui/table/paging.ts'
import classes from './Places.module.css'

/** As specified for the dialog that assigns locations. */
const pageSize = 10

const wordsOf = ({ businessentity_location_name, businessentity_city, store_number }: RegionLocation) =>
  `${businessentity_location_name} ${businessentity_city} ${store_number}`.toLocaleLowerCase()

/** One of the two lists: searched and paged here, since all of its locations are loaded. */
export function PickList({
  title,
  none,
  locations,
  verb,
  onPick,
}: {
  title: string
  /** Shown when the list is empty. */
  none: string
  locations: readonly RegionLocation[]
  /** What picking does. */
  verb: 'add' | 'remove'
  onPick: (ids: number[]) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const id = useId()
  const [search, setSearch] = useState('')
  const [size, setSize] = useState(pageSize)
  const [wanted, setPage] = useState(1)
  const rows = useRef<HTMLUListElement>(null)
  /** The place of the row that was picked: the next one gets the focus, or the search if there is none. */
  const picked = useRef<number>(undefined)
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = locations.filter((one) => words.every((word) => wordsOf(one).includes(word)))
  const page = Math.min(wanted, pageCount(found.length, size))
  const shown = found.slice((page - 1) * size, page * size)
  useEffect(() => {
    if (picked.current === undefined) return
    const buttons = rows.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(picked.current, buttons.length - 1)]
    picked.current = undefined
    if (next) next.focus()
    else document.getElementById(id)?.focus()
  }, [id, locations])
  const Sign = verb === 'add' ? IconPlus : IconX
  return (
    <section className={classes.list} aria-label={title}>
      <div className={classes.listHead}>
        <h3 className={classes.listTitle}>
          <bdi>{title}</bdi> <span className="num">({number(locations.length)})</span>
        </h3>
        <TextInput
          id={id}
          type="search"
          aria-label={t('pick_search', { name: title })}
          placeholder={t('locations_search')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          // Enter would send the form.
          onKeyDown={(event) => (event.key === 'Enter' ? event.preventDefault() : undefined)}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
        />
        {found.length > 0 ? (
          <Button
            size="xs"
            onClick={() => {
              picked.current = 0
              onPick(found.map((one) => one.id))
            }}
          >
            {t(verb === 'add' ? 'pick_add_all' : 'pick_remove_all', { count: found.length })}
          </Button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className={classes.none}>{locations.length === 0 ? none : t('list_none_match')}</p>
      ) : (
        <ul ref={rows} className={classes.rows}>
          {shown.map((one, i) => (
            <li key={one.id} className={classes.row}>
              <span className={classes.words}>
                <bdi>{one.businessentity_location_name}</bdi>
                {one.businessentity_city ? (
                  <span className={classes.hint}>
                    {' '}
                    <bdi>{one.businessentity_city}</bdi>
                  </span>
                ) : null}
              </span>
              <ActionIcon
                aria-label={t(verb === 'add' ? 'pick_add' : 'pick_remove', { name: one.businessentity_location_name })}
                onClick={() => {
                  picked.current = i
                  onPick([one.id])
                }}
              >
                <Sign size={17} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {found.length > pageSize ? (
        <Pagination page={page} size={size} total={found.length} onPage={setPage} onSize={setSize} />
      ) : null}
    </section>
  )
}
