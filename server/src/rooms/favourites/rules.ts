import type { Favourite } from '@cutaway/contract/rooms/favourites.ts'

/** Rules of favourites that need no database. */

/**
 * Returns the ids of a list in their new order. A favourite that is given a number is placed before the one that
 * already has it; favourites without a new number keep their relative positions.
 */
export function reordered(
  list: readonly Favourite[],
  positions: readonly Pick<Favourite, 'id' | 'sequence_no'>[],
): number[] {
  const wanted = new Map(positions.map(({ id, sequence_no }) => [id, sequence_no]))
  return list
    .map(({ id, sequence_no }, i) => ({
      id,
      place: wanted.get(id) ?? sequence_no,
      named: wanted.has(id) ? 0 : 1,
      before: i,
    }))
    .toSorted((a, b) => a.place - b.place || a.named - b.named || a.before - b.before)
    .map(({ id }) => id)
}
