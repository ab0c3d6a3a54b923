import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { sizeFactor, useCaptionStyle } from './caption-style.ts'
import { captionRoom, captionSize, cueAt, piecesOf, spokenWords } from './captions.ts'
import classes from './Captions.module.css'
import { useEngine } from '../context.ts'
import { useCues } from './useCues.ts'
import type { Cue } from './vtt.ts'

/** Renders the captions over the lower part of the film: spoken words white, coming words grey. */
export function Captions({ filmWidth }: { filmWidth: number }) {
  const t = useTexts()
  const { film, machine, captionsOn } = useEngine()
  const { cues, tag, missing } = useCues()
  const { size, colour, ground, place } = useCaptionStyle()
  const factor = sizeFactor[size]
  const room = captionRoom(filmWidth, factor)
  const pieces = useMemo(() => piecesOf(cues, room), [cues, room])
  const [now, setNow] = useState<{ piece: Cue; spoken: number } | null>(null)
  const clock = machine?.clock

  useEffect(() => {
    if (!clock || !captionsOn) return
    return clock.watch((second) => {
      const piece = cueAt(pieces, second)
      const spoken = piece ? spokenWords(piece, second) : 0
      setNow((before) => {
        if (!piece) return null
        return before?.piece === piece && before.spoken === spoken ? before : { piece, spoken }
      })
    })
  }, [clock, captionsOn, pieces])

  const box = useRef<HTMLParagraphElement>(null)
  const piece = now?.piece
  // Balanced lines are narrower than the available width, so the background shrinks to them.
  useLayoutEffect(() => {
    const paragraph = box.current
    if (!paragraph || !captionsOn) return
    paragraph.style.width = ''
    const text = document.createRange()
    text.selectNodeContents(paragraph)
    const { paddingLeft, paddingRight } = getComputedStyle(paragraph)
    const lines = text.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
    paragraph.style.width = `${Math.ceil(lines) + 1}px`
  }, [piece, captionsOn, filmWidth, size, ground])

  if (!captionsOn) return null
  if (missing && film.captions.length > 0)
    return (
      <p className={classes.missing} role="status">
        {t(missing === 'failed' ? 'film_captions_failed' : 'film_captions_none')}
      </p>
    )
  if (!now) return null
  const said = now.piece.words.slice(0, now.spoken)
  const coming = now.piece.words.slice(now.spoken)
  return (
    <div
      className={classes.captions}
      style={{ fontSize: captionSize(filmWidth, factor) }}
      data-captions=""
      data-colour={colour}
      data-ground={ground}
      data-place={place}
    >
      <p ref={box} lang={tag} dir="auto">
        {said.map(({ text }) => text).join('')}
        <i>{coming.map(({ text }) => text).join('')}</i>
      </p>
    </div>
  )
}
