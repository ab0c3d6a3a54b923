import type { LoopItem, LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import {
  IconExchange,
  IconLayoutRows,
  IconPencil,
  IconPhoto,
  IconPhotoPlus,
  IconVideo,
  IconVideoPlus,
  IconX,
} from '@tabler/icons-react'
import { duration } from '../../../core/i18n/format.ts'
import { languages, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { MenuItem } from '../../../ui/overlay/Menu.tsx'
import { SortableKeys } from '../../../ui/sortable/SortableKeys.tsx'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { SortableRow } from '../../../ui/sortable/SortableRow.tsx'
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
  const total = items.length
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
        <>
          <SortableList
            rows={items.map(({ id, title }) => ({ id, name: title }))}
            onMove={(from, to) => void loop.move(from, to)}
          >
            {(move) => (
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
            )}
          </SortableList>
          <SortableKeys />
        </>
      )}
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
  const { title: name } = item
  const Picture = pictures[item.kind]
  const other = item.video_types.find((type) => type !== item.video_type)
  const kindText = item.is_missing
    ? t('loop_film_missing')
    : item.kind === 'film'
      ? t(item.video_type === 'interactive' ? 'loop_kind_interactive' : 'loop_kind_narrated')
      : t(`loop_kind_${item.kind}`)
  return (
    <SortableRow
      id={item.id}
      name={name}
      index={index}
      last={last}
      isCurrent={isCurrent}
      className={classes.row}
      moreLabel={t('loop_more_named', { name })}
      onMove={onMove}
      acts={
        item.kind === 'menu' ? (
          <MenuItem icon={<IconPencil size={17} stroke={1.75} aria-hidden />} onClick={() => onEditMenu(item.id)}>
            {t('menu_edit')}
          </MenuItem>
        ) : other ? (
          <MenuItem
            icon={<IconExchange size={17} stroke={1.75} aria-hidden />}
            onClick={() => void loop.changeItem({ id: item.id, video_type: other })}
          >
            {t(`loop_become_${other}`)}
          </MenuItem>
        ) : null
      }
      end={
        <ActionIcon aria-label={t('loop_remove_named', { name })} onClick={() => onRemove(item)}>
          <IconX size={17} stroke={1.75} />
        </ActionIcon>
      }
    >
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
    </SortableRow>
  )
}
