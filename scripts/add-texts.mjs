// Adds or changes texts in every locale file at once, so that no language is forgotten:
//
//   node scripts/add-texts.mjs < texts.json
//
// The input maps a message key to its text in each language: { "log_in": { "en-US": "Log in", "es-ES": "…" } }.
// en-AU may be left out where it reads the same as en-US; any other missing language is refused.
// Placeholders are written {name} and must be the same in every language. Keys are kept sorted.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const locales = join(import.meta.dirname, '../locales')
export const languageTags = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']
const lock = join(locales, '.lock')

const placeholders = (text) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map((m) => m[1])
    .toSorted()
    .join()

const problems = []
const input = JSON.parse(readFileSync(0, 'utf8'))
for (const [key, texts] of Object.entries(input)) {
  texts['en-AU'] ??= texts['en-US']
  for (const tag of languageTags) {
    if (typeof texts[tag] !== 'string' || texts[tag].trim() === '') problems.push(`${key}: no text for ${tag}`)
    else if (placeholders(texts[tag]) !== placeholders(texts['en-US']))
      problems.push(`${key}: other placeholders in ${tag}`)
  }
}
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}

for (let tries = 0; ; tries += 1) {
  try {
    mkdirSync(lock)
    break
  } catch (error) {
    if (error.code !== 'EEXIST' || tries > 100) throw error
    await sleep(50)
  }
}
try {
  for (const tag of languageTags) {
    const file = join(locales, `${tag}.json`)
    const all = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    for (const [key, texts] of Object.entries(input)) all[key] = texts[tag]
    const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
  }
} finally {
  rmdirSync(lock)
}
console.log(`${Object.keys(input).length} texts in ${languageTags.length} languages`)
