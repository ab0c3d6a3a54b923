import { setLocal, getLocal } from '../../../core/local-storage.ts'

/** Where a person stopped in films, kept on this device. Pure but for the storage. */

export interface Place {
  part: string
  second: number
}

/** Latest first. */
export type Places = readonly Place[]

const mostKept = 50
/** Nearer to the beginning or the end nobody has stopped in mid-film. */
const edge = 3

/** Places after somebody came to a second of a film; at its end, or its beginning, there is nothing to go on with. */
export function placesAfter(places: Places, { part, second }: Place, duration: number): Places {
  const others = places.filter((place) => place.part !== part)
  if (second < edge || second > duration - edge) return others
  return [{ part, second: Math.round(second * 10) / 10 }, ...others].slice(0, mostKept)
}

/** The second to go on from, or null. */
export const placeIn = (places: Places, part: string, duration: number): number | null => {
  const second = places.find((place) => place.part === part)?.second ?? 0
  return second >= edge && second <= duration - edge ? second : null
}

/** What was kept; entries that cannot be read are left out. */
export function readPlaces(text: string | null): Places {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(kept) ? kept.filter(isPlace).slice(0, mostKept) : []
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'part' in value &&
  typeof value.part === 'string' &&
  'second' in value &&
  Number.isFinite(value.second)

/** Of one user: whoever logs in after somebody else on the same counter goes on with nothing of theirs. */
const keyOf = (userId: number) => `film_places:${userId}`

export const storedPlaces = (userId: number): Places => readPlaces(getLocal(keyOf(userId)))

export function storePlace(userId: number, place: Place, duration: number): void {
  setLocal(keyOf(userId), JSON.stringify(placesAfter(storedPlaces(userId), place, duration)))
}
