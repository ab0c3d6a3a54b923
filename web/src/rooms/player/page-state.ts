import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { equivalentOf, hasFilm } from './film.ts'

/** Decides what the animation page shows of a part. Pure. */

/**
 * Returns the kind of film by the id, until the response has it: 6 characters are narrated, any other length is
 * interactive.
 */
export const kindOfId = (partId: string): 'narrated' | 'interactive' =>
  partId.length === 6 ? 'narrated' : 'interactive'

export type Shows =
  | { kind: 'film' }
  /** The part has no film and needs none: it shows the warning lights. */
  | { kind: 'lights' }
  /** There is no narrated film: redirect to the interactive one. */
  | { kind: 'go-to'; partId: string }
  | { kind: 'not-found' }
  /** The film has no narration in the page language. */
  | { kind: 'no-narration' }
  /** The film has no narration at all. */
  | { kind: 'no-languages' }

export interface Viewer {
  language_id: number
  /** Chosen for this film; overrides the page language. */
  chosen: number | null
  /** A touch screen without the right to interactive films. */
  narratedOnly: boolean
}

export function whatToShow(details: AnimationDetails, viewer: Viewer): Shows {
  const { video, narratedLanguages } = details
  if (details.message === 'Warning_lights') return { kind: 'lights' }
  if (video.video_type === 'interactive') {
    return viewer.narratedOnly || !hasFilm(details) ? { kind: 'not-found' } : { kind: 'film' }
  }
  if (narratedLanguages.length === 0 && hasFilm(details)) return { kind: 'no-languages' }
  if (!hasFilm(details)) {
    const other = equivalentOf(details)
    return other && !viewer.narratedOnly ? { kind: 'go-to', partId: other } : { kind: 'not-found' }
  }
  const speaks = narratedLanguages.some(({ language_id }) => language_id === viewer.language_id)
  return speaks || viewer.chosen !== null ? { kind: 'film' } : { kind: 'no-narration' }
}
