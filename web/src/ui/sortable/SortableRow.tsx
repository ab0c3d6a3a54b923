import { IconDotsVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../core/i18n/i18n.ts'
import { Menu } from '../overlay/Menu.tsx'
import { PlaceItems } from './PlaceItems.tsx'
import classes from './SortableRow.module.css'
import { useSortableItem } from './useSortableItem.tsx'

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
  isNumbered = true,
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
  /** Shows the place of the row. */
  isNumbered?: boolean
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
  const { number } = useFormat()
  const { box, handle } = useSortableItem(id, name, data)
  return (
    <li {...box} className={className} data-current={isCurrent || undefined}>
      {handle}
      {isNumbered ? (
        <span className={`${classes.place} num`} aria-hidden>
          {number(index + 1)}
        </span>
      ) : null}
      {children}
      {last > 0 || acts ? (
        <Menu
          className={classes.more ?? ''}
          label={moreLabel}
          trigger={<IconDotsVertical size={17} stroke={1.75} aria-hidden />}
        >
          {acts}
          <PlaceItems index={index} last={last} onMove={onMove} />
        </Menu>
      ) : null}
      {end}
    </li>
  )
}
