import { describe, expect, test } from 'vitest'
import { fit, overruns } from './overrun.ts'

describe('a line and its slot', () => {
  test('is said at its own speed when there is room', () => {
    expect(fit(1.8, 2)).toEqual({ tempo: 1, over: 0 })
  })

  test('is said faster when it is a little too long', () => {
    expect(fit(2.2, 2)).toEqual({ tempo: 1.1, over: 0 })
  })

  test('overruns when the greatest speed does not help', () => {
    const { tempo, over } = fit(2.8, 2)
    expect(tempo).toBe(1.12)
    expect(over).toBeCloseTo(0.5)
  })

  test('is told with file, line number, seconds and the cure', () => {
    const script = {
      file: 'text.fr-FR.yaml',
      lines: [
        { start: 0.6, end: 2.6, text: 'Le frein à disque.', lineNumber: 48 },
        { start: 3, end: 5, text: 'Il transforme la pression du pied en force.', lineNumber: 51 },
      ],
    }
    expect(overruns(script, [1.4, 2.8])).toEqual([
      'text.fr-FR.yaml:51: the line is 0.5 s too long for its slot of 2.0 s, even said 1.12 times faster; shorten it from 43 to about 34 characters',
    ])
    expect(overruns(script, [1.4, 2.8], [1.5, 3])[0]).toContain('shorten it from 43 to about 32 characters')
  })
})
