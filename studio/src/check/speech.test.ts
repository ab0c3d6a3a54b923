import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { partIds, readSource } from '../source.ts'
import { copyOfParts } from './copy.testing.ts'
import { Faults, printFault } from './fault.ts'
import { checkSpeech } from './speech.ts'
import { warningsOf } from './warnings.ts'

/** Lines are judged before a voice has said them; the parts stand here without their media for that. */

const parts = copyOfParts({ withMedia: false })
beforeEach(parts.renew)
afterAll(parts.remove)

const id = 'BRKDSC'
function faults(part = id): string[] {
  const source = readSource(part, parts.root)
  const found = new Faults(source)
  checkSpeech(source, found)
  return found.list.map(printFault)
}
const warnings = () => warningsOf(readSource(id, parts.root)).map(printFault)

test.each(partIds())('the lines of %s fit their slots, judged by estimate alone', (part) =>
  expect(faults(part)).toEqual([]),
)

describe('Tomasz writes', () => {
  const words =
    'Pressing the pedal moves the piston in the master cylinder, which then forces fluid on down the line to it'

  test('a line that the voice cannot say: what he is told to cut it to is neither a fault nor in doubt', () => {
    const text = words.padEnd(124, ' and on')
    const at = parts.change(id, 'text.en-US.yaml', /text: Pressing the pedal .*/, `text: ${text}`)
    const [says, ...others] = faults()
    expect(others).toEqual([])
    expect(says).toMatch(
      /^.* s too long for its slot of 5\.4 s, even said 1\.12 times faster; shorten it from 124 to about/,
    )
    expect(says).toContain(at)
    const fitting = Number(/about (\d+)/.exec(says!)![1])
    parts.change(id, 'text.en-US.yaml', text, text.slice(0, fitting))
    expect(faults()).toEqual([])
    expect(warnings().join()).not.toContain(at)
  })

  test('96 characters for 4.4 seconds of English', () => {
    for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'])
      parts.change(id, `text.${tag}.yaml`, 'end: 9.7', 'end: 8.7')
    parts.change(id, 'text.en-US.yaml', /text: Pressing the pedal .*/, `text: ${words.slice(0, 95)}.`)
    expect(faults()).toContainEqual(expect.stringMatching(/en-US.*shorten it from 96 to about 7\d characters/))
  })

  test('a line that may be too long: he is asked to listen, and may go on', () => {
    const at = parts.change(id, 'text.en-US.yaml', /text: Pressing the pedal .*/, `text: ${words}`)
    expect(faults()).toEqual([])
    expect(warnings()).toContainEqual(
      `${at} the line may be 0.6 s too long for its slot of 5.4 s, even said 1.12 times faster; shorten it from 106 to about 95 characters, or listen to it`,
    )
  })

  test('captions in a language that no voice says, too long to be read', () => {
    const thai = parts.change(id, 'text.th-TH.yaml', /text: (.*)/, `text: ${'ก็'.repeat(70)}`)
    const chinese = parts.change(id, 'text.zh-CN.yaml', /text: (.*)/, `text: ${'刹'.repeat(40)}`)
    expect(faults()).toEqual([
      `${chinese} the caption is too long to be read in its slot of 3.5 s, at 9 characters a second; shorten it from 40 to 31 characters`,
      `${thai} the caption is too long to be read in its slot of 3.5 s, at 17 characters a second; shorten it from 70 to 59 characters`,
    ])
  })

  test('a Hebrew word that nobody has pointed: he is warned until the line is given with its vowels', () => {
    const at = parts.change(id, 'text.he-IL.yaml', /text: בלם הדיסק .*/, 'text: הקרבורטור עוצר.')
    const guessed = () => warnings().filter((says) => says.includes('he-IL'))
    expect(guessed()).toEqual([
      `${at} the voice guesses the vowels of הקרבורטור: give the line as spoken: too, with vowel points`,
    ])
    expect(faults()).toEqual([])
    parts.change(id, 'text.he-IL.yaml', /הקרבורטור עוצר\./, 'הקרבורטור עוצר.\n    spoken: הַקַּרְבּוּרָטוֹר עוֹצֵר.')
    expect(guessed()).toEqual([])
  })
})
