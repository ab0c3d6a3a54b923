import { removeLocal, setLocal, getLocal } from '../../core/local-storage.ts'

/** The preferred narration language, if it differs from the page's. Stored on this device. */

const key = 'film_language'

export interface FilmLanguageChoice {
  /** Language of the page when it was chosen: the choice does not apply to other page languages. */
  page: number
  film: number
}

export function readFilmLanguage(text: string | null): FilmLanguageChoice | null {
  const match = /^(\d{1,4}),(\d{1,4})$/.exec(text ?? '')
  return match ? { page: Number(match[1]), film: Number(match[2]) } : null
}

/** Returns the narration language for a page language; null: the page's own. */
export const wantedOn = (page: number, choice: FilmLanguageChoice | null): number | null =>
  choice && choice.page === page && choice.film !== page ? choice.film : null

export const rememberedFilmLanguage = (page: number): number | null => wantedOn(page, readFilmLanguage(getLocal(key)))

export function rememberFilmLanguage({ page, film }: FilmLanguageChoice): void {
  if (page === film) removeLocal(key)
  else setLocal(key, `${page},${film}`)
}
