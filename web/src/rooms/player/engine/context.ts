import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Film } from './film.ts'
import type { Clock } from './sources/frames.ts'
import type { Playback, PlaybackState } from './sources/playback.ts'
import type { SegmentRunner, SegmentState } from './steps/segment-runner.ts'

/** The state that the parts of the player share besides the library's own. */

/** Set while the video element is in the page. */
export interface Machine {
  video: HTMLVideoElement
  clock: Clock
  playback: Playback
  /** Interactive films only. */
  segments: SegmentRunner | null
}

export interface Engine {
  film: Film
  machine: Machine | null
  /** Called by the view when its slot for the video element is mounted. Returns the clean-up function. */
  mount: (slot: HTMLElement) => () => void
  /** The stage element: film and panel. Handles keys inside it. */
  stage: HTMLElement | null
  setStage: (stage: HTMLElement | null) => void
  /** The film has not begun and does not start by itself. */
  waits: boolean
  labelsOn: boolean
  captionsOn: boolean
  keysOn: boolean
  toggle: (what: 'labels' | 'captions' | 'keys') => void
  /** Sets the playback speed for this film and the next. */
  setRate: (rate: number) => void
  /** The dialog over the film. */
  dialog: FilmDialog | null
  openDialog: (dialog: FilmDialog | null) => void
  /** Finds languages in which a film that cannot be played is available; null if that is not possible. */
  findLanguages: (() => void) | null
  /** Opens the next film; null if there is none. */
  next: (() => void) | null
  /** Starts customer mode, which shows the film without the workshop's tools. Null if it is not available. */
  customer: { on: boolean; set: (on: boolean) => void } | null
  /** Only the controls that a stranger needs: no speed, quality, caption style or picture in picture. */
  simple: boolean
  /** Tag of the language in which the film is watched: by narration if there is one, else by captions. */
  tongue: string
  chooseTongue: (tag: string) => void
  /** Plays a step of an interactive film by its id. */
  playStep: (id: string) => void
  /** Plays the step with a number, if it is visible. */
  playNumber: (number: number) => void
  /** Ids of the steps in display order. */
  rail: { order: readonly string[]; shown: ReadonlySet<string> }
}

/** The dialogs over the film: the shortcuts, and the caption style. */
export type FilmDialog = 'keys' | 'captions'

export const EngineContext = createContext<Engine | null>(null)

export function useEngine(): Engine {
  const engine = useContext(EngineContext)
  if (!engine) throw new Error('player components must be inside FilmProvider')
  return engine
}

const nothingToHear = () => () => undefined

const noPlayback: PlaybackState = { via: null, heights: [], quality: 'auto', height: null, spoken: '', failure: null }
export function usePlayback(): PlaybackState {
  const playback = useEngine().machine?.playback
  return useSyncExternalStore(playback?.subscribe ?? nothingToHear, playback?.get ?? (() => noPlayback))
}

const noStep: SegmentState = { step: null, ended: false }
export function useSegment(): SegmentState {
  const segments = useEngine().machine?.segments
  return useSyncExternalStore(segments?.subscribe ?? nothingToHear, segments?.get ?? (() => noStep))
}
