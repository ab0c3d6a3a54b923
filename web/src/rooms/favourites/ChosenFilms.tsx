import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { IconStar, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SortableKeys } from '../../ui/sortable/SortableKeys.tsx'
import { SortableRow } from '../../ui/sortable/SortableRow.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { ActionIcon } from '../../ui/form/Button.tsx'
import { FilmRow } from '../catalogue/FilmRow.tsx'
import classes from './Arrange.module.css'
import { chosenZone, favouriteDragId } from './drag.ts'
import type { Chosen } from './useArrange.ts'
import { useFilmName } from './useFilmName.ts'

export interface Paging {
  /** From 1. */
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Lists the favourites in order. Rows are moved by their handles, with pointer or keys, or from their menus. */
export function ChosenFilms({
  chosen,
  paging,
  adding,
  saving,
  onMove,
  onRemove,
}: {
  chosen: readonly Chosen[]
  paging: Paging
  /** A film is being dragged: dropping it here adds it. */
  adding: boolean
  /** Whether the order has been saved. */
  saving: ReactNode
  /** Indexes in the whole list. */
  onMove: (from: number, to: number) => void
  onRemove: (one: Chosen) => Promise<unknown>
}) {
  const t = useTexts()
  const { setNodeRef, isOver } = useDroppable({ id: chosenZone })
  const { page, size, onPage, onSize } = paging
  const first = (page - 1) * size
  const rows = chosen.slice(first, first + size)
  const list = useFocusAfterRemoval(chosen.length)
  return (
    <section
      ref={setNodeRef}
      className={classes.box}
      data-over={(adding && isOver) || undefined}
      aria-labelledby="favourites-chosen"
    >
      <header className={classes.head}>
        <h2 id="favourites-chosen" tabIndex={-1}>
          {t('favourites_yours')}
        </h2>
        <span className={classes.count}>{t('films_count', { count: chosen.length })}</span>
        <span className={classes.end}>{saving}</span>
      </header>
      {chosen.length === 0 ? (
        <EmptyState icon={IconStar} title={t('favourites_empty_title')} text={t('favourites_none_yet')} />
      ) : (
        <>
          <SortableContext
            items={rows.map(({ favourite }) => favouriteDragId(favourite.id))}
            strategy={verticalListSortingStrategy}
          >
            <ol ref={list} className={classes.rows} start={first + 1}>
              {rows.map((one, i) => (
                <ChosenRow
                  key={one.favourite.id}
                  one={one}
                  index={first + i}
                  last={chosen.length - 1}
                  onMove={onMove}
                  onRemove={onRemove}
                />
              ))}
            </ol>
          </SortableContext>
          <SortableKeys />
          <Pagination page={page} size={size} total={chosen.length} onPage={onPage} onSize={onSize} />
        </>
      )}
    </section>
  )
}

function ChosenRow({
  one,
  index,
  last,
  onMove,
  onRemove,
}: {
  one: Chosen
  index: number
  last: number
  onMove: (from: number, to: number) => void
  onRemove: (one: Chosen) => Promise<unknown>
}) {
  const t = useTexts()
  const { favourite, film } = one
  const name = useFilmName()(film)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await onRemove(one)
    setBusy(false)
  }
  return (
    <SortableRow
      id={favouriteDragId(favourite.id)}
      data={{ one }}
      name={name}
      index={index}
      last={last}
      className={classes.row}
      moreLabel={t('move_more_named', { name })}
      onMove={onMove}
      end={
        <ActionIcon
          className={classes.act}
          data-remove
          aria-label={t('favourite_remove_named', { name })}
          loading={busy}
          onClick={() => void remove()}
        >
          <IconX size={17} stroke={1.75} />
        </ActionIcon>
      }
    >
      <FilmRow film={film} />
    </SortableRow>
  )
}

/** After a row is removed, focuses the row that takes its place, or the previous one if it was the last. */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef({ count, index: -1 })
  useEffect(() => {
    const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const { index } = before.current
    if (count < before.current.count && index >= 0 && document.activeElement === document.body) {
      const goal = buttons()[Math.min(index, buttons().length - 1)] ?? document.getElementById('favourites-chosen')
      goal?.focus()
    }
    before.current = { count, index: -1 }
    const remember = (event: MouseEvent | KeyboardEvent) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-remove]') : null
      before.current.index = button ? buttons().indexOf(button) : -1
    }
    const element = list.current
    element?.addEventListener('click', remember)
    return () => element?.removeEventListener('click', remember)
  }, [count])
  return list
}
