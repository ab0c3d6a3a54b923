import { useSortable } from '@dnd-kit/sortable'
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconGripVertical,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { Menu, MenuItem } from '../overlay/Menu.tsx'
import classes from './SortableRow.module.css'

/**
 * A row of a list that people arrange: it is moved by its handle, with pointer or keys, or from its menu. Stands in a
 * SortableContext (see SortableList).
 */
export function SortableRow({
  id,
  data,
  name,
  index,
  last,
  isCurrent = false,
  className,
  moreLabel,
  acts,
  end,
  onMove,
  children,
}: {
  id: string | number
  /** What the drop reads of the row. */
  data?: Record<string, unknown>
  /** What people call the row. */
  name: string
  /** From 0. */
  index: number
  /** The index of the last row. */
  last: number
  isCurrent?: boolean
  className?: string | undefined
  /** The name of the menu. */
  moreLabel: string
  /** Items of the menu before those that move the row. */
  acts?: ReactNode
  /** What follows the menu. */
  end?: ReactNode
  onMove: (from: number, to: number) => void
  children: ReactNode
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    ...(data ? { data } : {}),
  })
  const places = [
    { to: 0, label: 'move_to_start', Sign: IconArrowBarToUp, off: index === 0 },
    { to: index - 1, label: 'move_up', Sign: IconArrowUp, off: index === 0 },
    { to: index + 1, label: 'move_down', Sign: IconArrowDown, off: index === last },
    { to: last, label: 'move_to_end', Sign: IconArrowBarToDown, off: index === last },
  ].filter(({ off }) => !off)
  return (
    <li
      ref={setNodeRef}
      className={className}
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
      {children}
      {places.length > 0 || acts ? (
        <Menu
          className={classes.more ?? ''}
          label={moreLabel}
          trigger={<IconDotsVertical size={17} stroke={1.75} aria-hidden />}
        >
          {acts}
          {places.map(({ to, label, Sign }) => (
            <MenuItem key={label} icon={<Sign size={17} stroke={1.75} aria-hidden />} onClick={() => onMove(index, to)}>
              {t(label)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {end}
    </li>
  )
}
