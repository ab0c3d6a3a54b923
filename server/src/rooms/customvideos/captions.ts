import { isUtf8 } from 'node:buffer'

/** Reads captions in WebVTT or SubRip, and writes them as WebVTT. */

export type CaptionProblem = 'captions_not_text' | 'captions_none' | 'captions_times_wrong'

const mostCues = 5000
const timing = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s+-->\s+(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/

interface Cue {
  start: number
  end: number
  lines: string[]
}

/**
 * Returns the captions of a file as WebVTT, or what is wrong with it. Styles, positions, notes and tags other than
 * italic, bold and underline are left out.
 */
export function captionsOf(bytes: Buffer): { vtt: string } | { problem: CaptionProblem } {
  if (!isUtf8(bytes) || bytes.includes(0)) return { problem: 'captions_not_text' }
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
  const cues: Cue[] = []
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    const at = lines.findIndex((line) => line.includes('-->'))
    if (at === -1) continue
    const cue = cueOf(lines[at]!.trim(), lines.slice(at + 1))
    if (!cue) return { problem: 'captions_times_wrong' }
    if (cue.lines.length > 0) cues.push(cue)
  }
  if (cues.length === 0 || cues.length > mostCues) return { problem: 'captions_none' }
  cues.sort((a, b) => a.start - b.start)
  const written = cues.map(({ start, end, lines }) => `${clock(start)} --> ${clock(end)}\n${lines.join('\n')}\n`)
  return { vtt: `WEBVTT\n\n${written.join('\n')}` }
}

function cueOf(line: string, words: readonly string[]): Cue | null {
  const found = timing.exec(line)
  if (!found) return null
  const time = (at: number) =>
    Number(found[at] ?? 0) * 3600 +
    Number(found[at + 1]) * 60 +
    Number(found[at + 2]) +
    Number(found[at + 3]!.padEnd(3, '0')) / 1000
  const start = time(1)
  const end = time(5)
  if (end <= start || Number(found[3]) > 59 || Number(found[7]) > 59) return null
  return { start, end, lines: words.map(cleanLine).filter((word) => word !== '') }
}

/** Keeps italic, bold and underline; every other tag goes, and an arrow would begin another cue. */
const cleanLine = (line: string): string =>
  line
    .replaceAll(/<(?!\/?[ibu]>)[^>]*>/gi, '')
    .replaceAll(/\{\\[^}]*\}/g, '')
    .replaceAll('-->', '→')
    .trim()

function clock(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(thousandths % 1000).padStart(3, '0')
  return `${two(thousandths / 3_600_000)}:${two((thousandths / 60_000) % 60)}:${two((thousandths / 1000) % 60)}.${rest}`
}
