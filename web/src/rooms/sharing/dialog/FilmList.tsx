import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { mostFilms } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { languageName, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { useTopDialog } from '../../../ui/overlay/open-dialogs.ts'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { FilmPicker } from './FilmPicker.tsx'
import classes from './Films.module.css'
import type { ShareFilm } from '../share.ts'

/**
 * Lists the films of a send in order: moved by drag handle, keys or buttons; removed and added. `renderDetails`
 * returns the fields of a film, which are shown below its name.
 */
export function FilmList({
  films,
  languageId,
  error,
  renderDetails,
  onChange,
}: {
  films: readonly ShareFilm[]
  languageId: number
  error?: string | undefined
  renderDetails?: ((film: ShareFilm) => ReactNode) | undefined
  onChange: (films: readonly ShareFilm[]) => void
}) {
  const t = useTexts()
  const id = useId()
  const [picking, setPicking] = useState(false)
  const [said, setSaid] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (part: UniqueIdentifier) => films.findIndex(({ part_id }) => part_id === part)
  const place = (key: string, part: UniqueIdentifier, to: number) =>
    t(key, { name: films[indexOf(part)]?.part_name ?? '', place: to + 1, total: films.length })
  const move = (from: number, to: number) => {
    const film = films[from]
    if (!film || to < 0 || to >= films.length || from === to) return
    onChange(films.toSpliced(from, 1).toSpliced(to, 0, film))
    setSaid(place('drag_dropped', film.part_id, to))
  }
  const dialog = useTopDialog()
  const announcements: Announcements = {
    onDragStart: ({ active }) => place('drag_lifted', active.id, indexOf(active.id)),
    onDragOver: ({ active, over }) => (over ? place('drag_over', active.id, indexOf(over.id)) : undefined),
    onDragEnd: ({ active, over }) => (over ? place('drag_dropped', active.id, indexOf(over.id)) : undefined),
    onDragCancel: ({ active }) => place('drag_cancelled', active.id, indexOf(active.id)),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(indexOf(active.id), indexOf(over.id))
  }

  return (
    <div className={classes.field} role="group" aria-labelledby={id}>
      <div className={classes.head}>
        <span id={id} className={classes.label}>
          {t('films')}{' '}
          <span className={classes.soft}>{t('share_films_of', { count: films.length, most: mostFilms })}</span>
        </span>
        <Button
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
        >
          {t('share_add_film')}
        </Button>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t('drag_instructions') },
          // Screen readers announce nothing outside an open dialog.
          ...(dialog ? { container: dialog } : {}),
        }}
        onDragEnd={drop}
      >
        <SortableContext items={films.map(({ part_id }) => part_id)} strategy={verticalListSortingStrategy}>
          <ol className={classes.rows}>
            {films.map((film, index) => (
              <Row
                key={film.part_id}
                film={film}
                languageId={languageId}
                details={renderDetails?.(film)}
                index={index}
                last={films.length - 1}
                onMove={move}
                onRemove={() => {
                  onChange(films.filter((one) => one !== film))
                  setSaid(t('share_removed', { name: film.part_name }))
                }}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {films.length === 0 ? <p className={classes.none}>{t('share_no_films')}</p> : null}
      {error ? (
        <p className={classes.error}>
          <FieldError>{error}</FieldError>
        </p>
      ) : null}
      <output className="visually-hidden" aria-live="polite">
        {said}
      </output>
      {picking ? (
        <FilmPicker chosen={films} most={mostFilms} onChange={onChange} onClose={() => setPicking(false)} />
      ) : null}
    </div>
  )
}

function Row({
  film,
  languageId,
  details,
  index,
  last,
  onMove,
  onRemove,
}: {
  film: ShareFilm
  languageId: number
  details: ReactNode
  index: number
  last: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
}) {
  const t = useTexts()
  const { part_id, part_name: name } = film
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: part_id,
  })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-lifted={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <div className={classes.line}>
        {last > 0 ? (
          <button
            ref={setActivatorNodeRef}
            type="button"
            className={classes.handle}
            {...attributes}
            aria-roledescription={undefined}
            aria-label={t('move_named', { name })}
            {...listeners}
          >
            <IconGripVertical size={18} stroke={1.75} aria-hidden />
          </button>
        ) : null}
        <FilmRow film={film} language={languageName(languageId)} />
        {last > 0 ? (
          <>
            <ActionIcon
              aria-label={`${t('move_up')}: ${name}`}
              title={t('move_up')}
              disabled={index === 0}
              onClick={() => onMove(index, index - 1)}
            >
              <IconArrowUp size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`${t('move_down')}: ${name}`}
              title={t('move_down')}
              disabled={index === last}
              onClick={() => onMove(index, index + 1)}
            >
              <IconArrowDown size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </>
        ) : null}
        <ActionIcon aria-label={t('share_remove_named', { name })} title={t('share_remove')} onClick={onRemove}>
          <IconX size={17} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      {details}
    </li>
  )
}
