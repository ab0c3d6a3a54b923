import type { Script } from './script.ts'

/** A line may be said this much faster to fit its slot. Beyond that it sounds hurried. */
export const fastest = 1.12

/** Seconds that nobody hears: rounding of the times must not fail a film. */
const tolerance = 0.02

/**
 * How a line that takes `spoken` seconds fits a slot: the factor by which it is said faster (1 or more) and the seconds
 * that it is then still too long.
 */
export function fit(spoken: number, slot: number): { tempo: number; over: number } {
  const tempo = Math.min(Math.max(spoken / slot, 1), fastest)
  const over = spoken / tempo - slot
  return { tempo, over: over > tolerance ? over : 0 }
}

/** Lines that do not fit their slots. The message has one line for each: file, line number, seconds, cure. */
export class Overrun extends Error {}

/**
 * What to say about lines that are too long, one message for each; empty when all fit. `spoken` holds the seconds that
 * each line of the script takes; `careful` those that it may take at most, where they are estimated, so that a line of the
 * length that the cure names is sure to fit.
 */
export function overruns({ file, lines }: Script, spoken: readonly number[], careful = spoken): string[] {
  return lines.flatMap(({ start, end, text, lineNumber }, i) => {
    const { over } = fit(spoken[i] ?? 0, end - start)
    if (!over) return []
    const characters = Math.floor((text.length * (end - start) * fastest) / careful[i]!)
    return [
      `${file}:${lineNumber}: the line is ${over.toFixed(1)} s too long for its slot of ${(end - start).toFixed(1)} s, ` +
        `even said ${fastest} times faster; shorten it from ${text.length} to about ${characters} characters`,
    ]
  })
}
