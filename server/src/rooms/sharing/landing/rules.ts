import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'

/** Decides how much of a film a customer watched, and which answer counts. Pure. */

/**
 * Merges watched ranges, a flat list of starts and ends, into ordered ranges without overlaps within the film. Ranges
 * that touch or nearly touch become one. Order and repetition make no difference. Returns null for an invalid list.
 */
export function mergeStretches(flat: readonly number[], duration: number): number[] | null {
  if (flat.length % 2 !== 0) return null
  const pairs: [number, number][] = []
  for (let i = 0; i < flat.length; i += 2) {
    const [from, to] = [flat[i]!, flat[i + 1]!]
    if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return null
    const within = [inFilm(from, duration), inFilm(to, duration)] as [number, number]
    if (within[1] > within[0]) pairs.push(within)
  }
  const merged: [number, number][] = []
  for (const [from, to] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + touching) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged.flat()
}

/** Browsers report the playing time about four times a second. */
const touching = 0.3
const inFilm = (second: number, duration: number) => Math.round(Math.min(duration, Math.max(0, second)) * 100) / 100

/** Returns the share of a film that merged ranges cover, 0 to 100. */
export function watchedPercent(stretches: readonly number[], duration: number): number {
  if (duration <= 0) return 0
  let seconds = 0
  for (let i = 0; i + 1 < stretches.length; i += 2) seconds += stretches[i + 1]! - stretches[i]!
  return Math.min(100, Math.round((100 * seconds) / duration))
}

/** Returns the answer that counts: the last one, or nothing if it was taken back. */
export function standingAnswer(last: { answer: LinkAnswer; at: Date } | undefined) {
  return last && last.answer !== 'withdraw' ? { answer: last.answer, at: last.at.toISOString() } : null
}
