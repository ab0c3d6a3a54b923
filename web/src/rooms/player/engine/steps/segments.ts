import type { InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'

/**
 * What an interactive film does when a step is chosen: play from one frame to another, then pause or loop. Pure;
 * `segment-runner.ts` carries it out on a video element. Frames are counted at 30 a second, whatever the film's own rate.
 */

export const framesPerSecond = 30

export interface Span {
  start: number
  end: number
}

/** In frames. `loop` is null where the step ends on its last frame. */
export interface Segment extends Span {
  loop: Span | null
}

export interface Run {
  segment: Segment
  /** `seeking` until the picture of the last seek is there; `ended`: paused on the last frame. */
  phase: 'seeking' | 'playing' | 'ended'
  inLoop: boolean
  /** Frame of the last seek. */
  target: number
  /** Pictures passed over since the seek because they were still those from before it; -1 once the right one was there. */
  passedOver: number
}

const settledMark = -1

/** `goTo` is the frame on which the film must stand; null where it stands already. */
export type Order = { do: 'nothing' } | { do: 'pause'; goTo: number | null } | { do: 'seek'; to: number }

const nothing: Order = { do: 'nothing' }

/** The frame that is shown at a media time. The small addition takes up what seconds lose in floating point. */
export const frameAt = (seconds: number): number => Math.floor(seconds * framesPerSecond + 0.01)

/** A time that surely shows the frame: its middle. */
export const timeOf = (frame: number): number => (frame + 0.5) / framesPerSecond

/** '2,4.5' -> frames, or null when it is not two numbers. */
function spanOf(text: string, unit: 'seconds' | 'frames'): Span | null {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [start, end] = numbers
  if (numbers.length !== 2 || start === undefined || end === undefined) return null
  if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0) return null
  const frames = (value: number) => Math.round(unit === 'seconds' ? value * framesPerSecond : value)
  return { start: frames(start), end: frames(end) }
}

/** A loop needs two frames to move at all; a shorter or reversed one is no loop. */
const loopOf = (span: Span | null): Span | null => (span && span.end - span.start >= 2 ? span : null)

/** What a step plays, or null when its time cannot be read. */
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

/** The frame at which the film stands before any click, from the details' 'start,end'. */
export const frameAtRest = (defaultPlayTime: string, unit: 'seconds' | 'frames'): number =>
  spanOf(defaultPlayTime, unit)?.start ?? 0

const seekTo = (run: Run, frame: number, inLoop: boolean): [Run, Order] => [
  { ...run, phase: 'seeking', inLoop, target: frame, passedOver: 0 },
  { do: 'seek', to: frame },
]

/** A click: whatever ran before is forgotten. */
export function begin(segment: Segment): [Run, Order] {
  return seekTo(
    { segment, phase: 'seeking', inLoop: false, target: segment.start, passedOver: 0 },
    segment.start,
    false,
  )
}

/** Takes up a film that already stands or plays inside a segment: after a seek on the timeline. */
export const takeUp = (segment: Segment, frame: number): Run => ({
  segment,
  phase: 'playing',
  inLoop: segment.loop !== null && frame >= segment.loop.start && frame < segment.loop.end && frame >= segment.end,
  target: frame,
  passedOver: settledMark,
})

/** The last seek has arrived. */
export function landed(run: Run): [Run, Order] {
  if (run.phase !== 'seeking') return [run, nothing]
  const { segment, inLoop } = run
  // A step of a single picture: nothing to play.
  if (!inLoop && segment.end <= segment.start && !segment.loop)
    return [
      { ...run, phase: 'ended' },
      { do: 'pause', goTo: null },
    ]
  return [{ ...run, phase: 'playing' }, nothing]
}

/** How far from the seek's target a picture may lie and still be the one that was asked for, in frames. */
const nearBefore = 3
const nearAfter = 15
const mostPassedOver = 3

/**
 * A picture was shown; the film's pictures lie `apart` frames from one another. A loop begins anew after the picture
 * before its end. A step without a loop pauses there too and goes to its last frame by a seek: whoever pauses on the last
 * itself sees the next one flash up when the machine is busy.
 */
export function shown(run: Run, frame: number, apart = 1): [Run, Order] {
  if (run.phase !== 'playing') return [run, nothing]
  const { segment, inLoop, target, passedOver } = run
  const near = frame >= target - nearBefore && frame <= target + nearAfter
  // The first pictures after a seek may still be those from before it, which can lie beyond the end.
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

/** The file itself came to its end. */
export function fileEnded(run: Run): [Run, Order] {
  if (run.phase === 'ended') return [run, nothing]
  if (run.segment.loop) return seekTo(run, run.segment.loop.start, true)
  return [
    { ...run, phase: 'ended' },
    { do: 'pause', goTo: null },
  ]
}

/** How much of the step has been played, 0 to 1. */
export function progress(run: Run, frame: number): number {
  const { start, end } = run.segment
  if (run.phase === 'ended' || (run.inLoop && frame >= end)) return 1
  if (end <= start) return 0
  return Math.min(1, Math.max(0, (frame - start) / (end - start)))
}
