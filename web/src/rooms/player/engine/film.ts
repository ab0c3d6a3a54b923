import type { ButtonLabel, InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'
import type { Size } from './labels/labels.ts'
import type { Sources } from './sources/sources.ts'
import type { FilmLanguage } from './captions/languages.ts'

/** A film as the player takes it. Texts are in the language that the film is watched in. */
export interface Film extends Size {
  /** Another id is another film: the player begins anew. Other texts of the same film do not disturb it. */
  id: string
  kind: 'narrated' | 'interactive'
  title: string
  subtitle: string
  poster: string | null
  /** WebVTT with cut-outs for the seek preview. */
  thumbnails: string | null
  sources: Sources
  /** Narrations, and the tag of the one in the plain file. */
  narrations: readonly FilmLanguage[]
  spoken: string
  captions: readonly (FilmLanguage & { url: string })[]
  chapters: readonly { start: number; title: string }[]
  labelsUrl: string | null
  /** By the ids of the label track: its labels and its badges. */
  labelTexts: Record<string, string>
  badgeTexts: Record<string, string>
  buttons: readonly InteractiveButton[]
  buttonLabels: readonly ButtonLabel[]
  /** 'start,end' of the picture before any click, in `timesIn`. */
  restTime: string
  timesIn: 'seconds' | 'frames'
}
