import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * The texts of locales/<language>/<room>.json, held in memory: for the server's own sentences (mail) and, as files, for
 * browsers. A page loads the texts of its rooms; the file of a whole language has every key.
 */

export interface TextFile {
  /** The file as it is: UTF-8 JSON. */
  bytes: Buffer
  /** Changes with the content; safe in an address. */
  hash: string
}

export interface Texts {
  text: typeof text
  localeFile: typeof localeFile
  roomFile: typeof roomFile
  languageTagFile: typeof languageTagFile
  allKeys: typeof allKeys
}

/** Where the files are. */
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

/** Reads the files again. Throws when one cannot be read, or when two rooms have the same key; the former texts stay. */
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

/** The texts of one language: by room as they are in the files, and all together. */
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
 * The text of a message key in a language (BCP 47 tag, as the files are named), else in American English, else the key
 * itself. `{name}` is replaced by the parameter of that name; one without a parameter stays as it is.
 */
export function text(tag: string, key: string, params: Readonly<Record<string, string | number>> = {}): string {
  const found = locales.get(tag)?.texts.get(key) ?? locales.get(fallback)?.texts.get(key) ?? key
  return found.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

/** Every text of a language as a file to serve; undefined for a tag that has none. */
export const localeFile = (tag: string): TextFile | undefined => locales.get(tag)?.file

/** The texts of one room in a language as a file to serve; undefined for a tag or a room that has none. */
export const roomFile = (tag: string, room: string): TextFile | undefined => locales.get(tag)?.rooms.get(room)

/** The names of languages, roles and systems in a language as a file to serve; undefined for a tag that has none. */
export const languageTagFile = (tag: string): TextFile | undefined => locales.get(tag)?.tags

/** Every message key, sorted. */
export const allKeys = (): string[] => [...(locales.get(fallback)?.texts.keys() ?? [])].toSorted()
