import { describe, expect, test } from 'vitest'
import { engineOf } from './engines.ts'
import { wordTimes } from './festival.ts'
import { checkLength } from './recording.ts'
import { picoVoice } from '../tools.ts'
import { readWav, writeWav } from '../wav.ts'

describe('the voices', () => {
  test('are chosen by language', () => {
    expect(['en-US', 'en-AU', 'es-ES', 'fr-FR', 'de-DE', 'he-IL', 'th-TH'].map(engineOf)).toEqual([
      'festival',
      'festival',
      'pico',
      'pico',
      'pico',
      'espeak',
      'espeak',
    ])
  })

  test('that are missing say what is missing and where it is to be had', () => {
    expect(() => picoVoice('es-ES', '/nowhere')).toThrow(/es-ES_ta\.bin.*libttspico-data.*PICO_VOICES/)
  })

  test('of Festival tell the time of each written word, however many it speaks for it', () => {
    const printed = ['T At', 'W At 0.17 0.29', 'T left-hand', 'W left 0.3 0.5', 'W hand 0.5 0.8', 'W , 0 0', ''].join(
      '\n',
    )
    expect(wordTimes('At left-hand,', printed)).toEqual([
      { text: 'At', start: 0.17, end: 0.29 },
      { text: 'left-hand,', start: 0.3, end: 0.8 },
    ])
    expect(wordTimes('At the left-hand,', printed)).toBeUndefined()
  })
})

describe('a sound file', () => {
  test('is read as it was written', () => {
    const samples = new Float32Array([0, 0.5, -0.25])
    expect(readWav(writeWav(samples, 16_000))).toEqual({ samples, rate: 16_000 })
  })

  test('of another kind is refused', () => {
    expect(() => readWav(Buffer.from('ID3'))).toThrow('not a WAV file')
  })

  test('of a speaker must be as long as the film', () => {
    expect(() => checkLength('he-IL.wav', 24.6, 25)).not.toThrow()
    expect(() => checkLength('he-IL.wav', 22, 25)).toThrow('he-IL.wav lasts 22.0 s, but the film 25.0 s')
  })
})
