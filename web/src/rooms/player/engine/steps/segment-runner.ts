import { type FrameVideo, watchFrames } from '../sources/frames.ts'
import {
  begin,
  fileEnded,
  frameAt,
  landed,
  type Order,
  progress,
  type Run,
  type Segment,
  shown,
  takeUp,
  timeOf,
} from './segments.ts'

/** Runs the segments of an interactive film on a plain video element. */

export interface Step {
  id: string
  segment: Segment
}

export interface SegmentState {
  /** The last chosen step: its button stays selected, also on the last frame. */
  step: string | null
  /** Playback is paused on the step's last frame. */
  ended: boolean
}

export interface SegmentRunner {
  play: (id: string) => void
  get: () => SegmentState
  subscribe: (listener: () => void) => () => void
  /** Returns the played share of the current step at a second, 0 to 1. */
  progressAt: (second: number) => number
  stop: () => void
}

/** Films have at least 10 frames per second. */
const mostApart = 3

const none: SegmentState = { step: null, ended: false }

/** The parts of a video element that the runner uses. */
export type SegmentVideo = FrameVideo &
  Pick<HTMLVideoElement, 'ended' | 'play' | 'pause'> & {
    addEventListener: (type: string, listener: () => void) => void
    removeEventListener: (type: string, listener: () => void) => void
  }

export function runSegments(video: SegmentVideo, steps: readonly Step[]): SegmentRunner {
  let current: Step | null = null
  let run: Run | null = null
  /** The time of our own last seek: any other seek is the user's. */
  let ownSeek: number | null = null
  let state = none
  const listeners = new Set<() => void>()

  function settle(next: Run | null): void {
    run = next
    const now = { step: current?.id ?? null, ended: run?.phase === 'ended' }
    if (now.step === state.step && now.ended === state.ended) return
    state = now
    for (const listener of listeners) listener()
  }

  function seek(frame: number): void {
    ownSeek = timeOf(frame)
    video.currentTime = ownSeek
  }

  function follow([next, order]: [Run, Order]): void {
    settle(next)
    if (order.do === 'seek') {
      const atFileEnd = video.ended
      seek(order.to)
      if (atFileEnd) void video.play().catch(() => undefined)
    } else if (order.do === 'pause') {
      video.pause()
      // Always seeks, because the element's time may be right while its frame is not.
      if (order.goTo !== null) seek(order.goTo)
    }
  }

  function start(step: Step): void {
    current = step
    follow(begin(step.segment))
    // Rejected only if the browser requires a gesture first: the film then waits on the step's first frame.
    void video.play().catch(() => undefined)
  }

  const stepAt = (frame: number) => steps.find(({ segment }) => frame >= segment.start && frame < segment.end) ?? null

  function onSeeked(): void {
    if (video.seeking) return
    const own = ownSeek !== null && Math.abs(video.currentTime - ownSeek) < 0.02
    if (own) {
      if (run) follow(landed(run))
      return
    }
    // After a manual seek, continues in the step at the new position.
    const frame = frameAt(video.currentTime)
    current = stepAt(frame) ?? current
    settle(current ? takeUp(current.segment, frame) : null)
  }

  function onPlay(): void {
    if (current && run?.phase === 'ended') start(current)
    else if (!run) {
      const frame = frameAt(video.currentTime)
      current = stepAt(frame) ?? steps[0] ?? null
      if (current) settle(takeUp(current.segment, frame))
    }
  }

  const onEnded = () => {
    if (run) follow(fileEnded(run))
  }

  let last = 0
  /** The smallest observed distance between two frames of the film, counted at 30 per second. */
  let apart = mostApart
  const stopFrames = watchFrames(video, (second) => {
    const frame = frameAt(second)
    if (frame > last && frame - last < apart) apart = frame - last
    last = frame
    if (run && !video.seeking) follow(shown(run, frame, apart))
  })
  video.addEventListener('seeked', onSeeked)
  video.addEventListener('play', onPlay)
  video.addEventListener('ended', onEnded)

  return {
    play: (id) => {
      const step = steps.find((other) => other.id === id)
      if (step) start(step)
    },
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    progressAt: (second) => (run ? progress(run, frameAt(second)) : 0),
    stop: () => {
      stopFrames()
      video.removeEventListener('seeked', onSeeked)
      video.removeEventListener('play', onPlay)
      video.removeEventListener('ended', onEnded)
      listeners.clear()
    },
  }
}
