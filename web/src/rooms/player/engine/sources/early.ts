import { sameFile } from './sources.ts'

/**
 * The film that the server writes into the page (early-film.html) begins to load before any script. The player takes
 * the element over with all that it has loaded.
 */

const earlyId = 'early-film'
const earlyStageId = 'early-stage'

/** Moves an element without resetting it: a video keeps its data, its time and whether it plays. */
function moveInto(target: Element, element: Element): void {
  if ('moveBefore' in target && element.isConnected && target.isConnected) target.moveBefore(element, null)
  // Out and in again within one task: the media then stays loaded too.
  else target.append(element)
}

/** Takes the early film into `slot` when it shows the wanted file, or removes it and answers null. */
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

/** Removes the early film: the page turned out to show something else. */
export function dropEarlyFilm(): void {
  const video = document.getElementById(earlyId)
  if (video instanceof HTMLVideoElement) unload(video)
  document.getElementById(earlyStageId)?.remove()
}

let leaving: ReturnType<typeof setTimeout>

/**
 * For the page of the film, as an effect: once it is left, an early film that nobody took over goes too. A moment later,
 * for a page that is only drawn anew (as development does with every page) has not been left.
 */
export function holdEarlyFilm(): () => void {
  clearTimeout(leaving)
  return () => {
    leaving = setTimeout(dropEarlyFilm, 0)
  }
}

/** Lets a video go: stops its loading and frees its memory. */
export function unload(video: HTMLVideoElement): void {
  video.pause()
  video.removeAttribute('src')
  video.removeAttribute('poster')
  video.load()
  video.remove()
}
