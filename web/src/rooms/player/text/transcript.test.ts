import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readVtt } from '../engine/captions/vtt.ts'
import { lineAt, linesSaying, linesOf } from './transcript.ts'

const cue = (start: number, end: number, ...texts: string[]) => ({
  start,
  end,
  words: texts.map((text, i) => ({ at: start + i * 0.1, text })),
})

test('a line has the words of its captions', () => {
  const [line] = linesOf(
    [{ start: 1, end: 5, text: 'Press the pedal. It moves.' }],
    [cue(1, 3, 'Press ', 'the ', 'pedal.'), cue(3, 5, 'It ', 'moves.')],
  )
  expect(line?.words.map(({ text }) => text).join('')).toBe('Press the pedal. It moves.')
})

test('a line whose captions differ from its text has no word times', () => {
  const [line] = linesOf([{ start: 1, end: 5, text: 'Press the pedal.' }], [cue(1, 5, 'Push ', 'it.')])
  expect(line).toEqual({ start: 1, end: 5, text: 'Press the pedal.', words: [] })
  expect(linesOf([{ start: 1, end: 5, text: 'x' }], [])[0]?.words).toEqual([])
})

test('a line stays current until the next one starts', () => {
  const lines = linesOf(
    [
      { start: 1, end: 2, text: 'a' },
      { start: 4, end: 5, text: 'b' },
    ],
    [],
  )
  expect([0, 1, 3, 4, 99].map((second) => lineAt(lines, second))).toEqual([null, 0, 0, 1, 1])
})

test.each(['en-US', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'])(
  'the library’s lines find all their words in %s',
  (tag) => {
    const part = new URL('../../../../../library/parts/BRKDSC/', import.meta.url)
    const cues = readVtt(readFileSync(new URL(`media/captions-${tag}.vtt`, part), 'utf8'))
    const script = /\nscript:\n([\s\S]*?)\n\n/.exec(readFileSync(new URL(`text.${tag}.yaml`, part), 'utf8'))?.[1] ?? ''
    const lines = [...script.matchAll(/start: ([\d.]+)\n\s+end: ([\d.]+)\n\s+text: (.+)/g)].map(
      ([, start, end, text = '']) => ({
        start: Number(start),
        end: Number(end),
        text: text.replace(/^['"]|['"]$/g, ''),
      }),
    )
    expect(lines.length).toBeGreaterThan(3)
    expect(linesOf(lines, cues).filter(({ words }) => words.length === 0)).toEqual([])
  },
)

test('searches words in any order, ignoring case and accents', () => {
  const said = [{ text: 'The caliper slides.' }, { text: 'À la fin, le piston recule.' }, { text: 'הבוכנה נעה' }]
  expect(linesSaying(said, 'SLIDES caliper')).toEqual([0])
  expect(linesSaying(said, 'a la fin')).toEqual([1])
  expect(linesSaying(said, 'בוכנה')).toEqual([2])
  expect(linesSaying(said, 'gearbox')).toEqual([])
  expect(linesSaying(said, '  ')).toEqual([0, 1, 2])
})
