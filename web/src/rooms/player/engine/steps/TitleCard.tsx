import { useEffect, useRef, useState } from 'react'
import { RatingSign } from '../../related/RatingSign.tsx'
import { useEngine } from '../context.ts'
import classes from './TitleCard.module.css'
import { useLabelTrack } from '../labels/useLabels.ts'

const fade = 0.5

/** Returns the opacity of an element that fades in and out within half a second. */
const strength = (second: number, from: number, to: number) =>
  Math.max(0, Math.min(1, (second - from) / fade, (to - second) / fade))

/** Renders the film's name over its opening, and the rating badges over the states that it shows. */
export function TitleCard() {
  const { film, machine, labelsOn } = useEngine()
  const track = useLabelTrack()
  const card = useRef<HTMLDivElement>(null)
  const [badge, setBadge] = useState<string | null>(null)
  const clock = machine?.clock
  const title = track?.title ?? null

  useEffect(() => {
    if (!clock || !track) return
    return clock.watch((second) => {
      if (card.current && title) card.current.style.opacity = String(strength(second, title.from, title.to))
      setBadge(track.badges.find(({ from, to }) => from <= second && second < to)?.id ?? null)
    })
  }, [clock, track, title, labelsOn])

  if (!labelsOn || !track) return null
  const shown = track.badges.find(({ id }) => id === badge)
  const text = shown && film.badgeTexts[shown.id]
  return (
    <>
      {title && (
        <div className={classes.card} ref={card} style={{ opacity: 0 }} aria-hidden="true">
          <p className={classes.title} dir="auto">
            {film.title}
          </p>
          <p className={classes.subtitle} dir="auto">
            {film.subtitle}
          </p>
        </div>
      )}
      {shown && text && (
        <span
          className={classes.badge}
          dir="auto"
          style={{ left: `${(shown.box.x / track.width) * 100}%`, top: `${(shown.box.y / track.height) * 100}%` }}
        >
          <RatingSign rating={shown.rating} />
          {text}
        </span>
      )}
    </>
  )
}
