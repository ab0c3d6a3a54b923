/**
 * Holds the current frame over the film while its source changes, so that the poster does not flash. Removed with the
 * first frame of the new source.
 */
export function holdFrame(video: HTMLVideoElement): void {
  const { videoWidth, videoHeight, parentElement } = video
  if (!parentElement || videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
  // Before the first frame the poster is visible and stays.
  if (video.currentTime === 0 && video.paused) return
  const still = document.createElement('canvas')
  still.width = videoWidth
  still.height = videoHeight
  still.className = video.className
  still.setAttribute('aria-hidden', 'true')
  still.getContext('2d')?.drawImage(video, 0, 0)
  video.after(still)
  const leave = () => {
    clearTimeout(longest)
    video.removeEventListener('loadeddata', soon)
    video.removeEventListener('error', leave)
    still.remove()
  }
  // The frame is painted shortly after its data is available.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(leave))
  const longest = setTimeout(leave, 8000)
  video.addEventListener('loadeddata', soon, { once: true })
  video.addEventListener('error', leave, { once: true })
}
