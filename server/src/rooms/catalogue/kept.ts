import type { Prepared } from '../../core/http/endpoints.ts'
import { oncePer } from '../../core/once-per.ts'
import type { Library } from './library/library.ts'

const keepFor = 15 * 60_000

export type Kept = (key: string, now: Date, make: () => Prepared) => Prepared

/**
 * Answers that are the same for everybody with the same key: made once, then bytes for a quarter of an hour (films are new
 * for a time only), or until the library is read anew.
 */
export function keptAnswers(library: Pick<Library, 'films'>): Kept {
  const made = new Map<string, { at: number; answer: Prepared }>()
  let madeOf = library.films
  return (key, now, make) => {
    if (madeOf !== library.films) {
      made.clear()
      madeOf = library.films
    }
    const known = made.get(key)
    if (known && now.getTime() - known.at < keepFor) return known.answer
    const answer = make()
    made.set(key, { at: now.getTime(), answer })
    return answer
  }
}

/** Answers of one module: for each library its own. */
export const keptOfModule = () => oncePer(keptAnswers)
