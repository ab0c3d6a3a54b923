import {
  type Active,
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  type Over,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconCloudCheck, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { pageCount } from '../../ui/table/paging.ts'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { FilmRow } from '../catalogue/FilmRow.tsx'
import classes from './Arrange.module.css'
import { AvailableFilms } from './AvailableFilms.tsx'
import { ChosenFilms } from './ChosenFilms.tsx'
import type { SaveState } from './delayed-save.ts'
import { arrowKeys, availableZone, chosenZone, dropPlace, isFavouriteDrag } from './drag.ts'
import { firstSize } from './list-size.ts'
import { type Chosen, useArrange, useAvailableFilms } from './useArrange.ts'
import { useFilmName } from './useFilmName.ts'

/** The dragged item: a film to add, or a favourite to move. */
const filmOf = ({ data }: Active): FilmTile | undefined =>
  (data.current?.['film'] as FilmTile | undefined) ?? (data.current?.['one'] as Chosen | undefined)?.film

/** Shows two lists: the available films, and the favourites in the user's order. The order is saved automatically. */
export default function FavouritesSettingsPage() {
  const t = useTexts()
  const films = useAvailableFilms()
  const arrange = useArrange(films.data)
  const { chosen, favourites } = arrange
  const error = films.error ?? favourites.error
  return (
    <>
      <PageHeader title={t('nav_favourites')} subtitle={t('favourites_settings_text')} />
      {films.data && chosen ? <Lists films={films.data} chosen={chosen} arrange={arrange} /> : null}
      {!chosen && error ? (
        <ErrorState
          title={t('favourites_not_loaded')}
          error={error}
          busy={films.isFetching || favourites.isFetching}
          onRetry={() => void Promise.all([films.refetch(), favourites.refetch()])}
        />
      ) : null}
      {!chosen && !error ? (
        <div className={classes.lists}>
          <div className={classes.box}>
            <SkeletonRows rows={6} />
          </div>
          <div className={classes.box}>
            <SkeletonRows rows={6} />
          </div>
        </div>
      ) : null}
    </>
  )
}

function Lists({
  films,
  chosen,
  arrange,
}: {
  films: readonly FilmTile[]
  chosen: readonly Chosen[]
  arrange: ReturnType<typeof useArrange>
}) {
  const t = useTexts()
  const nameOf = useFilmName()
  const [dragged, setDragged] = useState<Active | null>(null)
  const lifted = useRef(false)
  const [said, setSaid] = useState('')
  const [wantedPage, setPage] = useState(1)
  const [size, setSize] = useState(firstSize)
  const page = Math.min(wantedPage, pageCount(chosen.length, size))
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: arrowKeys }),
  )
  const total = chosen.length
  const indexOf = (id: Over['id']) => chosen.findIndex(({ favourite }) => `favourite ${favourite.id}` === id)

  const move = (from: number, to: number) => {
    const one = chosen[from]
    if (!one || from === to) return
    arrange.move(from, to)
    // Keeps the row visible.
    setPage(Math.floor(to / size) + 1)
    setSaid(t('drag_dropped', { name: nameOf(one.film), place: to + 1, total }))
  }
  const addAtEnd = async ({ part_id }: FilmTile) => {
    if (await arrange.add(part_id)) setPage(pageCount(total + 1, size))
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    const film = filmOf(active)
    if (!over || !film) return
    const from = indexOf(active.id)
    const to = indexOf(over.id)
    const one = chosen[from]
    if (one && over.id === availableZone) void arrange.remove(one)
    else if (one && to >= 0) move(from, to)
    else if (!one && to >= 0) void arrange.add(film.part_id, chosen[to]?.favourite)
    else if (!one && over.id === chosenZone) void addAtEnd(film)
  }

  const say = (key: string, active: Active, over: Over | null) => {
    const at = over && indexOf(over.id) >= 0 ? indexOf(over.id) : indexOf(active.id)
    const film = filmOf(active)
    if (!film || !isFavouriteDrag(active.id)) return undefined
    return t(key, { name: nameOf(film), place: at + 1, total })
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lifted.current = true
      return say('drag_lifted', active, null)
    },
    onDragOver: ({ active, over }) => {
      // The first position is its own and has already been announced.
      const first = lifted.current
      lifted.current = false
      return first ? undefined : say('drag_over', active, over)
    },
    onDragEnd: ({ active, over }) => say('drag_dropped', active, over),
    onDragCancel: ({ active }) => say('drag_cancelled', active, null),
  }
  const film = dragged && filmOf(dragged)

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dropPlace}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('drag_instructions') } }}
      onDragStart={({ active }) => setDragged(active)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <div className={classes.lists}>
        <AvailableFilms
          films={films}
          isChosen={(partId) => chosen.some(({ film: { part_id } }) => part_id === partId)}
          removing={dragged !== null && isFavouriteDrag(dragged.id)}
          onAdd={addAtEnd}
        />
        <ChosenFilms
          chosen={chosen}
          paging={{
            page,
            size,
            onPage: setPage,
            onSize: (next) => {
              setSize(next)
              setPage(1)
            },
          }}
          adding={dragged !== null && !isFavouriteDrag(dragged.id)}
          saving={<SaveSign state={arrange.state} onRetry={() => void arrange.saveAgain()} />}
          onMove={move}
          onRemove={arrange.remove}
        />
      </div>
      <DragOverlay dropAnimation={null}>
        {film ? (
          <div className={classes.lifted}>
            <FilmRow film={film} />
            <kbd className={classes.esc}>{t('drag_esc')}</kbd>
          </div>
        ) : null}
      </DragOverlay>
      <output className="visually-hidden" aria-live="polite">
        {said}
      </output>
    </DndContext>
  )
}

const signs = {
  waiting: { Sign: IconCloudUp, text: 'saving' },
  saving: { Sign: IconCloudUp, text: 'saving' },
  saved: { Sign: IconCloudCheck, text: 'saved' },
  failed: { Sign: IconCloudX, text: 'not_saved' },
} as const

/** Shows whether the order has been saved. */
function SaveSign({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const t = useTexts()
  const { Sign, text } = state === 'unchanged' ? { Sign: null, text: null } : signs[state]
  return (
    <>
      <output className={classes.saveState} data-state={state} aria-live="polite">
        {Sign ? <Sign size={18} stroke={1.75} aria-hidden /> : null}
        {text ? t(text) : null}
      </output>
      {state === 'failed' ? (
        <Button size="xs" onClick={onRetry}>
          {t('try_again')}
        </Button>
      ) : null}
    </>
  )
}
