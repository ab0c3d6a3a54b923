import { sameFile } from './sources.ts'

/**
 * The film that the server writes into the page (early-film.html) loads before any script. The player takes over the
 * element with the loaded data.
 */

const earlyId = 'early-film'
const earlyStageId = 'early-stage'

/** Moves an element without resetting it: a video keeps its data, time and playback state. */
function moveInto(target: Element, element: Element): void {
  if ('moveBefore' in target && element.isConnected && target.isConnected) target.moveBefore(element, null)
  // Removed and inserted within one task, so that the media stays loaded.
  else target.append(element)
}

/** Moves the early film into `slot` if it shows the requested file; otherwise removes it and returns null. */
export function takeEarlyFilm(slot: Element, wanted: string | null): HTMLVideoElement | null {
  const video = document.getElementById(earlyId)
  if (!(video instanceof HTMLVideoElement) || !sameFile(video.getAttribute('src'), wanted, document.baseURI)) {
    dropEarlyFilm()
    return null
  }
  moveInto(slot, video)
  video.removeAttribute('id')
  document.getElementById(earlyStageId)?.remove()
  return video
}

/** Removes the early film, because the page shows different content. */
export function dropEarlyFilm(): void {
  const video = document.getElementById(earlyId)
  if (video instanceof HTMLVideoElement) unload(video)
  document.getElementById(earlyStageId)?.remove()
}

let leaving: ReturnType<typeof setTimeout>

/**
 * Effect of the film page: when the page is left, removes an early film that the player has not taken over. Runs after
 * a delay, because a page that is only remounted (as in development) has not been left.
 */
export function holdEarlyFilm(): () => void {
  clearTimeout(leaving)
  return () => {
    leaving = setTimeout(dropEarlyFilm, 0)
  }
}

/** Releases a video: stops its loading and frees its memory. */
export function unload(video: HTMLVideoElement): void {
  video.pause()
  video.removeAttribute('src')
  video.removeAttribute('poster')
  video.load()
  video.remove()
}
