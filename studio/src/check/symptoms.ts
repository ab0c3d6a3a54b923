import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { partIds, type Source } from '../source.ts'
import type { Faults } from './fault.ts'

/** One symptom has the same words in every part, language by language: a customer who looks for it finds all of them. */
export function checkSymptoms(source: Source, faults: Faults): void {
  const root = dirname(source.folder)
  // What is still being made follows the finished parts, and not the other way round.
  const others = partIds(root).filter(
    (other) => other !== source.id && (source.part.draft || !isDraft(join(root, other))),
  )
  for (const [tag, { symptoms }] of source.texts) {
    const file = `text.${tag}.yaml`
    const theirs = others.map((other) => ({ other, words: symptomsIn(join(root, other, file)) }))
    for (const [id, words] of Object.entries(symptoms)) {
      const differing = theirs.filter((t) => typeof t.words[id] === 'string' && t.words[id] !== words)
      if (differing.length === 0) continue
      const said = differing.map((t) => `"${t.words[id] as string}" in ${t.other}`).join(', ')
      faults.add(file, ['symptoms', id], `the symptom ${id} is "${words}" here, ${said}: give all the same words`)
    }
  }
}

const isDraft = (folder: string): boolean =>
  existsSync(join(folder, 'part.yaml')) && /^draft: *true/m.test(readFileSync(join(folder, 'part.yaml'), 'utf8'))

/** The symptoms of a text file, without reading the rest of it: every part is held against all others. */
function symptomsIn(path: string): Record<string, unknown> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const section = /^symptoms:.*\n(?:(?: .*|#.*)?\n)*/m.exec(`${text}\n`)?.[0]
  try {
    const { symptoms } = parse(section ?? 'symptoms: {}') as { symptoms: Record<string, unknown> | null }
    return symptoms ?? {}
  } catch {
    // What is wrong with the file is told where its own part is checked.
    return {}
  }
}
