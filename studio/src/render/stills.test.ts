import { describe, expect, test } from 'vitest'
import { readSource } from '../source.ts'
import { refuseStills, sheetTimes, stillOrder } from './stills.ts'

/** Noor looks at the disc brake before she renders it. */

const source = readSource('BRKDSC')
const { duration, steps } = source.part.interactive_film!
const waiting = steps.find((step) => step.labels_from !== undefined)!

describe('Noor', () => {
  test('sees no labels while the camera is on its way, and all of them when the button says so', () => {
    const at = (time: number) => stillOrder(source, 'interactive', time, 'en-US').labels.map(({ anchor }) => anchor)
    expect(at(waiting.labels_from! - 0.1)).toEqual([])
    expect(at(waiting.labels_from!)).toEqual(
      source.scene.interactive_film!.labels[waiting.id]!.map(({ anchor }) => anchor),
    )
    const other = steps.find((step) => step.labels_from === undefined)!
    expect(at(other.play[0])).toHaveLength(source.scene.interactive_film!.labels[other.id]!.length)
  })

  test('asks for a second after the end: she is told which seconds there are', () => {
    expect(() => refuseStills(source, 'interactive', [2, 99, -1], null)).toThrow(
      `--at 99, -1: the interactive film of BRKDSC has the seconds 0 to ${duration}`,
    )
    expect(() => refuseStills(source, 'narrated', [Number.NaN], null)).toThrow('--at NaN')
  })

  test('asks for labels in a language that is not there: she is told which are', () => {
    expect(() => refuseStills(source, 'narrated', [2], 'en')).toThrow(
      '--labels en: BRKDSC has labels in en-AU, en-US, es-ES, fr-FR, he-IL, th-TH, zh-CN',
    )
  })

  test('gets a sheet with moments that the film has', () => {
    for (const kind of ['narrated', 'interactive'] as const)
      expect(() => refuseStills(source, kind, sheetTimes(source, kind), 'he-IL')).not.toThrow()
  })
})
