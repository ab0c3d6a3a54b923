import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { cueAt, piecesOf, spokenWords } from '../../player/engine/captions/captions.ts'
import { type Cue, readVtt } from '../../player/engine/captions/vtt.ts'
import { makeClock } from '../../player/engine/sources/frames.ts'
import classes from './Wall.module.css'

/** Narrow letters that fit two lines of the band below a film. */
const room = 74
const none: readonly Cue[] = []

/** The captions of the film on the wall: spoken words white, coming words grey. A film without captions has none. */
export function WallCaption({ video, url, lang }: { video: HTMLVideoElement; url: string | null; lang: string }) {
  const { data: cues = none } = useQuery({
    queryKey: ['captions', url],
    enabled: url !== null,
    // A wall runs for months: captions of films that left the loop are forgotten.
    gcTime: 3600_000,
    staleTime: 3600_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await fetch(url!, { signal })
      if (!answer.ok) throw new Error(`captions: ${answer.status}`)
      return readVtt(await answer.text())
    },
  })
  const pieces = useMemo(() => piecesOf(cues, room), [cues])
  const [now, setNow] = useState<{ piece: Cue; spoken: number } | null>(null)
  useEffect(() => {
    const clock = makeClock(video)
    clock.watch((second) => {
      const piece = cueAt(pieces, second)
      const spoken = piece ? spokenWords(piece, second) : 0
      setNow((before) => {
        if (!piece) return null
        return before?.piece === piece && before.spoken === spoken ? before : { piece, spoken }
      })
    })
    return clock.stop
  }, [video, pieces])
  if (!now) return null
  const words = now.piece.words.map(({ text }) => text)
  return (
    <p className={classes.caption} lang={lang} dir="auto">
      <span>
        {words.slice(0, now.spoken).join('')}
        <i>{words.slice(now.spoken).join('')}</i>
      </span>
    </p>
  )
}
