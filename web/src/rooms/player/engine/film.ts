import type { ButtonLabel, InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'
import type { Size } from './labels/labels.ts'
import type { Sources } from './sources/sources.ts'
import type { FilmLanguage } from './captions/languages.ts'

/** The input of the player for a film. Texts are in the language in which the film is watched. */
export interface Film extends Size {
  /** A new id is a new film and restarts the player. Changed texts of the same film do not. */
  id: string
  kind: 'narrated' | 'interactive'
  title: string
  subtitle: string
  poster: string | null
  /** WebVTT with sprite regions for the seek preview. */
  thumbnails: string | null
  sources: Sources
  /** Narrations, and the tag of the plain file's narration. */
  narrations: readonly FilmLanguage[]
  spoken: string
  captions: readonly (FilmLanguage & { url: string })[]
  chapters: readonly { start: number; title: string }[]
  labelsUrl: string | null
  /** Labels and badges by their ids in the label track. */
  labelTexts: Record<string, string>
  badgeTexts: Record<string, string>
  buttons: readonly InteractiveButton[]
  buttonLabels: readonly ButtonLabel[]
  /** 'start,end' of the frame before any click, in `timesIn`. */
  restTime: string
  timesIn: 'seconds' | 'frames'
}
