import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { imageAtShare, imageForKey, sideOf } from './turn.ts'
import classes from './TurnSlider.module.css'

/**
 * Renders the angle of the vehicle as a slider with one tick per image; a tick is darker once its picture is loaded.
 */
export function TurnSlider({
  image,
  count,
  loaded,
  onTurn,
  onGrab,
}: {
  image: number
  count: number
  loaded: ReadonlySet<number>
  onTurn: (image: number) => void
  /** Called when the user takes hold of the slider; stops any animation. */
  onGrab: () => void
}) {
  const t = useTexts()
  const track = useRef<HTMLDivElement>(null)

  function turnToPointer({ clientX }: PointerEvent) {
    const box = track.current?.getBoundingClientRect()
    if (box?.width) onTurn(imageAtShare((clientX - box.left) / box.width, count))
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onGrab()
    turnToPointer(event)
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) turnToPointer(event)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = imageForKey(event.key, image, count)
    if (next === null) return
    event.preventDefault()
    onTurn(next)
  }

  const at = (number: number) => `${((number - 1) / Math.max(1, count - 1)) * 100}%`
  return (
    <div
      className={classes.slider}
      role="slider"
      tabIndex={0}
      aria-label={t('vehicle_turn')}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={image}
      aria-valuetext={t('vehicle_image_of', { image, images: count, side: t(`vehicle_side_${sideOf(image, count)}`) })}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <div className={classes.track} ref={track}>
        {Array.from({ length: count }, (_, i) => i + 1).map((number) => (
          <i
            key={number}
            className={classes.tick}
            style={{ left: at(number) }}
            data-long={(number - 1) % 5 === 0 || undefined}
            data-here={loaded.has(number) || undefined}
          />
        ))}
        <i className={classes.thumb} style={{ left: at(image) }} />
      </div>
    </div>
  )
}
