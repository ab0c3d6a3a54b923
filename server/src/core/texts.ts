import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { pluralForm } from './formats.ts'

/**
 * The texts of locales/<language>/<room>.json, held in memory, for the server's own sentences (mail) and as files for
 * browsers. A page loads the texts of its rooms. The file of a whole language has every key.
 */

export interface TextFile {
  /** The content of the file: UTF-8 JSON. */
  bytes: Buffer
  /** Changes with the content. Safe in a URL. */
  hash: string
}

export interface Texts {
  text: typeof text
  localeFile: typeof localeFile
  roomFile: typeof roomFile
  languageTagFile: typeof languageTagFile
  allKeys: typeof allKeys
}

/** The folder of the files. */
export const folder = join(import.meta.dirname, '../../../locales')
const fallback = 'en-US'
const tagsFolder = 'language-tags'

interface Locale {
  texts: Map<string, string>
  file: TextFile
  rooms: Map<string, TextFile>
  tags: TextFile | undefined
}
let locales = readLocales(folder)

/**
 * Reloads the files. Throws if a file cannot be read or if two rooms have the same key; the former texts are then kept.
 */
export function reload(from: string = folder): void {
  locales = readLocales(from)
}

function readLocales(from: string): Map<string, Locale> {
  const languages = readdirSync(from, { withFileTypes: true }).filter((f) => f.isDirectory() && f.name !== tagsFolder)
  return new Map(
    languages.map(({ name }) => {
      const tags = join(from, tagsFolder, `${name}.json`)
      return [
        name,
        { ...readRooms(join(from, name)), tags: existsSync(tags) ? textFile(readFileSync(tags)) : undefined },
      ]
    }),
  )
}

/** Returns the texts of one language, by room and all together. */
function readRooms(languageFolder: string): Omit<Locale, 'tags'> {
  const rooms = new Map<string, TextFile>()
  const texts = new Map<string, string>()
  for (const name of readdirSync(languageFolder).filter((n) => n.endsWith('.json'))) {
    const entries = Object.entries(
      z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(languageFolder, name), 'utf8'))),
    )
    for (const [key, value] of entries) {
      if (texts.has(key)) throw new Error(`${join(languageFolder, name)}: another room has the key "${key}" too`)
      texts.set(key, value)
    }
    rooms.set(name.replace(/\.json$/, ''), textFile(jsonOf(entries)))
  }
  const all = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { texts, rooms, file: textFile(jsonOf(all)) }
}

function jsonOf(entries: [string, string][]): Buffer {
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

function textFile(bytes: Buffer): TextFile {
  return { bytes, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) }
}

/**
 * Returns the text of a message key in a language (BCP 47 tag, as the files are named). Falls back to American English,
 * then to the key itself. `{name}` is replaced by the parameter of that name; a placeholder without a parameter is left
 * unchanged. With a number as `count`, the plural form of the language is used if the key has forms: key_one, key_other.
 */
export function text(tag: string, key: string, params: Readonly<Record<string, string | number>> = {}): string {
  const { count } = params
  const of = (name: string) => locales.get(tag)?.texts.get(name) ?? locales.get(fallback)?.texts.get(name)
  const plural = typeof count === 'number' ? (of(`${key}_${pluralForm(count, tag)}`) ?? of(`${key}_other`)) : undefined
  const found = plural ?? of(key) ?? key
  return found.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

/** Returns all texts of a language as a file to serve; undefined for an unknown tag. */
export const localeFile = (tag: string): TextFile | undefined => locales.get(tag)?.file

/** Returns the texts of one room in a language as a file to serve; undefined for an unknown tag or room. */
export const roomFile = (tag: string, room: string): TextFile | undefined => locales.get(tag)?.rooms.get(room)

/** Returns the names of languages, roles and systems in a language as a file to serve; undefined for an unknown tag. */
export const languageTagFile = (tag: string): TextFile | undefined => locales.get(tag)?.tags

/** Returns every message key, sorted. */
export const allKeys = (): string[] => [...(locales.get(fallback)?.texts.keys() ?? [])].toSorted()
