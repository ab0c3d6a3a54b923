/**
 * How fast captions may follow each other to be read while the picture is watched: characters a second. The figures are those
 * of subtitlers for adults: 20 for languages with an alphabet, 17 for Thai, 9 for Chinese. Marks over and under letters are
 * not counted.
 */
const fastest: Record<string, number> = { zh: 9, th: 17 }
const common = 20

export const readingSpeed = (tag: string): number => fastest[tag.split('-')[0] ?? ''] ?? common

/** Characters that a reader sees. */
export const readCharacters = (text: string): number => Array.from(text.replaceAll(/\p{Mn}/gu, '')).length
