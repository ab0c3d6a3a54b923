import type { MenuItem as Item, MenuSection } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { IconArrowDown, IconArrowUp, IconDots, IconMovie, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { useBoardFormat } from '../board/board-format.ts'
import { DayPartFields } from './DayPartFields.tsx'
import classes from './Loop.module.css'
import { amountOf, typedAmount } from './menu-draft.ts'
import { useLibraryFilms } from './useLoop.ts'

/** A section of a menu with its items, of which one is open at a time. */
export function MenuSectionCard({
  section,
  open,
  onOpen,
  onAdd,
  onName,
  onItem,
  onMove,
  onRemoveItem,
  onRemove,
}: {
  section: MenuSection
  /** Key of the open item. */
  open: string | null
  onOpen: (key: string | null) => void
  onAdd: () => void
  onName: (name: string) => void
  onItem: (index: number, next: Item) => void
  onMove: (index: number, by: -1 | 1) => void
  onRemoveItem: (index: number) => void
  onRemove: () => void
}) {
  const t = useTexts()
  const [name, setName] = useState(section.name)
  return (
    <section className={classes.box} aria-label={section.name}>
      <header className={classes.head}>
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
        <span className={classes.count}>{t('menu_items_count', { count: section.items.length })}</span>
        <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={onAdd}>
          {t('menu_add_item')}
        </Button>
        <Button
          size="xs"
          variant="danger-subtle"
          aria-label={t('menu_remove_section_named', { name: section.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </Button>
      </header>
      <ul className={classes.rows}>
        {section.items.map((item, i) => (
          <li key={item.key}>
            {open === item.key ? (
              <OpenItem item={item} onChange={(next) => onItem(i, next)} onDone={() => onOpen(null)} />
            ) : (
              <ClosedItem
                item={item}
                onChange={(next) => onItem(i, next)}
                onOpen={() => onOpen(item.key)}
                onMove={(by) => onMove(i, by)}
                onRemove={() => onRemoveItem(i)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClosedItem({
  item,
  onChange,
  onOpen,
  onMove,
  onRemove,
}: {
  item: Item
  onChange: (next: Item) => void
  onOpen: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const t = useTexts()
  const films = useLibraryFilms()
  const film = films.data?.find(({ part_id }) => part_id === item.part_id)
  return (
    <div className={classes.row}>
      <span className={classes.words}>
        <span className={classes.name}>{item.name}</span>
        <span className={classes.line}>{[item.note, item.unit].filter(Boolean).join(' · ') || t('menu_no_note')}</span>
      </span>
      <span className={classes.itemFilm}>
        {film ? (
          <>
            <IconMovie size={16} stroke={1.75} aria-hidden /> {film.part_name}
          </>
        ) : null}
      </span>
      <span className={classes.itemWhen}>{t(`menu_available_${item.available.kind}`)}</span>
      <PriceField item={item} onChange={onChange} hidden />
      <Menu
        className={classes.more ?? ''}
        label={t('loop_more_named', { name: item.name })}
        trigger={<IconDots size={17} stroke={1.75} aria-hidden />}
      >
        <MenuItem icon={<IconPencil size={17} stroke={1.75} aria-hidden />} onClick={onOpen}>
          {t('menu_edit')}
        </MenuItem>
        <MenuItem icon={<IconArrowUp size={17} stroke={1.75} aria-hidden />} onClick={() => onMove(-1)}>
          {t('move_up')}
        </MenuItem>
        <MenuItem icon={<IconArrowDown size={17} stroke={1.75} aria-hidden />} onClick={() => onMove(1)}>
          {t('move_down')}
        </MenuItem>
        <MenuItem danger icon={<IconTrash size={17} stroke={1.75} aria-hidden />} onClick={onRemove}>
          {t('menu_remove_item')}
        </MenuItem>
      </Menu>
    </div>
  )
}

function OpenItem({ item, onChange, onDone }: { item: Item; onChange: (next: Item) => void; onDone: () => void }) {
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
