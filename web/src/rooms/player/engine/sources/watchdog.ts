/** How long a film that should play may be stuck, in milliseconds. */
export const patience = 6000
const every = 500

/** The part of a video that the watchdog observes. */
export interface Watched {
  readonly currentTime: number
  readonly paused: boolean
  readonly ended: boolean
}

/**
 * Calls `onStall` when the video should play but has not moved for 6 s, and again after each further 6 s. Counts its
 * own ticks, not the clock, so that a computer that slept does not look like a stalled film. Returns the stop function.
 */
export function watchProgress(video: Watched, onStall: () => void): () => void {
  let still = 0
  let last = video.currentTime
  const timer = setInterval(() => {
    const moved = video.currentTime !== last
    last = video.currentTime
    if (moved || video.paused || video.ended) still = 0
    else still += every
    if (still < patience) return
    still = 0
    onStall()
  }, every)
  return () => clearInterval(timer)
}
