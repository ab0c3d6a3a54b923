/** The parts of a video element that starting needs. */
export type StartVideo = Pick<HTMLVideoElement, 'muted' | 'play'>

/**
 * Starts a film without a click on its page: with sound if the browser permits it, else muted by `mute`. Returns how it
 * plays; 'refused' if it stays paused.
 */
export async function playAtOnce<Video extends StartVideo>(
  video: Video,
  mute: (video: Video) => void,
): Promise<'as-is' | 'silenced' | 'refused'> {
  try {
    await video.play()
    return 'as-is'
  } catch (error) {
    if (!isRefusal(error)) return 'refused'
  }
  if (video.muted) return 'refused'
  mute(video)
  try {
    await video.play()
    return 'silenced'
  } catch {
    video.muted = false
    return 'refused'
  }
}

/** Whether the browser refused to play without a gesture; any other error is of the source, which reports it itself. */
const isRefusal = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError'
