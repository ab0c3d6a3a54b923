import { useSortable } from '@dnd-kit/sortable'
import { IconGripVertical } from '@tabler/icons-react'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './SortableRow.module.css'

/** Returns what makes an element movable: the properties of its box, and its handle. */
export function useSortableItem(id: string | number, name: string, data?: Record<string, unknown>) {
  const t = useTexts()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    ...(data ? { data } : {}),
  })
  const box = {
    ref: setNodeRef,
    'data-lifted': isDragging || undefined,
    style: { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition },
  }
  const handle = (
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
  )
  return { box, handle }
}
