import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { captionRoom, captionSize, cueAt, piecesOf, spokenWords } from './captions.ts'
import { readVtt, textOfCue } from './vtt.ts'

const file = `WEBVTT

NOTE a remark

1
00:00:00.600 --> 00:00:03.850 line:88%
<c>The</c> <00:00:00.678><c>disc</c> <00:00:00.938><c>brake</c> <00:00:01.230><c>turns.</c>

00:04.300 --> 00:09.950
Oil &amp; water

00:00:09.000 --> 00:00:16.350
<00:00:09.000>In <00:00:10.075><v Anna>the <i>caliper,</i> <00:00:13.487>it slides.
`

describe('parsing WebVTT', () => {
  const cues = readVtt(file)

  test('returns cues with word times', () => {
    expect(cues.map(textOfCue)).toEqual(['The disc brake turns.', 'Oil & water', 'In the caliper, it slides.'])
    expect(cues[0]?.words).toEqual([
      { at: 0.6, text: 'The ' },
      { at: 0.678, text: 'disc ' },
      { at: 0.938, text: 'brake ' },
      { at: 1.23, text: 'turns.' },
    ])
    expect(cues[1]).toMatchObject({ start: 4.3, end: 9.95, words: [{ at: 4.3 }] })
    expect(cues[2]?.words.map((word) => word.at)).toEqual([9, 10.075, 13.487])
  })

  test('skips invalid parts', () => {
    expect(readVtt('')).toEqual([])
    expect(readVtt('WEBVTT\n\nabc --> def\nnothing')).toEqual([])
    expect(readVtt('WEBVTT\n\n00:05.000 --> 00:04.000\nbackwards')).toEqual([])
  })

  test('accepts Windows line ends, a byte order mark and commas', () => {
    const [cue] = readVtt('\ufeffWEBVTT\r\n\r\n00:00:01,000 --> 00:00:02,000\r\ntwo\r\nlines\r\n')
    expect(cue).toMatchObject({ start: 1, end: 2 })
    expect(cue && textOfCue(cue)).toBe('two lines')
  })

  test('the later of two overlapping cues is shown', () => {
    expect(cueAt(cues, 9.5)).toBe(cues[2])
    expect(cueAt(cues, 4)).toBeNull()
    expect(cueAt(cues, 16.35)).toBeNull()
  })

  test('words are spoken in sequence', () => {
    const [cue] = cues
    if (!cue) throw new Error('no cue')
    expect([0.6, 0.7, 1, 3].map((second) => spokenWords(cue, second))).toEqual([1, 2, 3, 4])
  })
})

describe('captions too long for two lines', () => {
  const media = new URL('../../../../../../library/parts/BRKDSC/media/', import.meta.url)
  const cuesIn = (tag: string) => readVtt(readFileSync(new URL(`captions-${tag}.vtt`, media), 'utf8'))

  test('split after a sentence, without losing a word', () => {
    const cues = cuesIn('en-US')
    const pieces = piecesOf(cues, 84).map(textOfCue)
    expect(pieces).toContain('The caliper slides, and pulls in the outer pad.')
    expect(pieces.join(' ')).toBe(cues.map(textOfCue).join(' '))
  })

  test.each(['en-US', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'])('follow one another without a gap in %s', (tag) => {
    const cues = cuesIn(tag)
    for (const cue of cues) {
      const pieces = piecesOf([cue], 40)
      expect(pieces[0]?.start).toBe(cue.start)
      expect(pieces.at(-1)?.end).toBe(cue.end)
      expect(pieces.slice(1).map(({ start }) => start)).toEqual(pieces.slice(0, -1).map(({ end }) => end))
    }
  })

  test('without word times are not split', () => {
    const cue = { start: 0, end: 5, words: [{ at: 0, text: 'x'.repeat(200) }] }
    expect(piecesOf([cue], 84)).toEqual([cue])
  })
})

test('captions scale with the film, within limits', () => {
  expect([320, 992, 1920].map((width) => captionSize(width))).toEqual([14, 992 * 0.022, 34])
  expect(captionRoom(1012)).toBe(74)
  expect(captionRoom(390)).toBe(48)
})
