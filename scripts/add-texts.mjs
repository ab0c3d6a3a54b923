// Adds or changes texts in every language at once, so that no language is forgotten:
//
//   node scripts/add-texts.mjs sessions < texts.json
//
// The word is the room whose pages show the new texts (locales/<language>/<room>.json): `frame` for what every page shows or
// several rooms share. It may be left out when all keys exist already: a key is changed where it is.
// The input maps a message key to its text in each language: { "log_in": { "en-US": "Log in", "es-ES": "…" } }.
// en-AU may be left out where it reads the same as en-US; any other missing language is refused.
// Placeholders are written {name} and must be the same in every language. Keys are kept sorted.
import { mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
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

const fileOf = (tag, room) => join(locales, tag, `${room}.json`)
const read = (tag, room) => JSON.parse(readFileSync(fileOf(tag, room), 'utf8'))
const rooms = readdirSync(join(locales, 'en-US')).map((file) => file.replace('.json', ''))
const roomOf = new Map(rooms.flatMap((room) => Object.keys(read('en-US', room)).map((key) => [key, room])))
const [given] = process.argv.slice(2)

const problems = []
if (given !== undefined && !rooms.includes(given)) problems.push(`${given} is none of the rooms ${rooms.join(', ')}`)
const input = JSON.parse(readFileSync(0, 'utf8'))
for (const [key, texts] of Object.entries(input)) {
  texts['en-AU'] ??= texts['en-US']
  const room = roomOf.get(key)
  if (room === undefined && given === undefined) problems.push(`${key}: say the room of a new text`)
  if (room !== undefined && given !== undefined && room !== given) problems.push(`${key}: is in ${room} already`)
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
    for (const room of new Set(Object.keys(input).map((key) => roomOf.get(key) ?? given))) {
      const all = read(tag, room)
      for (const [key, texts] of Object.entries(input)) if ((roomOf.get(key) ?? given) === room) all[key] = texts[tag]
      const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      writeFileSync(fileOf(tag, room), `${JSON.stringify(sorted, null, 2)}\n`)
    }
  }
} finally {
  rmdirSync(lock)
}
console.log(`${Object.keys(input).length} texts in ${languageTags.length} languages`)
