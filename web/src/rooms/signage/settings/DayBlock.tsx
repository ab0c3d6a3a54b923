import { lengthOf, type DayPart } from '@cutaway/contract/rooms/signage/day-parts.ts'
import { type CSSProperties, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { clockTime } from './day-words.ts'
import classes from './Schedule.module.css'

/** Minutes by which a block moves. */
const step = 15
const minutesOfDay = 1440

type Times = Pick<DayPart, 'from' | 'to'>

const within = (minute: number) => ((minute % minutesOfDay) + minutesOfDay) % minutesOfDay

/** Returns a part that begins so many minutes later. */
const shifted = ({ from, to }: Times, by: number): Times => ({ from: within(from + by), to: within(to + by) })

/** Returns a part that ends so many minutes later; it keeps a quarter of an hour and at most a day. */
function stretched(times: Times, by: number): Times {
  const length = Math.min(minutesOfDay, Math.max(step, lengthOf(times as DayPart) + by))
  return { from: times.from, to: within(times.from + length) }
}

/**
 * A day part in a column of the calendar. It is dragged to another time, and by its lower edge to another length; with the
 * arrow keys it moves by a quarter of an hour, with Shift its end does.
 */
export function DayBlock({
  name,
  when,
  isItem,
  isChosen,
  dayStart,
  onChoose,
  onChange,
}: {
  name: string
  when: DayPart
  isItem: boolean
  isChosen: boolean
  /** Minute of the day at the top of the column. */
  dayStart: number
  onChoose: () => void
  onChange: (times: Times) => void
}) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const [draft, setDraft] = useState<Times | null>(null)
  const drag = useRef<{ y: number; height: number; isEnd: boolean; moved: boolean } | null>(null)
  const shown = draft ?? when
  const top = within(shown.from - dayStart)
  const length = Math.min(lengthOf(shown as DayPart), minutesOfDay - top)
  const changed = (by: number, isEnd: boolean, times: Times) => (isEnd ? stretched(times, by) : shifted(times, by))
  const commit = () => {
    if (draft && (draft.from !== when.from || draft.to !== when.to)) onChange(draft)
    setDraft(null)
  }
  const style: CSSProperties = {
    insetBlockStart: `${(top / minutesOfDay) * 100}%`,
    blockSize: `${(length / minutesOfDay) * 100}%`,
  }
  return (
    <button
      type="button"
      className={classes.block}
      data-item={isItem || undefined}
      data-night={shown.from >= 1200 || undefined}
      data-moving={draft !== null || undefined}
      aria-pressed={isChosen}
      aria-describedby="schedule-keys"
      style={style}
      onClick={() => {
        // A drag ends with a click.
        if (!drag.current?.moved) onChoose()
        drag.current = null
      }}
      onPointerDown={(event) => {
        const { currentTarget, clientY, pointerType } = event
        // A finger scrolls the calendar.
        if (pointerType === 'touch' || event.button !== 0) return
        const { height } = currentTarget.parentElement!.getBoundingClientRect()
        const isEnd = currentTarget.getBoundingClientRect().bottom - clientY < 10
        drag.current = { y: clientY, height, isEnd, moved: false }
        currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={({ clientY, buttons }) => {
        const at = drag.current
        if (!at || buttons === 0) return
        const by = Math.round((((clientY - at.y) / at.height) * minutesOfDay) / step) * step
        if (by === 0 && !at.moved) return
        at.moved = true
        setDraft(changed(by, at.isEnd, when))
      }}
      onPointerUp={commit}
      onPointerCancel={() => {
        drag.current = null
        setDraft(null)
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowDown' ? step : event.key === 'ArrowUp' ? -step : 0
        if (event.key === 'Escape') setDraft(null)
        if (by === 0) return
        event.preventDefault()
        setDraft(changed(by, event.shiftKey, shown))
      }}
      onKeyUp={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') commit()
      }}
      onBlur={commit}
    >
      <b>{name}</b>
      <span>{t('schedule_times', { from: clockTime(shown.from, locale), to: clockTime(shown.to, locale) })}</span>
    </button>
  )
}
