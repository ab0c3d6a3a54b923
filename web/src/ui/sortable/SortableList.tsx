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
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'

/**
 * A list whose rows (SortableRow) people arrange. `rows` are the ids and names in their order; what is moved is announced.
 */
export function SortableList({
  rows,
  onMove,
  children,
}: {
  rows: readonly { id: string | number; name: string }[]
  onMove: (from: number, to: number) => void
  /** Gets the function that a row calls to be moved. */
  children: (move: (from: number, to: number) => void) => ReactNode
}) {
  const t = useTexts()
  const [said, setSaid] = useState('')
  const lifted = useRef(false)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const total = rows.length
  const placeOf = (id: string | number | undefined) => rows.findIndex((row) => row.id === id) + 1
  const nameOf = (id: string | number) => rows.find((row) => row.id === id)?.name ?? ''
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (!row || from === to || to < 0 || to >= total) return
    onMove(from, to)
    setSaid(t('drag_dropped', { name: row.name, place: to + 1, total }))
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(placeOf(active.id) - 1, placeOf(over.id) - 1)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t('drag_instructions') },
        announcements: {
          onDragStart: ({ active }) => {
            lifted.current = true
            return t('drag_lifted', { name: nameOf(active.id), place: placeOf(active.id), total })
          },
          onDragOver: ({ active, over }) => {
            // The first position is its own and has already been announced.
            const isFirst = lifted.current
            lifted.current = false
            if (isFirst || !over) return undefined
            return t('drag_over', { name: nameOf(active.id), place: placeOf(over.id), total })
          },
          onDragEnd: () => undefined,
          onDragCancel: ({ active }) =>
            t('drag_cancelled', { name: nameOf(active.id), place: placeOf(active.id), total }),
        },
      }}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children(move)}
      </SortableContext>
      <output className="visually-hidden" aria-live="polite">
        {said}
      </output>
    </DndContext>
  )
}
