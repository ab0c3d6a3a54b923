import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { cueAt, piecesOf } from '../engine/captions/captions.ts'
import { useEngine } from '../engine/context.ts'
import { useCues } from '../engine/captions/useCues.ts'
import { usePlayer } from '../engine/sources/player.ts'
import classes from '../film/Lists.module.css'
import { type Line, lineAt, linesOf, linesSaying } from './transcript.ts'
import { useNow } from '../useNow.ts'

/** Target length in letters of a highlighted phrase. */
const phraseLength = 60

/**
 * Shows the transcript. The spoken phrase is highlighted, a line is a button that seeks to its second, and the text is
 * searchable.
 */
export function Transcript({ transcript, follow }: Pick<AnimationDetails, 'transcript'> & { follow: boolean }) {
  const t = useTexts()
  const { tongue } = useEngine()
  const { cues } = useCues()
  const lines = useMemo(() => linesOf(transcript, cues), [transcript, cues])
  const phrases = useMemo(() => piecesOf(cues, phraseLength), [cues])
  const current = useNow((second) => lineAt(lines, second), lines)
  /** Index of the first and the last spoken word of the phrase within its line. */
  const heard = useNow((second) => {
    const index = lineAt(lines, second)
    const words = (index === null ? undefined : lines[index])?.words ?? []
    const phrase = cueAt(phrases, second)
    if (!phrase) return ''
    const from = words.findIndex(({ at }) => at >= phrase.start - 0.01)
    const to = words.findLastIndex(({ at }) => at <= second)
    return from === -1 || to < from ? '' : `${from},${to}`
  }, lines)
  const list = useRef<HTMLOListElement>(null)
  const [words, setWords] = useState('')
  const searching = words.trim() !== ''
  const found = useMemo(() => new Set(linesSaying(lines, words)), [lines, words])

  useEffect(() => {
    const row = current === null ? undefined : list.current?.children[current]
    const box = list.current?.parentElement
    // A search result stays in place instead of following playback.
    if (!follow || searching || !row || !box) return
    // Scrolls the list only, never the page.
    const [rowBox, view] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
    if (rowBox.top < view.top || rowBox.bottom > view.bottom)
      box.scrollTo({ top: box.scrollTop + rowBox.top - view.top - view.height / 3, behavior: scrollBehaviour() })
  }, [current, follow, searching])

  if (lines.length === 0) return <p className={classes.empty}>{t('film_no_transcript')}</p>
  return (
    <>
      <div className={classes.search} data-internal="">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          type="search"
          value={words}
          placeholder={t('film_transcript_search')}
          aria-label={t('film_transcript_search')}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setWords('')
          }}
        />
        <output>{searching && found.size > 0 ? t('film_transcript_found', { count: found.size }) : ''}</output>
      </div>
      <ol className={classes.list} ref={list} lang={tongue}>
        {lines.map((line, i) => (
          <Row
            key={line.start}
            line={line}
            heard={i === current ? heard : ''}
            current={i === current}
            hidden={!found.has(i)}
          />
        ))}
      </ol>
      {found.size === 0 && (
        <p className={classes.empty} role="status">
          {t('film_transcript_none', { words: words.trim() })}
        </p>
      )}
    </>
  )
}

const scrollBehaviour = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

function Row({ line, heard, current, hidden }: { line: Line; heard: string; current: boolean; hidden: boolean }) {
  const player = usePlayer()
  const [from = 0, to = -1] = heard.split(',').filter(Boolean).map(Number)
  const part = (a: number, b?: number) =>
    line.words
      .slice(a, b)
      .map(({ text }) => text)
      .join('')
  return (
    <li hidden={hidden}>
      <button
        type="button"
        className={classes.row}
        aria-current={current || undefined}
        onClick={() => void player.seek(line.start)}
      >
        <time className={classes.time}>{duration(Math.floor(line.start))}</time>
        <span dir="auto">
          {heard === '' ? (
            line.text
          ) : (
            <>
              {part(0, from)}
              <mark>{part(from, to + 1)}</mark>
              {part(to + 1)}
            </>
          )}
        </span>
      </button>
    </li>
  )
}
