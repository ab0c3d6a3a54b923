import { type TextRoom, textsUrl } from '@cutaway/contract/boot.ts'
import { setLanguage } from '@cutaway/contract/rooms/sites/translations.ts'
import { type Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { send } from '../api.ts'
import { boot } from '../boot.ts'
import { loadFont } from './fonts.ts'
import { type Format, makeFormat } from './format.ts'
import { currentSession } from '../session.ts'
import { storedLanguageCode, storedLanguageId } from '../preferences.ts'
import { makeTranslate, type Table, type Translate } from './texts.ts'

/**
 * Manages the language of the page and its texts. A key is the message key as the server sends it, including dots,
 * colons and spaces. Plural forms have the suffixes of CLDR: films_count_one, films_count_other, films_count_two for
 * Hebrew.
 */

interface Spoken {
  language: Language
  t: Translate
  /** The language of the texts that `t` returns. */
  rooms: ReadonlySet<TextRoom>
  /** Returns the names of languages, roles and systems (`role_6`), once their file is loaded. */
  tag: (name: string) => string
}

const byId = (id: number) => boot.languages.find((language) => language.language_id === id)
const fallback: Language = { language_id: 50, language_code: 'en-US', name: 'English', direction: 'ltr', font: null }
const first = byId(boot.language_id) ?? boot.languages[0] ?? fallback

interface Texts {
  table: Table
  rooms: ReadonlySet<TextRoom>
}

const spoken = (language: Language, { table, rooms }: Texts, tags: Table = {}): Spoken => ({
  language,
  t: makeTranslate(table, language.language_code),
  rooms,
  tag: (name) => tags[name] ?? '',
})

let now = spoken(first, { table: {}, rooms: new Set() })
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function speak(next: Spoken): void {
  now = next
  for (const listener of listeners) listener()
}
const useSpoken = () => useSyncExternalStore(subscribe, () => now)

const files = new Map<string, Promise<Table>>()
/** Loads each file once. A failed file is requested again on the next use. */
function fetchTable(url: string | undefined): Promise<Table> {
  if (!url) return Promise.resolve({})
  const known = files.get(url)
  if (known) return known
  const table = (async () => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return (await response.json()) as Table
  })()
  files.set(url, table)
  table.catch(() => files.delete(url))
  return table
}

const addressOf = (languageId: number, room: TextRoom) => {
  const url = boot.locale_urls[languageId]
  return url && textsUrl(url, room)
}

/** The rooms whose texts this page has requested so far. */
const wanted = new Set<TextRoom>(['frame'])

/** Returns the texts of all requested rooms in a language. Throws if one cannot be loaded. */
async function textsOf(languageId: number): Promise<Texts> {
  for (;;) {
    const rooms = [...wanted]
    // oxlint-disable-next-line no-await-in-loop -- another room may be wanted by the time these have come
    const tables = await Promise.all(rooms.map((room) => fetchTable(addressOf(languageId, room))))
    if (rooms.length === wanted.size) return { table: Object.assign({}, ...tables) as Table, rooms: new Set(rooms) }
  }
}

/**
 * Loads a module and the texts of its rooms in parallel: `lazy(() => withTexts(['sharing'], import('./X.tsx')))`. Texts
 * that fail to load are shown as their keys, and requested again by the next module that needs them.
 */
export async function withTexts<M>(rooms: readonly TextRoom[], module: Promise<M>): Promise<M> {
  const [loaded] = await Promise.all([module, loadTexts(rooms)])
  return loaded
}

/** Loads texts of rooms for a page that needs them later than its module. */
export async function loadTexts(rooms: readonly TextRoom[]): Promise<void> {
  if (rooms.every((room) => now.rooms.has(room))) return
  for (const room of rooms) wanted.add(room)
  try {
    let { language } = now
    let texts = await textsOf(language.language_id)
    while (language !== now.language) {
      language = now.language
      // oxlint-disable-next-line no-await-in-loop -- only while the person changes the language at the same moment
      texts = await textsOf(language.language_id)
    }
    speak({ ...spoken(language, texts), tag: now.tag })
  } catch {
    // The keys are shown.
  }
}

/** Loads the texts of the page's language. If that fails, the keys are shown and the page still works. */
export async function startI18n(): Promise<void> {
  const chosen = storedLanguageId.get()
  // If the cookie is missing, uses the language stored on this device.
  const forgotten = chosen !== null && chosen !== first.language_id && !document.cookie.includes(cookie)
  if (forgotten && byId(chosen)) {
    try {
      return await changeLanguage(chosen)
    } catch {
      // Falls back to the language in which the server rendered the page.
    }
  }
  loadFont(first)
  try {
    const texts = await textsOf(first.language_id)
    // Keeps a language that was chosen in the meantime.
    if (now.language === first) speak(spoken(first, texts))
  } catch {
    // The keys are shown.
  }
}

export const languages: readonly Language[] = boot.languages
/** Returns the native name of a language of the site; undefined for any other language. */
export const languageName = (id: number | undefined): string | undefined => byId(id ?? 0)?.name
export const currentLanguage = (): Language => now.language

/** Changes the language of the whole page without a reload, and stores it on this device and for the user. */
export async function changeLanguage(id: number): Promise<void> {
  if (id === now.language.language_id || !(await speakIn(id))) return
  setStoredLanguage(id)
  if (currentSession()) await rememberWithUser(id)
}

/** Returns false for a language that the site does not have. */
async function speakIn(id: number): Promise<boolean> {
  const next = byId(id)
  if (!next) return false
  const [texts, tags] = await Promise.all([textsOf(id), tagsWanted ? fetchTable(boot.tag_urls[id]) : {}])
  loadFont(next)
  document.documentElement.lang = next.language_code
  document.documentElement.dir = next.direction
  speak(spoken(next, texts, tags))
  return true
}

/**
 * Shows the page in a language temporarily, without storing it, for a place that shows a message in that language.
 * Returns a function that restores the previous language. If the texts cannot be loaded, the page does not change.
 */
export async function showIn(id: number): Promise<() => void> {
  const before = now.language.language_id
  if (id === before) return () => undefined
  try {
    await speakIn(id)
  } catch {
    return () => undefined
  }
  // Does not override a language that the user has chosen since.
  return () => {
    if (now.language.language_id === id) speakIn(before).catch(() => undefined)
  }
}

const cookie = 'cutaway_language='

/** Stores a language of the site on this device, for the next page load. */
export function setStoredLanguage(id: number): void {
  const language = byId(id)
  if (!language) return
  storedLanguageId.set(id)
  storedLanguageCode.set(language.language_code)
  document.cookie = `${cookie}${id};path=/;max-age=31536000;SameSite=Lax`
}

/** Stores the choice on the server. A failure is ignored, because the page has already changed. */
async function rememberWithUser(id: number): Promise<void> {
  try {
    await send(setLanguage, { body: { language_id: id } })
  } catch {
    // The cookie still holds the choice for this device.
  }
}

/** Returns the language of the page, its direction and font. Re-renders on changes. */
export const useLanguage = (): Language => useSpoken().language

/** `const t = useTexts()`, then `t(key, { name })`. */
export const useTexts = (): Translate => useSpoken().t

/** Returns the text of a key outside React. */
export const textOf: Translate = (key, values) => now.t(key, values)

/** Returns texts of rooms in another language of the site than the page's, for messages to other people. */
export async function textsIn(languageId: number, rooms: readonly TextRoom[]): Promise<Translate> {
  const language = byId(languageId) ?? fallback
  const tables = await Promise.all(rooms.map((room) => fetchTable(addressOf(languageId, room))))
  return makeTranslate(Object.assign({}, ...tables) as Table, language.language_code)
}

let tagsWanted = false
async function loadTags(): Promise<void> {
  tagsWanted = true
  const { language } = now
  const tags = await fetchTable(boot.tag_urls[language.language_id])
  if (now.language === language) speak({ ...now, tag: (name) => tags[name] ?? '' })
}

/** Returns the text of a tag (`role_6`); empty until the tags file is loaded, which the first use requests. */
export function useTag(): (name: string) => string {
  const { tag } = useSpoken()
  if (!tagsWanted) loadTags().catch(() => undefined)
  return tag
}

/**
 * Returns formatters for numbers, dates and money in the language of the page, with the user's or the site's time zone, and the site's currency.
 */
export function useFormat(): Format {
  const { language_code: locale } = useLanguage()
  const session = currentSession()
  const { time_zone, currency } = session?.web_site ?? boot.web_site
  const zone = session?.user.time_zone ?? time_zone
  return useMemo(() => makeFormat(locale, zone, currency), [locale, zone, currency])
}
