import type { Prepared } from '../../core/endpoints.ts'

const keepFor = 15 * 60_000

export type Kept = (key: string, now: Date, make: () => Prepared) => Prepared

/** Answers that are the same for everybody with the same key: made once, then bytes for a quarter of an hour. */
export function keptAnswers(): Kept {
  const made = new Map<string, { at: number; answer: Prepared }>()
  return (key, now, make) => {
    const known = made.get(key)
    if (known && now.getTime() - known.at < keepFor) return known.answer
    const answer = make()
    made.set(key, { at: now.getTime(), answer })
    return answer
  }
}
