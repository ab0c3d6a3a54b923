import { isUnspaced, unitsOf } from './units.ts'

/**
 * When a line of the script is heard, and when each of its words begins, in seconds. `words` only where the voice speaks the
 * language of the captions.
 */
export interface HeardLine {
  start: number
  end: number
  words?: number[]
}

/** Seconds that a caption stays after its line has been said, if nothing follows. */
const stay = 0.25

/**
 * The WebVTT captions of a language: a cue for each line of the script, with a time before each word. `heard` holds a time
 * for each line, `duration` is the film's in seconds, `terms` are words to keep whole in Chinese and Thai. Throws when
 * the numbers of lines differ.
 */
export function captions({
  language,
  lines,
  heard,
  duration,
  terms = [],
}: {
  language: string
  lines: string[]
  heard: HeardLine[]
  duration: number
  terms?: string[]
}): string {
  if (lines.length !== heard.length)
    throw new Error(`${language}: ${lines.length} lines of script, but ${heard.length} lines of narration`)
  const cues = lines.map((text, i) => {
    const { start, end, words } = heard[i]!
    const to = Math.min(end + stay, heard[i + 1]?.start ?? duration, duration)
    const units = unitsOf(language, text, terms)
    const times = words?.length === units.length ? words : spread(language, units, start, end)
    return `${i + 1}\n${time(start)} --> ${time(to)} line:88%\n${timed(units, times, start, to)}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** Letters that the beginning and the end of a word are worth; a sign of Chinese is a syllable and has none. */
function edgeOf(language: string): number {
  if (!isUnspaced(language)) return 2
  return language.startsWith('zh') ? 0 : 1
}

/** When each unit begins, by their lengths. */
function spread(language: string, units: { text: string }[], start: number, end: number): number[] {
  const weights = units.map(({ text }) => Array.from(text).length + edgeOf(language))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  return weights.map((weight) => {
    const at = start + ((end - start) * passed) / whole
    passed += weight
    return at
  })
}

/** The text of a cue. A time must be later than the one before it and earlier than the end of the cue. */
function timed(units: { text: string; gap: string }[], times: number[], start: number, end: number): string {
  const ms = (seconds: number) => Math.round(seconds * 1000)
  let before = ms(start)
  return units
    .map(({ text, gap }, i) => {
      const at = ms(times[i]!)
      const isSayable = i > 0 && at > before && at < ms(end)
      if (isSayable) before = at
      return `${isSayable ? `<${time(at / 1000)}>` : ''}<c>${escape(text)}</c>${i < units.length - 1 ? gap : ''}`
    })
    .join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Seconds as WebVTT writes them: 00:00:03.850. */
export function time(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const two = (x: number) => String(Math.floor(x)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
