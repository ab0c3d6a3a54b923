import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unknownWords } from '../narration/voices/hebrew.ts'
import { readScript } from '../narration/script.ts'
import type { Source } from '../source.ts'
import type { Fault } from './fault.ts'
import { linesTooLong } from './speech.ts'

/** What is worth a look and is no fault: nothing has to be done about it. */
export function warningsOf(source: Source): Fault[] {
  const surely = new Set(
    source.part.film?.audio.flatMap((a) => linesTooLong(source, a.language, 'surely').map(placeOf)),
  )
  return (source.part.film?.audio ?? []).flatMap(({ language }) => [
    ...linesTooLong(source, language, 'perhaps')
      .filter((line) => !surely.has(placeOf(line)))
      .map((line) => ({ ...line, says: `${line.says.replace('the line is', 'the line may be')}, or listen to it` })),
    ...guessedWords(source, language),
  ])
}

const placeOf = ({ file, line }: Fault): string => `${file}:${line}`

/** Hebrew words that the voice can only guess, line by line. A speaker reads them, and so do the other voices theirs. */
export function guessedWords({ id, folder, texts }: Source, language: string): Fault[] {
  if (!language.startsWith('he-') || !texts.has(language) || existsSync(join(folder, 'recordings', `${language}.wav`)))
    return []
  const file = `text.${language}.yaml`
  return readScript(file, readFileSync(join(folder, file), 'utf8')).lines.flatMap(({ text, spoken, lineNumber }) => {
    const words = unknownWords(spoken ?? text)
    if (words.length === 0) return []
    const says = `the voice guesses the vowels of ${words.join(', ')}: give the line as spoken: too, with vowel points`
    return [{ part: id, file, line: lineNumber, says }]
  })
}
