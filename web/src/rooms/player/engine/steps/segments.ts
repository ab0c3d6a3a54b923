import type { InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'

/**
 * The state machine of an interactive film when a step is chosen: play from one frame to another, then pause or loop.
 * Pure; `segment-runner.ts` runs it on a video element. Frames are counted at 30 per second, whatever the film's own
 * rate.
 */

export const framesPerSecond = 30

export interface Span {
  start: number
  end: number
}

/** Times in frames. `loop` is null if the step ends on its last frame. */
export interface Segment extends Span {
  loop: Span | null
}

export interface Run {
  segment: Segment
  /** `seeking` until the frame of the last seek is shown; `ended`: paused on the last frame. */
  phase: 'seeking' | 'playing' | 'ended'
  inLoop: boolean
  /** Frame of the last seek. */
  target: number
  /** Stale frames skipped since the seek; -1 once the right frame was shown. */
  passedOver: number
}

const settledMark = -1

/** `goTo` is the frame to seek to; null if no seek is needed. */
export type Order = { do: 'nothing' } | { do: 'pause'; goTo: number | null } | { do: 'seek'; to: number }

const nothing: Order = { do: 'nothing' }

/** Returns the frame at a media time. The small addition compensates floating-point loss. */
export const frameAt = (seconds: number): number => Math.floor(seconds * framesPerSecond + 0.01)

/** Returns a time that certainly shows the frame: its middle. */
export const timeOf = (frame: number): number => (frame + 0.5) / framesPerSecond

/** Parses '2,4.5' into frames, or returns null if it is not two numbers. */
function spanOf(text: string, unit: 'seconds' | 'frames'): Span | null {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [start, end] = numbers
  if (numbers.length !== 2 || start === undefined || end === undefined) return null
  if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0) return null
  const frames = (value: number) => Math.round(unit === 'seconds' ? value * framesPerSecond : value)
  return { start: frames(start), end: frames(end) }
}

/** A loop needs at least two frames; a shorter or reversed one is ignored. */
const loopOf = (span: Span | null): Span | null => (span && span.end - span.start >= 2 ? span : null)

/** Returns what a step plays, or null if its time is invalid. */
export function segmentOf(
  button: Pick<InteractiveButton, 'play_time' | 'loop_time' | 'time_consideration'>,
): Segment | null {
  const play = spanOf(button.play_time, button.time_consideration)
  if (!play) return null
  return {
    start: play.start,
    end: Math.max(play.start, play.end),
    loop: loopOf(spanOf(button.loop_time, button.time_consideration)),
  }
}

/** Returns the frame before any click, from the details' 'start,end'. */
export const frameAtRest = (defaultPlayTime: string, unit: 'seconds' | 'frames'): number =>
  spanOf(defaultPlayTime, unit)?.start ?? 0

const seekTo = (run: Run, frame: number, inLoop: boolean): [Run, Order] => [
  { ...run, phase: 'seeking', inLoop, target: frame, passedOver: 0 },
  { do: 'seek', to: frame },
]

/** Handles a click: discards the previous run. */
export function begin(segment: Segment): [Run, Order] {
  return seekTo(
    { segment, phase: 'seeking', inLoop: false, target: segment.start, passedOver: 0 },
    segment.start,
    false,
  )
}

/** Starts a run on a film that is already inside a segment, after a seek on the timeline. */
export const takeUp = (segment: Segment, frame: number): Run => ({
  segment,
  phase: 'playing',
  inLoop: segment.loop !== null && frame >= segment.loop.start && frame < segment.loop.end && frame >= segment.end,
  target: frame,
  passedOver: settledMark,
})

/** Handles the completion of the last seek. */
export function landed(run: Run): [Run, Order] {
  if (run.phase !== 'seeking') return [run, nothing]
  const { segment, inLoop } = run
  // A step of a single frame has nothing to play.
  if (!inLoop && segment.end <= segment.start && !segment.loop)
    return [
      { ...run, phase: 'ended' },
      { do: 'pause', goTo: null },
    ]
  return [{ ...run, phase: 'playing' }, nothing]
}

/** Maximum distance in frames between the seek's target and a frame that still counts as the requested one. */
const nearBefore = 3
const nearAfter = 15
const mostPassedOver = 3

/**
 * Handles a displayed frame; the film's frames are `apart` frames from one another. A loop restarts after the frame
 * before its end. A step without a loop also pauses there and seeks to its last frame, because pausing on the last
 * frame itself shows a flash of the next one on a busy machine.
 */
export function shown(run: Run, frame: number, apart = 1): [Run, Order] {
  if (run.phase !== 'playing') return [run, nothing]
  const { segment, inLoop, target, passedOver } = run
  const near = frame >= target - nearBefore && frame <= target + nearAfter
  // The first frames after a seek may be stale ones from before it, which can be beyond the end.
  if (!near && passedOver !== settledMark && passedOver < mostPassedOver)
    return [{ ...run, passedOver: passedOver + 1 }, nothing]
  const settled = passedOver === settledMark ? run : { ...run, passedOver: settledMark }
  const { end } = inLoop && segment.loop ? segment.loop : segment
  if (frame + apart < end) return [settled, nothing]
  if (segment.loop) return seekTo(settled, segment.loop.start, true)
  return [
    { ...settled, phase: 'ended' },
    { do: 'pause', goTo: end },
  ]
}

/** Handles the end of the file. */
export function fileEnded(run: Run): [Run, Order] {
  if (run.phase === 'ended') return [run, nothing]
  if (run.segment.loop) return seekTo(run, run.segment.loop.start, true)
  return [
    { ...run, phase: 'ended' },
    { do: 'pause', goTo: null },
  ]
}

/** Returns the played share of the step, 0 to 1. */
export function progress(run: Run, frame: number): number {
  const { start, end } = run.segment
  if (run.phase === 'ended' || (run.inLoop && frame >= end)) return 1
  if (end <= start) return 0
  return Math.min(1, Math.max(0, (frame - start) / (end - start)))
}
