import { describe, expect, test } from 'vitest'
import { spokenSeconds } from './estimate.ts'
import { lineSeconds } from './known.ts'

/** Lines as the voices really said them, silent ends cut: seconds. */
const measured: [string, string, number][] = [
  ['en-US', 'The disc brake turns foot pressure into stopping force.', 3.32],
  ['en-US', 'As pads wear, the piston moves further out. At two millimetres, replace the pads.', 5.14],
  ['es-ES', 'Al pisar el pedal, el pistón de la bomba empuja el líquido por la tubería de freno.', 5.27],
  ['es-ES', 'Con el desgaste, el pistón sale más. Con dos milímetros, cambie las pastillas.', 6.35],
  ['fr-FR', 'La pédale déplace le piston du maître-cylindre, et pousse le liquide dans la conduite.', 4.48],
  ['fr-FR', "Avec l'usure, le piston avance. À deux millimètres, remplacez les plaquettes.", 5.18],
  ['he-IL', 'בלם הדיסק הופך את לחץ הרגל לכוח עצירה.', 3.56],
  ['he-IL', 'הרפידות נשחקות, הבוכנה מתקדמת. בעובי שני מילימטרים יש להחליף.', 5.22],
]

describe('the estimate of the spoken length', () => {
  test.each(measured)('comes near the voice: %s %s', (tag, text, seconds) => {
    expect(Math.abs(spokenSeconds(tag, text) / seconds - 1)).toBeLessThan(0.1)
  })

  test('does not count vowel points', () => {
    expect(spokenSeconds('he-IL', 'בֶּלֶם')).toBe(spokenSeconds('he-IL', 'בלם'))
  })

  test('takes the common rule for a language without figures', () => {
    expect(spokenSeconds('nl-NL', 'x'.repeat(28))).toBe(2)
  })

  test('gives way to the length that the same words have shown', () => {
    const line = { text: '2.', said: 'Two.', seconds: 0.81, start: 1, end: 1.81, words: [1] }
    const track = { language: 'en-US', voice: 'synthetic' as const, engine: 'festival', lines: [line] }
    const known = { format: 1 as const, tracks: [track] }
    expect(lineSeconds('en-US', { text: '2.', spoken: 'Two.' }, known)).toEqual({ seconds: 0.81, isMeasured: true })
    expect(lineSeconds('en-US', { text: 'Three.' }, known).isMeasured).toBe(false)
    expect(lineSeconds('es-ES', { text: 'Two.' }, known).isMeasured).toBe(false)
  })
})
