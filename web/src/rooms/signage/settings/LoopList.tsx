import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { LoopItem, LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconGripVertical,
  IconKeyboard,
  IconLayoutRows,
  IconPencil,
  IconPhoto,
  IconPhotoPlus,
  IconVideo,
  IconVideoPlus,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { duration } from '../../../core/i18n/format.ts'
import { languages, useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import classes from './Loop.module.css'
import type { Loop } from './useLoop.ts'

/** The own list in its order. Rows are moved by their handles, with pointer or keys, or from their menus. */
export function LoopList({
  settings,
  isPlaying,
  playing,
  loop,
  onImage,
  onVideo,
  onMenu,
  onEditMenu,
  onRemove,
}: {
  settings: LoopSettings
  /** The own list is what the wall plays. */
  isPlaying: boolean
  /** The item of the plan that the preview plays. */
  playing: string | null
  loop: Loop
  onImage: () => void
  onVideo: () => void
  onMenu: () => void
  onEditMenu: (id: number) => void
  onRemove: (item: LoopItem) => void
}) {
  const t = useTexts()
  const { items, banner_duration } = settings
  const [said, setSaid] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const total = items.length
  const placeOf = (id: number | string | undefined) => items.findIndex((item) => item.id === id) + 1
  const nameOf = (id: number | string) => items.find((item) => item.id === id)?.title ?? ''
  const move = (from: number, to: number) => {
    const one = items[from]
    if (!one || from === to || to < 0 || to >= total) return
    void loop.move(from, to)
    setSaid(t('drag_dropped', { name: one.title, place: to + 1, total }))
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(placeOf(active.id) - 1, placeOf(over.id) - 1)
  }
  const seconds = items.reduce((sum, item) => sum + (item.duration ?? banner_duration), 0)
  return (
    <section className={classes.box} aria-labelledby="loop-list">
      <header className={classes.head}>
        <h2 id="loop-list">{t('loop_list')}</h2>
        <span className={classes.count}>{t('loop_list_length', { count: total, time: duration(seconds) })}</span>
        <span className={classes.end}>
          <Button size="xs" leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />} onClick={onImage}>
            {t('loop_image')}
          </Button>
          <Button size="xs" leftSection={<IconVideoPlus size={16} stroke={1.75} aria-hidden />} onClick={onVideo}>
            {t('loop_video')}
          </Button>
          <Button size="xs" leftSection={<IconLayoutRows size={16} stroke={1.75} aria-hidden />} onClick={onMenu}>
            {t('loop_menu')}
          </Button>
        </span>
      </header>
      {isPlaying || total === 0 ? null : <p className={classes.other}>{t('loop_list_rests')}</p>}
      {total === 0 ? (
        <EmptyState icon={IconVideo} title={t('loop_empty')} text={t('loop_empty_text')} />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={{
            screenReaderInstructions: { draggable: t('drag_instructions') },
            announcements: {
              onDragStart: ({ active }) =>
                t('drag_lifted', { name: nameOf(active.id), place: placeOf(active.id), total }),
              onDragOver: ({ active, over }) =>
                over ? t('drag_over', { name: nameOf(active.id), place: placeOf(over.id), total }) : undefined,
              onDragEnd: () => undefined,
              onDragCancel: ({ active }) =>
                t('drag_cancelled', { name: nameOf(active.id), place: placeOf(active.id), total }),
            },
          }}
        >
          <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
            <ol className={classes.rows} data-rests={isPlaying ? undefined : true}>
              {items.map((item, index) => (
                <Row
                  key={item.id}
                  item={item}
                  index={index}
                  last={total - 1}
                  seconds={item.duration ?? banner_duration}
                  isCurrent={playing === `i${item.id}`}
                  loop={loop}
                  onMove={move}
                  onEditMenu={onEditMenu}
                  onRemove={onRemove}
                />
              ))}
            </ol>
          </SortableContext>
          <p className={classes.keys}>
            <IconKeyboard size={17} stroke={1.75} aria-hidden />
            {t('drag_keys')}
          </p>
        </DndContext>
      )}
      <output className="visually-hidden" aria-live="polite">
        {said}
      </output>
    </section>
  )
}

const pictures = { film: IconVideo, image: IconPhoto, video: IconVideo, menu: IconLayoutRows }

function Row({
  item,
  index,
  last,
  seconds,
  isCurrent,
  loop,
  onMove,
  onEditMenu,
  onRemove,
}: {
  item: LoopItem
  index: number
  last: number
  seconds: number
  isCurrent: boolean
  loop: Loop
  onMove: (from: number, to: number) => void
  onEditMenu: (id: number) => void
  onRemove: (item: LoopItem) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { title: name } = item
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  })
  const Picture = pictures[item.kind]
  const places = [
    { to: 0, label: 'move_to_start', Sign: IconArrowBarToUp, off: index === 0 },
    { to: index - 1, label: 'move_up', Sign: IconArrowUp, off: index === 0 },
    { to: index + 1, label: 'move_down', Sign: IconArrowDown, off: index === last },
    { to: last, label: 'move_to_end', Sign: IconArrowBarToDown, off: index === last },
  ].filter(({ off }) => !off)
  const kindText = item.is_missing
    ? t('loop_film_missing')
    : item.kind === 'film'
      ? t(item.video_type === 'interactive' ? 'loop_kind_interactive' : 'loop_kind_narrated')
      : t(`loop_kind_${item.kind}`)
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-lifted={isDragging || undefined}
      data-current={isCurrent || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
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
      <span className={`${classes.place} num`} aria-hidden>
        {number(index + 1)}
      </span>
      <span className={classes.thumb}>
        {item.poster_url ? (
          <img src={item.poster_url} alt="" width={64} height={36} loading="lazy" />
        ) : (
          <Picture size={18} stroke={1.75} aria-hidden />
        )}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.line} data-wrong={item.is_missing || undefined}>
          {[kindText, item.when.length > 0 ? t('loop_has_times') : ''].filter(Boolean).join(' · ')}
        </span>
      </span>
      {item.kind === 'menu' ? (
        <Switch
          className={classes.onWall ?? ''}
          label={t('menu_on_wall')}
          checked={item.is_display_digital_menu === 1}
          onChange={({ currentTarget: { checked } }) => void loop.showMenu(item.id, checked)}
        />
      ) : null}
      {item.kind === 'film' || item.kind === 'video' ? (
        <NativeSelect
          size="xs"
          className={classes.language ?? ''}
          aria-label={t('loop_language_named', { name })}
          data={languages.map(({ language_id, name: label }) => ({ value: String(language_id), label }))}
          value={String(item.language ?? '')}
          onChange={({ currentTarget: { value } }) => void loop.changeItem({ id: item.id, language_id: Number(value) })}
        />
      ) : null}
      <span className={`${classes.time} num`}>{duration(seconds)}</span>
      {places.length > 0 || item.kind === 'menu' ? (
        <Menu
          className={classes.more ?? ''}
          label={t('loop_more_named', { name })}
          trigger={<IconDotsVertical size={17} stroke={1.75} aria-hidden />}
        >
          {item.kind === 'menu' ? (
            <MenuItem icon={<IconPencil size={17} stroke={1.75} aria-hidden />} onClick={() => onEditMenu(item.id)}>
              {t('menu_edit')}
            </MenuItem>
          ) : null}
          {places.map(({ to, label, Sign }) => (
            <MenuItem key={label} icon={<Sign size={17} stroke={1.75} aria-hidden />} onClick={() => onMove(index, to)}>
              {t(label)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      <ActionIcon aria-label={t('loop_remove_named', { name })} onClick={() => onRemove(item)}>
        <IconX size={17} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
