/**
 * Keeps the picture that is shown on the film while its source changes, so that it does not flash to the poster.
 * Leaves by itself with the first picture of the new source.
 */
export function holdFrame(video: HTMLVideoElement): void {
  const { videoWidth, videoHeight, parentElement } = video
  if (!parentElement || videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
  // Before the first picture the poster is seen, and it stays.
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
  // The picture is painted a moment after its data are there.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(leave))
  const longest = setTimeout(leave, 8000)
  video.addEventListener('loadeddata', soon, { once: true })
  video.addEventListener('error', leave, { once: true })
}
