/** Numbers in motion: limits, easing, keyframes. */

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x))
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share

/** From 0 to 1 without a jolt: speed and acceleration are 0 at both ends. */
export function ease(share: number): number {
  const x = clamp(share)
  return x * x * x * (x * (x * 6 - 15) + 10)
}

/** 0 before `from`, 1 after `to`, eased between them. */
export const ramp = (x: number, from: number, to: number): number => ease((x - from) / (to - from))

/** [second, value] in order of time. */
export type Keyframe = readonly [at: number, value: number]

/** The value at a time: eased between two keyframes, still before the first and after the last. */
export function valueAt(keyframes: readonly Keyframe[], time: number): number {
  let before = keyframes[0]!
  if (time <= before[0]) return before[1]
  for (const next of keyframes.slice(1)) {
    if (time <= next[0]) return mix(before[1], next[1], ease((time - before[0]) / (next[0] - before[0])))
    before = next
  }
  return before[1]
}

/** The angle that a speed has turned through, from 0 at the start: exact for what is eased, by steps of 1/240 s. */
export function integralOf(speed: (time: number) => number, duration: number): (time: number) => number {
  const step = 1 / 240
  const count = Math.ceil(duration / step) + 2
  const sums = new Float64Array(count)
  for (let i = 1; i < count; i++) sums[i] = sums[i - 1]! + speed((i - 0.5) * step) * step
  return (time) => {
    const place = clamp(time, 0, duration) / step
    const index = Math.floor(place)
    return mix(sums[index]!, sums[Math.min(index + 1, count - 1)]!, place - index)
  }
}
