import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The texts of locales/, held in memory: for the server's own sentences (mail) and, as whole files, for browsers. */

export interface TextFile {
  /** The file as it is: UTF-8 JSON. */
  bytes: Buffer
  /** Changes with the content; safe in an address. */
  hash: string
}

export interface Texts {
  text: typeof text
  localeFile: typeof localeFile
  languageTagFile: typeof languageTagFile
  allKeys: typeof allKeys
}

/** Where the files are. */
export const folder = join(import.meta.dirname, '../../../locales')
const fallback = 'en-US'

interface Locale {
  texts: Map<string, string>
  file: TextFile
  tags: TextFile | undefined
}
let locales = readLocales(folder)

/** Reads the files anew. Throws when one cannot be read; the former texts stay. */
export function reload(from: string = folder): void {
  locales = readLocales(from)
}

function readLocales(from: string): Map<string, Locale> {
  const read = new Map<string, Locale>()
  for (const name of readdirSync(from).filter((n) => n.endsWith('.json'))) {
    const file = textFile(join(from, name))
    const tags = join(from, 'language-tags', name)
    const texts = new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(file.bytes.toString()))))
    read.set(name.replace(/\.json$/, ''), { texts, file, tags: existsSync(tags) ? textFile(tags) : undefined })
  }
  return read
}

function textFile(path: string): TextFile {
  const bytes = readFileSync(path)
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

/** The names of languages, roles and systems in a language as a file to serve; undefined for a tag that has none. */
export const languageTagFile = (tag: string): TextFile | undefined => locales.get(tag)?.tags

/** Every message key, sorted. */
export const allKeys = (): string[] => [...(locales.get(fallback)?.texts.keys() ?? [])].toSorted()
