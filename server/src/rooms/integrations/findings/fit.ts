import { troubleCodeIn } from '@cutaway/contract/rooms/catalogue/codes.ts'
import type { FoundFilm } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { FitReason, Finding } from '@cutaway/contract/rooms/integrations/findings.ts'
import type { z } from 'zod'

/** Ranks films for one finding of an inspection. */

type Reason = z.infer<typeof FitReason>
/** Returns the films for a keyword in order of relevance, one per part. */
type Find = (keyword: string) => Promise<readonly FoundFilm[]>

export interface Fit {
  films: { partId: string; because: Reason[] }[]
  /** Codes that are malformed, or that no film explains. */
  unknownCodes: string[]
}

/**
 * What a reason is worth. A code names its film; the name of the part says more than a note, which often names
 * other parts too; the system alone only breaks ties.
 */
const worth: Record<Reason, number> = { code: 100, part: 60, note: 25, system: 10 }
/** A film that fits by a corrected typo or only by its system counts less than one that has the words as spelt. */
const weak = 0.4
/** How much of the worth each further place of a list loses. */
const perPlace = 0.08

/** Returns the films that fit a finding, the best first. */
export async function fitFinding(finding: Finding, find: Find, known: ReadonlyMap<string, unknown>): Promise<Fit> {
  const scores = new Map<string, { score: number; because: Set<Reason> }>()
  const add = (reason: Reason, films: readonly FoundFilm[]) => {
    for (const [place, film] of films.entries()) {
      const [match] = film.matches
      const isWeak = match !== undefined && (match.is_typo === 1 || match.kind === 'system')
      const score = worth[reason] * Math.max(0.2, 1 - place * perPlace) * (isWeak && reason !== 'system' ? weak : 1)
      const kept = scores.get(film.part_id)
      if (kept) {
        // Several codes of one film are one reason.
        kept.score += kept.because.has(reason) ? 0 : score
        kept.because.add(reason)
      } else scores.set(film.part_id, { score, because: new Set([reason]) })
    }
  }
  const unknownCodes: string[] = []
  for (const text of new Set(finding.codes ?? [])) {
    const code = troubleCodeIn(text)
    const films = code !== null && known.has(code) ? (await find(code)).filter(explains(code)) : []
    if (films.length === 0) unknownCodes.push(text)
    add('code', films)
  }
  if (finding.part) add('part', await find(finding.part))
  if (finding.note) add('note', await find(finding.note))
  // A system has many films: by itself it finds them, beside other words it only orders what those found.
  if (finding.system) {
    const ofSystem = await find(finding.system)
    add('system', scores.size === 0 ? ofSystem : ofSystem.filter(({ part_id }) => scores.has(part_id)))
  }
  return {
    films: [...scores]
      .toSorted(([, a], [, b]) => b.score - a.score)
      .map(([partId, { because }]) => ({ partId, because: order.filter((reason) => because.has(reason)) })),
    unknownCodes,
  }
}

const order: readonly Reason[] = ['code', 'part', 'note', 'system']

const explains =
  (code: string) =>
  ({ matches }: FoundFilm): boolean =>
    matches.some((match) => match.kind === 'code' && match.text === code)
