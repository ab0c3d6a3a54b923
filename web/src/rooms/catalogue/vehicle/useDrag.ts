import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { dragThreshold, glideOf, imageAfterDrag } from './turn.ts'
import type { Turn } from './useTurn.ts'

interface Drag {
  pointer: number
  x: number
  /** The image at which the drag began. */
  image: number
  moved: boolean
  /** The last moves, for the speed of the release. */
  trail: { x: number; at: number }[]
}

/** Only moves within this time before the release count towards a throw. */
const trailMs = 80

/**
 * Turns the vehicle by mouse, finger or pen on the picture. A press that does not move stays a click on the element
 * below, and a vertical finger movement scrolls the page. `width` is that of the picture in pixels.
 */
export function useDrag(turn: Turn, width: number, count: number) {
  const drag = useRef<Drag | null>(null)
  const dragged = useRef(false)
  const [dragging, setDragging] = useState(false)

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !event.isPrimary) return
    dragged.current = false
    const { pointerId: pointer, clientX: x, timeStamp: at } = event
    drag.current = { pointer, x, image: turn.hold(), moved: false, trail: [{ x, at }] }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (now?.pointer !== event.pointerId) return
    const dx = event.clientX - now.x
    if (!now.moved && Math.abs(dx) < dragThreshold) return
    if (!now.moved) {
      now.moved = true
      dragged.current = true
      setDragging(true)
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    now.trail = [
      ...now.trail.filter(({ at }) => event.timeStamp - at < trailMs),
      { x: event.clientX, at: event.timeStamp },
    ]
    turn.turnTo(imageAfterDrag(now.image, dx, width, count))
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (now?.pointer !== event.pointerId) return
    drag.current = null
    setDragging(false)
    if (!now.moved || event.type === 'pointercancel') return
    const first = now.trail.find(({ at }) => event.timeStamp - at < trailMs)
    const lasted = first ? event.timeStamp - first.at : 0
    if (first && lasted > 0) turn.glide(glideOf((event.clientX - first.x) / lasted, width, count))
  }

  /** Suppresses the click that the browser fires after a drag. */
  function onClickCapture(event: MouseEvent<HTMLElement>) {
    if (!dragged.current) return
    dragged.current = false
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    dragging,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClickCapture },
  }
}
