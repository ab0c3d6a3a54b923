import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineSeconds, type KnownLengths } from '../narration/known.ts'
import { overruns } from '../narration/overrun.ts'
import { readScript } from '../narration/script.ts'
import type { Source } from '../source.ts'
import type { Faults } from './fault.ts'

/** An estimate may be a fifth too long: what is called an overrun before the voice has spoken is one for certain. */
const certain = 0.83

/** Lines that are too long for their slots: by the length that the voice took where it has said them, else by an estimate. */
export function checkSpeech(source: Source, faults: Faults): void {
  const path = join(source.folder, 'media/narration.json')
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as KnownLengths) : undefined
  for (const { language } of source.part.film?.audio ?? []) {
    const file = `text.${language}.yaml`
    if (!source.texts.has(language)) continue
    const script = readScript(file, readFileSync(join(source.folder, file), 'utf8'))
    const seconds = script.lines.map((line) => {
      const { seconds: spoken, isMeasured } = lineSeconds(language, line, known)
      return isMeasured ? spoken : spoken * certain
    })
    for (const message of overruns(script, seconds)) {
      const [, line, says] = /^[^:]+:(\d+): (.*)$/.exec(message)!
      faults.list.push({ part: source.id, file, line: Number(line), says: says! })
    }
  }
}
