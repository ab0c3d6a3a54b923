import type { Source } from '../source.ts'
import type { TextSource } from '../part.format.ts'
import type { Faults } from './fault.ts'

/** Every language has every word, and says its lines in the same slots. */

export const languages = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'] as const

type Section = 'labels' | 'badges' | 'chapters' | 'groups' | 'steps' | 'keywords' | 'symptoms'

export function checkTexts(source: Source, faults: Faults): void {
  const needed = neededIds(source)
  for (const tag of languages) {
    const file = `text.${tag}.yaml`
    const text = source.texts.get(tag)
    if (!text) {
      faults.add('part.yaml', [], `the language ${tag} is missing: add ${file}`)
      continue
    }
    for (const [section, ids] of Object.entries(needed) as [Section, Set<string>][]) {
      for (const id of ids)
        if (!(id in text[section])) faults.add(file, [section], `${section} has no text for ${id}: add it`)
      for (const id of Object.keys(text[section]))
        if (!ids.has(id)) faults.add(file, [section, id], `${id} is used nowhere in ${section}: take it out, or use it`)
    }
    checkScript(source, tag, text, faults)
  }
  for (const tag of source.texts.keys())
    if (!languages.includes(tag as (typeof languages)[number]))
      faults.add(`text.${tag}.yaml`, [], `${tag} is no language of the product; languages: ${languages.join(', ')}`)
}

function neededIds({ part, scene }: Source): Record<Section, Set<string>> {
  const steps = part.interactive_film?.steps ?? []
  const stepLabels = Object.values(scene.interactive_film?.labels ?? {}).flat()
  return {
    labels: new Set([...(scene.film?.labels ?? []), ...stepLabels].map((l) => l.label)),
    badges: new Set((scene.film?.badges ?? []).map((b) => b.id)),
    chapters: new Set((part.film?.chapters ?? []).map((c) => c.id)),
    groups: new Set(steps.map((s) => s.group)),
    steps: new Set(steps.map((s) => s.id)),
    keywords: new Set(part.keywords),
    symptoms: new Set(part.symptoms),
  }
}

function checkScript({ part, texts }: Source, tag: string, text: TextSource, faults: Faults): void {
  const file = `text.${tag}.yaml`
  const english = texts.get('en-US')?.script ?? []
  if (!part.film) return
  if (text.script.length !== english.length)
    faults.add(
      file,
      ['script'],
      `${text.script.length} lines, but en-US has ${english.length}: give every line its own`,
    )
  let before = 0
  for (const [i, line] of text.script.entries()) {
    const slot = english[i]
    if (slot && (slot.start !== line.start || slot.end !== line.end))
      faults.add(
        file,
        ['script', i],
        `the slot is ${line.start} to ${line.end}, in en-US ${slot.start} to ${slot.end}: use the slot of en-US`,
      )
    if (line.start < before || line.end <= line.start)
      faults.add(file, ['script', i], `the slot ${line.start} to ${line.end} overlaps the one before: move it`)
    if (line.end > part.film.duration)
      faults.add(
        file,
        ['script', i],
        `the slot ends at ${line.end}, after the film's ${part.film.duration} s: shorten it`,
      )
    before = line.end
  }
}
