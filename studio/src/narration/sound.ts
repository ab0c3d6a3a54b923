import type { Speech } from './speech.ts'

/** Seconds of one look at the level. */
const step = 0.01
/** What is this much quieter than the loudest step is silence: a factor, 42 dB. */
const silence = 10 ** (-42 / 20)
/** Left before the first sound and after the last one, in seconds: soft consonants begin and end below the level. */
const lead = 0.02
const tail = 0.06

/** Root of the mean square of each hundredth of a second. */
function levels(samples: Float32Array, rate: number): number[] {
  const size = Math.round(rate * step)
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, i) => {
    const part = samples.subarray(i * size, (i + 1) * size)
    return Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / part.length)
  })
}

/** Cuts the silence at both ends; the words move with it. Throws when nothing is heard at all. */
export function trim({ samples, rate, words }: Speech): Speech {
  const level = levels(samples, rate)
  const limit = Math.max(...level) * silence
  const first = level.findIndex((x) => x > limit)
  const last = level.findLastIndex((x) => x > limit)
  if (first < 0) throw new Error('the voice said nothing')
  const from = Math.max(0, first * step - lead)
  const to = Math.min(samples.length / rate, (last + 1) * step + tail)
  const length = to - from
  const within = (t: number) => Math.min(Math.max(t - from, 0), length)
  return {
    samples: samples.slice(Math.round(from * rate), Math.round(to * rate)),
    rate,
    words: words?.map(({ text, start, end }) => ({ text, start: within(start), end: within(end) })),
  }
}

/** The pauses inside a trimmed line of at least `shortest` seconds, in order: [start, end] in seconds. */
export function pauses({ samples, rate }: Speech, shortest = 0.09): [number, number][] {
  const level = levels(samples, rate)
  const limit = Math.max(...level) * silence
  const found: [number, number][] = []
  let start = -1
  for (const [i, x] of level.entries()) {
    if (x <= limit) {
      if (start < 0) start = i
      continue
    }
    if (start > 0 && (i - start) * step >= shortest) found.push([start * step, i * step])
    start = -1
  }
  return found
}

/** Lays pieces (mono, all of one rate) onto a silent track at their times. Times and `duration` are seconds. */
export function lay(
  pieces: { samples: Float32Array; start: number }[],
  rate: number,
  duration: number,
): Float32Array<ArrayBuffer> {
  const track = new Float32Array(Math.round(duration * rate))
  for (const { samples, start } of pieces) {
    const at = Math.round(start * rate)
    for (let i = 0; i < samples.length && at + i < track.length; i += 1) track[at + i]! += samples[i]!
  }
  return track
}
