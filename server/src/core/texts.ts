import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { pluralForm } from './formats.ts'

/**
 * The texts of locales/<language>/<room>.json, held in memory, for the server's own sentences (mail) and as files for
 * browsers. A page loads the texts of its rooms. The file of a whole language has every key. A text that a web site has
 * changed replaces the shipped one, on that web site only.
 */

/** The texts that a web site has changed, by language (BCP 47) and message key. A change makes a new map. */
export type EditedTexts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The web site whose texts are wanted. */
export interface TextsOf {
  texts: EditedTexts
}

/** The shipped texts, without those of any web site. */
export const shipped: TextsOf = { texts: new Map() }

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
  shippedTexts: typeof shippedTexts
}

/** The folder of the files. */
export const folder = join(import.meta.dirname, '../../../locales')
const fallback = 'en-US'
const tagsFolder = 'language-tags'

/** Texts as files: of the whole language, and of each room. */
interface Files {
  file(): TextFile
  /** Undefined for an unknown room. */
  room(name: string): TextFile | undefined
}

interface Locale extends Files {
  texts: Map<string, string>
  /** The texts of each room, in the order of its file. */
  entries: Map<string, [string, string][]>
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
  const entries = new Map<string, [string, string][]>()
  const texts = new Map<string, string>()
  for (const name of readdirSync(languageFolder).filter((n) => n.endsWith('.json'))) {
    const own = Object.entries(
      z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(languageFolder, name), 'utf8'))),
    )
    for (const [key, value] of own) {
      if (texts.has(key)) throw new Error(`${join(languageFolder, name)}: another room has the key "${key}" too`)
      texts.set(key, value)
    }
    entries.set(name.replace(/\.json$/, ''), own)
  }
  return { texts, entries, ...filesOf(entries) }
}

/** Each file is made when it is first asked for: a start needs none of them. */
function filesOf(entries: Locale['entries']): Files {
  const made = new Map<string, TextFile>()
  const once = (name: string, texts: () => [string, string][]): TextFile => {
    const file = made.get(name) ?? textFile(jsonOf(texts()))
    made.set(name, file)
    return file
  }
  return {
    file: () => once('', () => [...entries.values()].flat().toSorted(([a], [b]) => (a < b ? -1 : 1))),
    room(name) {
      const own = entries.get(name)
      return own && once(name, () => own)
    },
  }
}

function jsonOf(entries: [string, string][]): Buffer {
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

function textFile(bytes: Buffer): TextFile {
  return { bytes, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) }
}

/** Files of languages that a web site has changed. They are dropped with the map of the changed texts. */
const editedFiles = new WeakMap<ReadonlyMap<string, string>, { of: Locale; files: Files }>()

/** Returns the files of a language as a web site shows it; undefined for an unknown tag. */
function filesFor(site: TextsOf, tag: string): Files | undefined {
  const locale = locales.get(tag)
  const edited = site.texts.get(tag)
  if (!locale || !edited) return locale
  const known = editedFiles.get(edited)
  if (known?.of === locale) return known.files
  const entries = new Map(
    [...locale.entries].map(([room, own]) => [
      room,
      own.map(([key, value]): [string, string] => [key, edited.get(key) ?? value]),
    ]),
  )
  const files = filesOf(entries)
  editedFiles.set(edited, { of: locale, files })
  return files
}

/**
 * Returns the text of a message key in a language (BCP 47 tag, as the files are named): what the web site wrote, else the
 * shipped text. Falls back to American English, then to the key itself. `{name}` is replaced by the parameter of that
 * name; a placeholder without a parameter is left unchanged. With a number as `count`, the plural form of the language
 * is used if the key has forms: key_one, key_other.
 */
export function text(
  site: TextsOf,
  tag: string,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const { count } = params
  const textIn = (language: string, name: string) =>
    site.texts.get(language)?.get(name) ?? locales.get(language)?.texts.get(name)
  const of = (name: string) => textIn(tag, name) ?? textIn(fallback, name)
  const plural = typeof count === 'number' ? (of(`${key}_${pluralForm(count, tag)}`) ?? of(`${key}_other`)) : undefined
  const found = plural ?? of(key) ?? key
  return found.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

/** Returns all texts of a language as a web site shows them, as a file to serve; undefined for an unknown tag. */
export const localeFile = (site: TextsOf, tag: string): TextFile | undefined => filesFor(site, tag)?.file()

/** Returns the texts of one room as a web site shows them, as a file to serve; undefined for an unknown tag or room. */
export const roomFile = (site: TextsOf, tag: string, room: string): TextFile | undefined =>
  filesFor(site, tag)?.room(room)

/** Returns the names of languages, roles and systems in a language as a file to serve; undefined for an unknown tag. */
export const languageTagFile = (tag: string): TextFile | undefined => locales.get(tag)?.tags

/** Returns every message key, sorted. */
export const allKeys = (): string[] => [...(locales.get(fallback)?.texts.keys() ?? [])].toSorted()

/** A shipped text. `text` is undefined where the language has none, so that English is shown. */
export interface ShippedText {
  key: string
  /** The room whose pages show it. */
  room: string
  english: string
  text: string | undefined
}

/** Returns every shipped text with its translation into a language, sorted by key. */
export function shippedTexts(tag: string): ShippedText[] {
  const texts = locales.get(tag)?.texts
  return [...(locales.get(fallback)?.entries ?? [])]
    .flatMap(([room, own]) => own.map(([key, english]) => ({ key, room, english, text: texts?.get(key) })))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
