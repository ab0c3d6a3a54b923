/** Names of languages in themselves, where the region has to be told or left out. */
const names: Record<string, string> = {
  'en-US': 'English (US)',
  'en-AU': 'English (Australia)',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'he-IL': 'עברית',
  'zh-CN': '简体中文',
  'th-TH': 'ไทย',
}

/** The name of a language in itself, for menus of players. */
export function nameOf(tag: string): string {
  const name = names[tag] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag.split('-')[0] ?? tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** ISO 639-2 codes, which an MP4 file has for the language of a track. */
const codes: Record<string, string> = {
  ar: 'ara',
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  he: 'heb',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  ru: 'rus',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  zh: 'zho',
}

/** The code of a tag's language in three letters; `und` (not determined) for one that is not listed. */
export function threeLetters(tag: string): string {
  return codes[tag.split('-')[0] ?? ''] ?? 'und'
}
