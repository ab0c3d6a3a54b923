/** The parts of a video element that its pictures are followed by. */
export type FrameVideo = Pick<HTMLVideoElement, 'currentTime' | 'seeking' | 'readyState'> &
  Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>>

const hasPicture = 2 // HTMLMediaElement.HAVE_CURRENT_DATA

/**
 * Calls back with the media time of every picture that is shown. Where the browser cannot say (no
 * requestVideoFrameCallback) the current time of every display frame stands in. Answers the way to stop.
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
  /** Called with the second of the film, at every picture and after every jump. Answers the way to stop. */
  watch: (listener: (second: number) => void) => () => void
  stop: () => void
}

/**
 * The time of a film for everything that is drawn by it: captions, labels, timeline. Follows the pictures, and the
 * element's own events where no picture comes (a page in the background, a jump that is still loading).
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
