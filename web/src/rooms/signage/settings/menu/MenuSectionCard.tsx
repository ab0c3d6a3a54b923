import type { MenuItem as Item, MenuSection } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { IconDotsVertical, IconMovie, IconPencil, IconPlus, IconRowInsertBottom, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../../core/session.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../../ui/form/Field.tsx'
import { Menu, MenuItem } from '../../../../ui/overlay/Menu.tsx'
import { PlaceItems } from '../../../../ui/sortable/PlaceItems.tsx'
import { SortableList } from '../../../../ui/sortable/SortableList.tsx'
import { SortableRow } from '../../../../ui/sortable/SortableRow.tsx'
import { useSortableItem } from '../../../../ui/sortable/useSortableItem.tsx'
import { useBoardFormat } from '../../board/board-format.ts'
import { DayPartFields } from '../DayPartFields.tsx'
import classes from '../Loop.module.css'
import { amountOf, typedAmount } from './menu-draft.ts'
import { MenuPicture } from './MenuPicture.tsx'
import { useLibraryFilms } from '../useLoop.ts'

/** A section of a menu with its items, of which one is open at a time. Sections and items are moved by their handles. */
export function MenuSectionCard({
  menuId,
  section,
  index,
  sections,
  open,
  onOpen,
  onAdd,
  onName,
  onItem,
  onMove,
  onMoveItem,
  onPlace,
  onRemoveItem,
  onRemove,
}: {
  menuId: number
  section: MenuSection
  /** From 0. */
  index: number
  /** All sections of the menu. */
  sections: readonly MenuSection[]
  /** Key of the open item. */
  open: string | null
  onOpen: (key: string | null) => void
  onAdd: () => void
  onName: (name: string) => void
  onItem: (index: number, next: Item) => void
  /** Moves the section. */
  onMove: (from: number, to: number) => void
  onMoveItem: (from: number, to: number) => void
  /** Puts an item into another section. */
  onPlace: (index: number, section: number) => void
  onRemoveItem: (index: number) => void
  onRemove: () => void
}) {
  const t = useTexts()
  const [name, setName] = useState(section.name)
  const { box, handle } = useSortableItem(section.key, section.name)
  const { items } = section
  return (
    <section {...box} className={classes.box} aria-label={section.name}>
      <header className={classes.head}>
        {handle}
        <TextInput
          className={classes.grow ?? ''}
          aria-label={t('menu_section_name')}
          value={name}
          maxLength={60}
          error={name.trim() === ''}
          onChange={({ currentTarget: { value } }) => {
            setName(value)
            if (value.trim() !== '') onName(value)
          }}
        />
        <span className={classes.count}>{t('menu_items_count', { count: items.length })}</span>
        <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={onAdd}>
          {t('menu_add_item')}
        </Button>
        <Menu
          className={classes.more ?? ''}
          label={t('loop_more_named', { name: section.name })}
          trigger={<IconDotsVertical size={17} stroke={1.75} aria-hidden />}
        >
          <PlaceItems index={index} last={sections.length - 1} onMove={onMove} />
          <MenuItem danger icon={<IconTrash size={17} stroke={1.75} aria-hidden />} onClick={onRemove}>
            {t('menu_remove_section')}
          </MenuItem>
        </Menu>
      </header>
      <SortableList rows={items.map(({ key, name: label }) => ({ id: key, name: label }))} onMove={onMoveItem}>
        {(move) => (
          <ul className={classes.rows}>
            {items.map((item, i) =>
              open === item.key ? (
                <li key={item.key}>
                  <OpenItem
                    menuId={menuId}
                    item={item}
                    onChange={(next) => onItem(i, next)}
                    onDone={() => onOpen(null)}
                  />
                </li>
              ) : (
                <SortableRow
                  key={item.key}
                  id={item.key}
                  name={item.name}
                  index={i}
                  last={items.length - 1}
                  isNumbered={false}
                  className={classes.row}
                  moreLabel={t('loop_more_named', { name: item.name })}
                  onMove={move}
                  acts={
                    <>
                      <MenuItem
                        icon={<IconPencil size={17} stroke={1.75} aria-hidden />}
                        onClick={() => onOpen(item.key)}
                      >
                        {t('menu_edit')}
                      </MenuItem>
                      {sections.map((other, s) =>
                        s === index ? null : (
                          <MenuItem
                            key={other.key}
                            icon={<IconRowInsertBottom size={17} stroke={1.75} aria-hidden />}
                            onClick={() => onPlace(i, s)}
                          >
                            {t('menu_move_to', { name: other.name })}
                          </MenuItem>
                        ),
                      )}
                      <MenuItem
                        danger
                        icon={<IconTrash size={17} stroke={1.75} aria-hidden />}
                        onClick={() => onRemoveItem(i)}
                      >
                        {t('menu_remove_item')}
                      </MenuItem>
                    </>
                  }
                >
                  <ClosedItem item={item} onChange={(next) => onItem(i, next)} onOpen={() => onOpen(item.key)} />
                </SortableRow>
              ),
            )}
          </ul>
        )}
      </SortableList>
    </section>
  )
}

function ClosedItem({ item, onChange, onOpen }: { item: Item; onChange: (next: Item) => void; onOpen: () => void }) {
  const t = useTexts()
  const films = useLibraryFilms()
  const film = films.data?.find(({ part_id }) => part_id === item.part_id)
  return (
    <>
      <button type="button" className={classes.words} onClick={onOpen}>
        <span className={classes.name}>{item.name}</span>
        <span className={classes.line}>{[item.note, item.unit].filter(Boolean).join(' · ') || t('menu_no_note')}</span>
      </button>
      <span className={classes.itemFilm}>
        {film ? (
          <>
            <IconMovie size={16} stroke={1.75} aria-hidden /> {film.part_name}
          </>
        ) : null}
      </span>
      <span className={classes.itemWhen}>{t(`menu_available_${item.available.kind}`)}</span>
      {item.price.kind === 'from' ? <span className={classes.line}>{t('board_from')}</span> : null}
      <PriceField item={item} onChange={onChange} hidden />
    </>
  )
}

function OpenItem({
  menuId,
  item,
  onChange,
  onDone,
}: {
  menuId: number
  item: Item
  onChange: (next: Item) => void
  onDone: () => void
}) {
  const t = useTexts()
  const films = useLibraryFilms()
  const [name, setName] = useState(item.name)
  const { available } = item
  const kinds = ['always', 'hours', 'out', 'hidden'] as const
  const setKind = (kind: (typeof kinds)[number]) => {
    if (kind === 'hours') {
      const when = { weekdays: [1, 2, 3, 4, 5], from: 480, to: 1080, starts_on: null, ends_on: null }
      onChange({ ...item, available: { kind, when } })
    } else if (kind === 'out') onChange({ ...item, available: { kind, until: null } })
    else onChange({ ...item, available: { kind } })
  }
  return (
    <div className={classes.open}>
      <header className={classes.openHead}>
        <span className={classes.name}>{item.name}</span>
        <Button size="xs" onClick={onDone}>
          {t('menu_done')}
        </Button>
      </header>
      <div className={classes.fields}>
        <TextInput
          label={t('menu_item_name')}
          value={name}
          maxLength={80}
          error={name.trim() === '' ? t('menu_item_name_missing') : undefined}
          onChange={({ currentTarget: { value } }) => {
            setName(value)
            if (value.trim() !== '') onChange({ ...item, name: value })
          }}
        />
        <TextInput
          label={t('menu_item_note')}
          value={item.note}
          maxLength={120}
          onChange={({ currentTarget: { value } }) => onChange({ ...item, note: value })}
        />
        <NativeSelect
          label={t('menu_price_is')}
          data={(['exact', 'from', 'free'] as const).map((kind) => ({ value: kind, label: t(`menu_price_${kind}`) }))}
          value={item.price.kind}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...item,
              price:
                value === 'free'
                  ? { kind: 'free' }
                  : { kind: value as 'exact' | 'from', amount: item.price.kind === 'free' ? 0 : item.price.amount },
            })
          }
        />
        <PriceField item={item} onChange={onChange} />
        <TextInput
          label={t('menu_item_unit')}
          value={item.unit}
          maxLength={60}
          onChange={({ currentTarget: { value } }) => onChange({ ...item, unit: value })}
        />
        <NativeSelect
          label={t('menu_item_film')}
          data={[
            { value: '', label: t('menu_no_film') },
            ...(films.data ?? [])
              .filter(({ video_type }) => video_type === 'narrated')
              .map(({ part_id, part_name }) => ({ value: part_id, label: part_name })),
          ]}
          value={item.part_id ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...item, part_id: value || null })}
        />
        <MenuPicture
          menuId={menuId}
          picture={item.picture}
          film={films.data?.find(({ part_id }) => part_id === item.part_id)}
          onChange={(picture) => onChange({ ...item, picture })}
        />
        <NativeSelect
          label={t('menu_available')}
          data={kinds.map((kind) => ({ value: kind, label: t(`menu_available_${kind}`) }))}
          value={available.kind}
          onChange={({ currentTarget: { value } }) => setKind(value as (typeof kinds)[number])}
        />
        {available.kind === 'out' ? (
          <TextInput
            type="date"
            label={t('menu_out_until')}
            value={available.until ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...item, available: { kind: 'out', until: value || null } })
            }
          />
        ) : null}
      </div>
      {available.kind === 'hours' ? (
        <DayPartFields
          value={available.when}
          onChange={(when) => onChange({ ...item, available: { kind: 'hours', when } })}
        />
      ) : null}
    </div>
  )
}

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** The price as people type it; a wrong one is not saved, so the wall keeps the one before. */
function PriceField({ item, onChange, hidden }: { item: Item; onChange: (next: Item) => void; hidden?: boolean }) {
  const t = useTexts()
  const id = useId()
  const { web_site } = useSignedIn()
  const { price: shown } = useBoardFormat(web_site.currency)
  const { price } = item
  const decimals = decimalsOf(web_site.currency)
  const [typed, setTyped] = useState(() => typedAmount(price, decimals))
  const label = hidden ? { 'aria-label': t('menu_price_of', { name: item.name }) } : { label: t('menu_price') }
  if (price.kind === 'free')
    return <TextInput {...label} className={classes.price ?? ''} value={t('board_free')} readOnly />
  const amount = amountOf(typed, decimals)
  return (
    <TextInput
      {...label}
      id={id}
      className={classes.price ?? ''}
      inputMode="decimal"
      dir="ltr"
      value={typed}
      leftSection={<span className={classes.currency}>{shown(0).replaceAll(/[\d\s.,\u200e\u200f]/g, '')}</span>}
      error={amount === null ? t('menu_price_wrong') : undefined}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const next = amountOf(value, decimals)
        if (next !== null) onChange({ ...item, price: { kind: price.kind, amount: next } })
      }}
    />
  )
}
