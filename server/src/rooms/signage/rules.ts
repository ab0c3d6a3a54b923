import { defaultPlayType } from '@cutaway/contract/rooms/signage/loops.ts'
import type { LoopPlayType } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Film } from '../catalogue/library/library.ts'

/** Rules of loops that need no database. */

/** Returns the mode of a loop: the chosen one, else the default of the language. */
export const playTypeOf = (
  loop: { play_type: LoopPlayType | null } | undefined,
  languageId: number,
  itemCount: number,
): LoopPlayType => loop?.play_type ?? defaultPlayType(languageId, itemCount > 0)

/** The length of the selection for waiting rooms. */
const mostWaitingFilms = 12

/**
 * Returns the selection for waiting rooms: one narrated film of each sub-system, so that customers of every kind see
 * something of theirs, in the order of the systems.
 */
export function waitingSelection(films: readonly Film[]): Film[] {
  const seen = new Set<number>()
  return films
    .filter(({ kind, of }) => {
      if (kind !== 'narrated' || seen.has(of.subSystem.id)) return false
      seen.add(of.subSystem.id)
      return true
    })
    .slice(0, mostWaitingFilms)
}

/**
 * Returns the ids of a list in their new order. An item that is given a number is placed before the one that already
 * has it; items without a new number, also those that someone else has just added, keep their relative positions.
 */
export function reordered(
  list: readonly { item_id: number; sequence_no: number }[],
  positions: readonly { id: number; sequence_no: number }[],
): number[] {
  const wanted = new Map(positions.map(({ id, sequence_no }) => [id, sequence_no]))
  return list
    .map(({ item_id, sequence_no }, before) => ({
      id: item_id,
      place: wanted.get(item_id) ?? sequence_no,
      named: wanted.has(item_id) ? 0 : 1,
      before,
    }))
    .toSorted((a, b) => a.place - b.place || a.named - b.named || a.before - b.before)
    .map(({ id }) => id)
}
