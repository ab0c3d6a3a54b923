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
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { languageName, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { useTopDialog } from '../../../ui/overlay/open-dialogs.ts'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { FilmPicker } from './FilmPicker.tsx'
import classes from './Films.module.css'
import type { ShareFilm } from '../share.ts'

/** What the rows of the list carry beside the film. */
export interface FilmListParts {
  /** Stands above the list, beside the button that adds films. */
  lead: ReactNode
  /** The names of the columns. With them a row shows the picture of its film only, because its fields name it. */
  columns?: ReactNode
  /** The fields of a row, in the columns. */
  renderFields: (film: ShareFilm) => ReactNode
  /** More entries of a row's menu. */
  renderMenu: (film: ShareFilm) => ReactNode
  /** Stands at the end of the last line. */
  total?: ReactNode
}

/** Lists the films of a send in order, one line each: moved by drag handle, keys or the menu; removed and added. */
export function FilmList({
  films,
  languageId,
  error,
  parts: { lead, columns, renderFields, renderMenu, total },
  onChange,
}: {
  films: readonly ShareFilm[]
  languageId: number
  error?: string | undefined
  parts: FilmListParts
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
        {lead}
        <Button
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
          <div className={classes.table} data-columns={columns ? true : undefined}>
            {columns && films.length > 0 ? (
              <div className={classes.columns} data-single={films.length === 1 || undefined} aria-hidden>
                <span className={classes.filmColumn}>{t('share_film')}</span>
                {columns}
              </div>
            ) : null}
            <ol>
              {films.map((film, index) => (
                <Row
                  key={film.part_id}
                  film={film}
                  languageId={languageId}
                  fields={renderFields(film)}
                  menu={renderMenu(film)}
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
            {films.length === 0 ? <p className={classes.none}>{t('share_no_films')}</p> : null}
            <div className={classes.foot}>
              <span id={id}>
                {t('films')} {t('share_films_of', { count: films.length, most: mostFilms })}
              </span>
              {total}
            </div>
          </div>
        </SortableContext>
      </DndContext>
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
  fields,
  menu,
  index,
  last,
  onMove,
  onRemove,
}: {
  film: ShareFilm
  languageId: number
  fields: ReactNode
  menu: ReactNode
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
      <div className={classes.film}>
        <FilmRow film={film} language={languageName(languageId)} />
      </div>
      <div className={classes.fields}>{fields}</div>
      <div className={classes.acts}>
        <Menu
          label={t('more_for_named', { name })}
          className={classes.more ?? ''}
          trigger={<IconDotsVertical size={17} stroke={1.75} aria-hidden />}
        >
          {menu}
          {index > 0 ? (
            <MenuItem
              icon={<IconArrowUp size={17} stroke={1.75} aria-hidden />}
              onClick={() => onMove(index, index - 1)}
            >
              {t('move_up')}
            </MenuItem>
          ) : null}
          {index < last ? (
            <MenuItem
              icon={<IconArrowDown size={17} stroke={1.75} aria-hidden />}
              onClick={() => onMove(index, index + 1)}
            >
              {t('move_down')}
            </MenuItem>
          ) : null}
        </Menu>
        <ActionIcon
          size="sm"
          aria-label={t('share_remove_named', { name })}
          title={t('share_remove')}
          onClick={onRemove}
        >
          <IconX size={17} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}
