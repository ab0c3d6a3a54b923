import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Film } from './film.ts'
import type { Clock } from './sources/frames.ts'
import type { Playback, PlaybackState } from './sources/playback.ts'
import type { SegmentRunner, SegmentState } from './steps/segment-runner.ts'

/** What the parts of the player share beside the library's own state. */

/** Exists as long as the video element is on the page. */
export interface Machine {
  video: HTMLVideoElement
  clock: Clock
  playback: Playback
  /** Of an interactive film. */
  segments: SegmentRunner | null
}

export interface Engine {
  film: Film
  machine: Machine | null
  /** Called by the view when its place for the video element is there. Answers the way to leave. */
  mount: (slot: HTMLElement) => () => void
  /** The stage: film and panel. Keys are heard inside it. */
  stage: HTMLElement | null
  setStage: (stage: HTMLElement | null) => void
  labelsOn: boolean
  captionsOn: boolean
  keysOn: boolean
  toggle: (what: 'labels' | 'captions' | 'keys') => void
  /** Plays at a speed from now on, in this film and the next. */
  setRate: (rate: number) => void
  /** A dialog over the film. */
  dialog: FilmDialog | null
  openDialog: (dialog: FilmDialog | null) => void
  /** Looks for languages in which the film is there, when it cannot be played; null where nobody can say. */
  findLanguages: (() => void) | null
  /** The film is shown to a customer: nothing of the workshop's own is seen. Null where it cannot be. */
  customer: { on: boolean; set: (on: boolean) => void } | null
  /** Tag of the language in which the film is watched: heard where it is narrated, else read. */
  tongue: string
  chooseTongue: (tag: string) => void
  /** Plays a step of an interactive film by its id. */
  playStep: (id: string) => void
  /** Plays the step with a number, when it is shown. */
  playNumber: (number: number) => void
  /** Ids of the steps in the order of display. */
  rail: { order: readonly string[]; shown: ReadonlySet<string> }
}

/** Shortcuts, or how captions look. */
export type FilmDialog = 'keys' | 'captions'

export const EngineContext = createContext<Engine | null>(null)

export function useEngine(): Engine {
  const engine = useContext(EngineContext)
  if (!engine) throw new Error('a part of the player stands outside FilmProvider')
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
