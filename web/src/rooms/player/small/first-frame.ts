/** Calls back once when a frame of the film has been decoded and shown: the proof that somebody sees it. */
export function onFirstFrame(video: HTMLVideoElement, seen: () => void): void {
  let isSeen = false
  const once = () => {
    if (isSeen) return
    isSeen = true
    seen()
  }
  const watch = () => {
    if (!isSeen && 'requestVideoFrameCallback' in video) video.requestVideoFrameCallback(once)
  }
  video.addEventListener('playing', watch)
  if (!video.paused) watch()
  video.addEventListener('timeupdate', () => {
    // Browsers without a frame callback: if time advances, frames are shown.
    if (!video.paused && video.currentTime > 0 && !('requestVideoFrameCallback' in video)) once()
  })
}
