import * as espeak from './espeak.ts'
import * as festival from './festival.ts'
import * as pico from './pico.ts'
import type { Speak } from '../speech.ts'

export type Engine = 'festival' | 'pico' | 'espeak'

const picoLanguages = new Set(['es-ES', 'fr-FR', 'de-DE'])
const speakers: Record<Engine, Speak> = { festival: festival.speak, pico: pico.speak, espeak: espeak.speak }

/** The voice that sounds best in a language: Festival for English, SVOX Pico where it has one, espeak-ng otherwise. */
export function engineOf(language: string): Engine {
  if (language.startsWith('en-')) return 'festival'
  return picoLanguages.has(language) ? 'pico' : 'espeak'
}

/** Says a text with the voice of its language. */
export const speak: Speak = (text, options) => speakers[engineOf(options.language)](text, options)
