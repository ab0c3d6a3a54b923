import type { LoopItem } from '@cutaway/contract/rooms/signage/loops.ts'
import { BoardLayout, boardOf, type MenuBoard } from '@cutaway/contract/full/rooms/signage/menu-board.ts'
import type { DigitalMenu } from '@cutaway/contract/rooms/signage/digital-menus.ts'
import { IconChevronLeft, IconChevronRight, IconPlus, IconRowInsertBottom } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../../core/session.ts'
import { toast } from '../../../../core/toast.ts'
import { QueryState } from '../../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../../../ui/form/Button.tsx'
import { Textarea, TextInput } from '../../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../../ui/form/SegmentedControl.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { SortableList } from '../../../../ui/sortable/SortableList.tsx'
import { Board, boardPageCount, type BoardShape } from '../../board/Board.tsx'
import { useLocalMoment } from '../../board/useLocalMoment.ts'
import classes from '../Loop.module.css'
import { SaveSign } from '../SaveSign.tsx'
import { MenuSectionCard } from './MenuSectionCard.tsx'
import {
  itemInSection,
  movedItem,
  movedSection,
  newItem,
  newSection,
  withItem,
  withoutItem,
  withoutSection,
  withSection,
} from './menu-draft.ts'
import { MenuScreens } from './MenuScreens.tsx'
import { useLibraryFilms, useWallPlan } from '../useLoop.ts'
import { useMenu, useMenuSave } from './useMenus.ts'

/** Edits a digital menu, with the board of the wall beside it. Everything is saved by itself. */
export default function MenuEditor({
  item,
  locationId,
  onClose,
}: {
  item: LoopItem
  locationId: number | null
  onClose: () => void
}) {
  const t = useTexts()
  const menu = useMenu(item.id)
  return (
    <QueryState query={menu} failed={t('menu_not_loaded')} waiting={<SkeletonRows rows={6} />}>
      {(data) => <Editor menu={data} locationId={locationId} onClose={onClose} />}
    </QueryState>
  )
}

function Editor({ menu, locationId, onClose }: { menu: DigitalMenu; locationId: number | null; onClose: () => void }) {
  const t = useTexts()
  const [title, setTitle] = useState(menu.image_video_title)
  const [content, setContent] = useState(menu.digital_menu_content)
  const [open, setOpen] = useState<string | null>(null)
  const save = useMenuSave(menu.id, menu.is_display_digital_menu)
  const board = boardOf(content)
  const write = (next: { title?: string; content?: string }) => {
    const draft = { title: next.title ?? title, content: next.content ?? content }
    setTitle(draft.title)
    setContent(draft.content)
    // A menu without a title is not saved; the field says so.
    if (draft.title.trim() !== '') save.change(draft)
  }
  const change = (next: MenuBoard) => write({ content: JSON.stringify(next) })
  const addItem = (s: number) => {
    if (!board) return
    const item = newItem(t('menu_new_item'))
    const sections = board.sections.length > 0 ? board : { ...board, sections: [newSection(t('menu_new_section'))] }
    change(withSection(sections, s, (section) => ({ ...section, items: [...section.items, item] })))
    setOpen(item.key)
  }
  /** What is removed can be brought back from the toast. */
  const remove = (next: MenuBoard) => {
    const before = content
    change(next)
    toast('menu_part_removed', { action: { label: 'undo', run: () => write({ content: before }) } })
  }
  const plan = useWallPlan(locationId)
  return (
    <>
      <div className={classes.back}>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconChevronLeft size={16} stroke={1.75} className={classes.flip} aria-hidden />}
          onClick={onClose}
        >
          {t('nav_looped')}
        </Button>
      </div>
      <PageHeader
        title={title.trim() || menu.image_video_title}
        subtitle={t('menu_subtitle')}
        actions={
          <>
            <SaveSign state={save.state} onRetry={save.saveNow} />
            {board ? (
              <>
                <Button
                  leftSection={<IconRowInsertBottom size={16} stroke={1.75} aria-hidden />}
                  onClick={() => change({ ...board, sections: [...board.sections, newSection(t('menu_new_section'))] })}
                >
                  {t('menu_add_section')}
                </Button>
                <Button
                  variant="filled"
                  leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                  onClick={() => addItem(Math.max(0, board.sections.length - 1))}
                >
                  {t('menu_add_item')}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <div className={classes.editor}>
        <div className={classes.stack}>
          {board ? (
            <fieldset className={classes.layouts}>
              <legend className="visually-hidden">{t('menu_layout')}</legend>
              {BoardLayout.options.map((layout) => (
                <label key={layout} className={classes.layout}>
                  <input
                    type="radio"
                    name="menu-layout"
                    checked={board.layout === layout}
                    onChange={() => change({ ...board, layout })}
                  />
                  <span className={classes.drawing} data-layout={layout} aria-hidden />
                  <span>{t(`menu_layout_${layout}`)}</span>
                </label>
              ))}
            </fieldset>
          ) : null}
          <section className={classes.box}>
            <div className={classes.fields}>
              <TextInput
                label={t('menu_title')}
                value={title}
                maxLength={100}
                error={title.trim() === '' ? t('loop_title_missing') : undefined}
                onChange={({ currentTarget: { value } }) => write({ title: value })}
              />
              {board ? (
                <TextInput
                  label={t('menu_footnote')}
                  value={board.footnote}
                  maxLength={120}
                  onChange={({ currentTarget: { value } }) => change({ ...board, footnote: value })}
                />
              ) : (
                <Textarea
                  label={t('menu_text')}
                  description={t('menu_text_hint')}
                  rows={10}
                  value={content}
                  onChange={({ currentTarget: { value } }) => write({ content: value })}
                />
              )}
            </div>
          </section>
          {board ? (
            <SortableList
              rows={board.sections.map(({ key, name }) => ({ id: key, name }))}
              onMove={(from, to) => change(movedSection(board, from, to))}
            >
              {(move) =>
                board.sections.map((section, s) => (
                  <MenuSectionCard
                    key={section.key}
                    menuId={menu.id}
                    section={section}
                    index={s}
                    sections={board.sections}
                    open={open}
                    onOpen={setOpen}
                    onAdd={() => addItem(s)}
                    onName={(name) => change(withSection(board, s, (one) => ({ ...one, name })))}
                    onItem={(i, next) => change(withItem(board, s, i, () => next))}
                    onMove={move}
                    onMoveItem={(from, to) => change(movedItem(board, s, from, to))}
                    onPlace={(i, target) => change(itemInSection(board, s, i, target))}
                    onRemoveItem={(i) => remove(withoutItem(board, s, i))}
                    onRemove={() => remove(withoutSection(board, s))}
                  />
                ))
              }
            </SortableList>
          ) : null}
        </div>
        <Wall
          title={title}
          content={content}
          board={board}
          place={{
            business_name: plan.data?.business_name ?? '',
            logo_url: plan.data?.logo_url ?? null,
            phone: plan.data?.location.phone ?? '',
          }}
          timeZone={plan.data?.location.time_zone ?? 'UTC'}
          seconds={plan.data?.banner_duration ?? 5}
        >
          <MenuScreens title={menu.image_video_title} locationId={locationId} />
        </Wall>
      </div>
    </>
  )
}

/** The board of the wall in small, with what is typed now. */
function Wall({
  title,
  content,
  board,
  place,
  timeZone,
  seconds,
  children,
}: {
  title: string
  content: string
  board: MenuBoard | null
  place: { business_name: string; logo_url: string | null; phone: string }
  timeZone: string
  seconds: number
  /** What follows the board. */
  children: ReactNode
}) {
  const t = useTexts()
  const { web_site } = useSignedIn()
  const films = useLibraryFilms()
  const [shape, setShape] = useState<BoardShape>('landscape')
  const [page, setPage] = useState(0)
  const moment = useLocalMoment(timeZone)
  const menu = {
    id: 0,
    title,
    layout: board?.layout ?? ('panel' as const),
    footnote: board?.footnote ?? '',
    sections: board?.sections ?? [],
    // Free text is shown as text here; the server sanitises what the wall shows.
    html: board ? null : escaped(content),
    currency: web_site.currency,
    films: films.data ? films.data.map((film) => ({ ...film, title: film.part_name })) : [],
  }
  const total = boardPageCount(menu, moment, shape)
  const at = page % total
  return (
    <aside className={classes.side} aria-labelledby="menu-wall">
      <header className={classes.wallHead}>
        <h2 id="menu-wall">{t('menu_on_wall')}</h2>
        <SegmentedControl
          label={t('menu_shape')}
          segments={[
            { value: 'landscape', label: t('menu_landscape') },
            { value: 'portrait', label: t('menu_portrait') },
          ]}
          value={shape}
          onChange={setShape}
        />
      </header>
      <div className={classes.wall} data-shape={shape}>
        <Board menu={menu} place={place} shape={shape} page={at} moment={moment} />
      </div>
      <div className={classes.now}>
        <span className={classes.line}>
          {total > 1
            ? t('menu_page_turns', { page: at + 1, total, count: seconds })
            : t('menu_page', { page: at + 1, total })}
        </span>
        {total > 1 ? (
          <div className={classes.controls}>
            <ActionIcon aria-label={t('menu_page_back')} onClick={() => setPage((at + total - 1) % total)}>
              <IconChevronLeft size={17} stroke={1.75} className={classes.flip} />
            </ActionIcon>
            <ActionIcon aria-label={t('menu_page_next')} onClick={() => setPage((at + 1) % total)}>
              <IconChevronRight size={17} stroke={1.75} className={classes.flip} />
            </ActionIcon>
          </div>
        ) : null}
      </div>
      {children}
    </aside>
  )
}

function escaped(html: string): string {
  const text = document.createElement('p')
  text.textContent = new DOMParser().parseFromString(html, 'text/html').body.textContent
  return text.outerHTML
}
