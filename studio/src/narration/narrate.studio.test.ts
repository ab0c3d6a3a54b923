import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boxesOf } from '../packaging/boxes.ts'
import { measure } from './master.ts'
import { narrate } from './narrate.ts'
import { run } from './tools.ts'
import { writeWav } from './wav.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-narration-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const scripts: Record<string, [string, string]> = {
  'en-US': ['The disc brake stops the wheel.', 'As pads wear, the piston moves out.'],
  'es-ES': ['El disco frena la rueda.', 'Con el desgaste, el pistón sale.'],
  'fr-FR': ['Le disque freine la roue.', "Avec l'usure, le piston avance."],
  'he-IL': ['הבלם עוצר גלגל.', 'הרפידות נשחקות, הבוכנה מתקדמת.'],
}
const scriptOf = (first: string, second: string, end = 7.5) => ({
  file: 'text.yaml',
  lines: [
    { start: 0.6, end: 3.4, text: first, lineNumber: 10 },
    { start: 3.6, end, text: second, lineNumber: 13 },
  ],
})

/** Seconds of sound in a file. */
async function lengthOf(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file])
  return Number(stdout)
}

describe('a narration', { timeout: 90_000 }, () => {
  test.each(Object.keys(scripts))('is spoken and mastered: %s', async (language) => {
    const script = scriptOf(...scripts[language]!)
    const narration = await narrate({ language, script, duration: 8, folder })
    const track = join(folder, `${language}.m4a`)
    const { loudness, truePeak } = await measure(track)
    expect(Math.abs(loudness + 18)).toBeLessThan(0.5)
    expect(truePeak).toBeLessThanOrEqual(-2)
    expect(await lengthOf(track)).toBeCloseTo(8, 2)
    expect(boxesOf(await readFile(track))[0]?.type).toBe('ftyp')
    for (const [i, line] of narration.lines.entries()) {
      expect(line.start).toBe(script.lines[i]?.start)
      expect(line.end).toBeLessThanOrEqual(script.lines[i]!.end + 0.02)
      expect(line.words.map(({ text }) => text).join(' ')).toBe(line.text)
      const times = line.words.map(({ start }) => start)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(line.words.at(-1)!.end).toBeLessThanOrEqual(line.end)
    }
    expect(JSON.parse(await readFile(join(folder, `${language}.json`), 'utf8'))).toEqual(narration)
  })

  test('is the same, byte for byte, when it is made again', async () => {
    const given = { language: 'es-ES', script: scriptOf(...scripts['es-ES']!), duration: 8, folder }
    await narrate(given)
    const first = await readFile(join(folder, 'es-ES.m4a'))
    await narrate(given)
    expect(first.equals(await readFile(join(folder, 'es-ES.m4a')))).toBe(true)
  })

  test('that overruns its slots is refused and leaves nothing behind', async () => {
    const script = scriptOf('El disco frena la rueda.', 'Con el desgaste, el pistón sale más que antes.', 4.6)
    const narration = narrate({ language: 'es-ES', script, duration: 8, folder })
    await expect(narration).rejects.toThrow(/text\.yaml:13: the line is \d\.\d s too long for its slot of 1\.0 s/)
    expect(existsSync(join(folder, 'es-ES.m4a'))).toBe(false)
  })

  test('by a person takes the place of the voice', async () => {
    const recording = join(folder, 'speaker.wav')
    const hum = Float32Array.from({ length: 44_100 * 8 }, (_, i) => 0.02 * Math.sin(i / 20) * Math.sin(i / 9000))
    await writeFile(recording, writeWav(hum, 44_100))
    const script = scriptOf(...scripts['en-US']!)
    const narration = await narrate({ language: 'en-US', script, duration: 8, folder, recording })
    expect(narration.voice).toBe('human')
    expect(narration.lines.map(({ start, end }) => [start, end])).toEqual([
      [0.6, 3.4],
      [3.6, 7.5],
    ])
    expect(Math.abs((await measure(join(folder, 'en-US.m4a'))).loudness + 18)).toBeLessThan(0.5)
    await expect(narrate({ language: 'en-US', script, duration: 12, folder, recording })).rejects.toThrow(
      'speaker.wav lasts 8.0 s, but the film 12.0 s',
    )
  })
})
