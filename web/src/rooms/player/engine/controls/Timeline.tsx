import { TimeSlider } from '@videojs/react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { duration as timeText } from '../../../../core/i18n/format.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useEngine } from '../context.ts'
import { backBy, forwardBy } from './keys.ts'
import { usePlayer } from '../sources/player.ts'
import { framesPerSecond, segmentOf } from '../steps/segments.ts'
import { type CutOut, cutOutAt } from '../sources/sprite.ts'
import { useCutOuts } from '../sources/useCutOuts.ts'
import classes from './Timeline.module.css'

interface Part {
  start: number
  end: number
  title: string
}

/**
 * Renders the timeline, divided into the chapters of a narrated film or the steps of an interactive one. Never
 * mirrored.
 */
export function Timeline() {
  const t = useTexts()
  const { film, machine } = useEngine()
  const player = usePlayer()
  const { currentTime, duration, buffered } = usePlayer((s) => ({
    currentTime: s.currentTime,
    duration: s.duration,
    buffered: s.buffered,
  }))
  const root = useRef<HTMLDivElement>(null)
  const length = duration || film.sources.duration
  const parts = useMemo(() => partsOf(film, length), [film, length])
  const cutOuts = useCutOuts(film.thumbnails)
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState(false)
  const clock = machine?.clock

  // Writes the style directly, so that the thumb does not wait for React at every frame.
  useEffect(
    () =>
      clock?.watch((second) =>
        root.current?.style.setProperty('--at', length > 0 ? `${(second / length) * 100}%` : '0%'),
      ),
    [clock, length],
  )

  const point = (event: PointerEvent) => {
    const box = root.current?.getBoundingClientRect()
    if (box) setPointed(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * length)
  }
  /** The arrow keys jump as elsewhere in the player. */
  const jump = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? forwardBy : event.key === 'ArrowLeft' ? -backBy : 0
    if (by === 0 || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    void player.seek(currentTime + by)
  }

  const loaded = buffered.find(([start, end]) => start <= currentTime + 0.1 && currentTime <= end)?.[1] ?? 0
  const previewed = pointed ?? (focused ? currentTime : null)
  const chapter = parts.findLast(({ start }) => start <= currentTime)?.title
  return (
    <div className={classes.wrap} dir="ltr" onKeyDownCapture={jump}>
      <TimeSlider.Root
        ref={root}
        className={classes.root}
        label={t('film_timeline')}
        style={{ '--loaded': length > 0 ? `${(loaded / length) * 100}%` : '0%' } as CSSProperties}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
        onLostPointerCapture={(event) => {
          if (event.pointerType === 'touch') setPointed(null)
        }}
      >
        {parts.map(({ start, end }) => (
          <span
            key={start}
            className={classes.part}
            style={
              {
                left: `${(start / length) * 100}%`,
                width: `calc(${((end - start) / length) * 100}% - ${end < length ? 3 : 0}px)`,
                '--from': `${(start / length) * 100}%`,
                '--share': (end - start) / length,
              } as CSSProperties
            }
          >
            <i className={classes.loaded} />
            <i className={classes.played} />
          </span>
        ))}
        <TimeSlider.Thumb
          className={classes.thumb}
          aria-valuetext={valueText(t, currentTime, length, chapter)}
          onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
          onBlur={() => setFocused(false)}
        />
        {previewed !== null && length > 0 && (
          <Preview second={previewed} share={previewed / length} parts={parts} cutOut={cutOutAt(cutOuts, previewed)} />
        )}
      </TimeSlider.Root>
    </div>
  )
}

interface PreviewProps {
  second: number
  share: number
  parts: readonly Part[]
  cutOut: CutOut | null
}

function Preview({ second, share, parts, cutOut }: PreviewProps) {
  const title = parts.findLast(({ start }) => start <= second)?.title
  return (
    <div className={classes.preview} style={{ '--share': share } as CSSProperties} aria-hidden="true">
      {cutOut && (
        <span
          className={classes.picture}
          style={{
            width: cutOut.width,
            height: cutOut.height,
            backgroundImage: `url("${cutOut.url}")`,
            backgroundPosition: `${-cutOut.x}px ${-cutOut.y}px`,
          }}
        />
      )}
      <span className={classes.previewText}>
        <b>{timeText(Math.floor(second))}</b>
        {title && <span dir="auto">{title}</span>}
      </span>
    </div>
  )
}

function valueText(
  t: ReturnType<typeof useTexts>,
  second: number,
  length: number,
  chapter: string | undefined,
): string {
  const values = { time: timeText(Math.floor(second)), duration: timeText(length) }
  return chapter ? t('film_time_of_chapter', { ...values, chapter }) : t('film_time_of', values)
}

/** A single segment, if the film has neither chapters nor steps. */
function partsOf({ kind, chapters, buttons }: ReturnType<typeof useEngine>['film'], length: number): Part[] {
  const starts =
    kind === 'narrated'
      ? chapters
      : buttons.flatMap((button) => {
          const segment = segmentOf(button)
          return segment ? [{ start: segment.start / framesPerSecond, title: button.title }] : []
        })
  const inOrder = starts.filter(({ start }) => start < length).toSorted((a, b) => a.start - b.start)
  if (inOrder[0]?.start !== 0) inOrder.unshift({ start: 0, title: '' })
  return inOrder
    .map(({ start, title }, i) => ({ start, end: inOrder[i + 1]?.start ?? length, title }))
    .filter((p) => p.end > p.start)
}
