/** The parts of a video element needed to follow its frames. */
export type FrameVideo = Pick<HTMLVideoElement, 'currentTime' | 'seeking' | 'readyState'> &
  Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>>

const hasPicture = 2 // HTMLMediaElement.HAVE_CURRENT_DATA

/**
 * Calls back with the media time of every displayed frame. Without requestVideoFrameCallback, uses the current time at
 * every display frame. Returns the stop function.
 */
export function watchFrames(video: FrameVideo, onFrame: (seconds: number) => void): () => void {
  let handle = 0
  if (video.requestVideoFrameCallback) {
    const next: VideoFrameRequestCallback = (_, { mediaTime }) => {
      handle = video.requestVideoFrameCallback?.(next) ?? 0
      onFrame(mediaTime)
    }
    handle = video.requestVideoFrameCallback(next)
    return () => video.cancelVideoFrameCallback?.(handle)
  }
  let last = -1
  const next = () => {
    handle = requestAnimationFrame(next)
    const { currentTime, readyState } = video
    if (readyState < hasPicture || currentTime === last) return
    last = currentTime
    onFrame(currentTime)
  }
  handle = requestAnimationFrame(next)
  return () => cancelAnimationFrame(handle)
}

const moments = ['seeking', 'seeked', 'timeupdate', 'loadeddata', 'emptied'] as const

export interface Clock {
  /** Called with the second of the film, at every frame and after every seek. Returns the unsubscribe function. */
  watch: (listener: (second: number) => void) => () => void
  stop: () => void
}

/**
 * The clock of a film for captions, labels and timeline. Follows the frames, and the element's own events when there
 * are no frames (a page in the background, a seek that is still loading).
 */
export function makeClock(video: HTMLVideoElement): Clock {
  const listeners = new Set<(second: number) => void>()
  const tell = (second: number) => {
    for (const listener of listeners) listener(second)
  }
  const tellNow = () => tell(video.currentTime)
  const stopFrames = watchFrames(video, (second) => {
    if (!video.seeking) tell(second)
  })
  for (const moment of moments) video.addEventListener(moment, tellNow)
  return {
    watch: (listener) => {
      listeners.add(listener)
      listener(video.currentTime)
      return () => listeners.delete(listener)
    },
    stop: () => {
      stopFrames()
      for (const moment of moments) video.removeEventListener(moment, tellNow)
      listeners.clear()
    },
  }
}
