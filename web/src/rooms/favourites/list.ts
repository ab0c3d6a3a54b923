import type { Favourite } from '@cutaway/contract/rooms/favourites.ts'

/** Applies changes to a list of favourites in memory, as the server does. Pure. */

/** In this order, numbered from 1. */
export const numbered = (list: readonly Favourite[]): Favourite[] =>
  list.map((one, i) => ({ ...one, sequence_no: i + 1 }))

export const favouriteOf = (list: readonly Favourite[], partId: string): Favourite | undefined =>
  list.find(({ part_id }) => part_id === partId)

/** Inserts a favourite at its sequence_no, before the current one at that position. */
export function withFavourite(list: readonly Favourite[], added: Favourite): Favourite[] {
  const others = list.filter(({ part_id }) => part_id !== added.part_id)
  const at = others.findIndex(({ sequence_no }) => sequence_no >= added.sequence_no)
  return at === -1 ? [...others, added] : numbered([...others.slice(0, at), added, ...others.slice(at)])
}

export const withoutFavourite = (list: readonly Favourite[], partId: string): Favourite[] =>
  list.filter(({ part_id }) => part_id !== partId)

/** Moves the favourite at index `from` to index `to` and renumbers from 1. An index outside the list means its end. */
export function moved(list: readonly Favourite[], from: number, to: number): Favourite[] {
  const one = list[from]
  if (!one) return [...list]
  const others = list.filter((other) => other !== one)
  const at = Math.max(0, Math.min(to, others.length))
  return numbered([...others.slice(0, at), one, ...others.slice(at)])
}
