import { setLocal, getLocal } from '../../../core/local-storage.ts'

/** Stores where a user stopped in films, on this device. Pure except for the storage. */

export interface Place {
  part: string
  second: number
}

/** Latest first. */
export type Places = readonly Place[]

const mostKept = 50
/** Positions nearer than this to the start or the end are not stored. */
const edge = 3

/** Returns the positions after a user reached a second of a film; removes the film's position at its start or end. */
export function placesAfter(places: Places, { part, second }: Place, duration: number): Places {
  const others = places.filter((place) => place.part !== part)
  if (second < edge || second > duration - edge) return others
  return [{ part, second: Math.round(second * 10) / 10 }, ...others].slice(0, mostKept)
}

/** Returns the second to resume from, or null. */
export const placeIn = (places: Places, part: string, duration: number): number | null => {
  const second = places.find((place) => place.part === part)?.second ?? 0
  return second >= edge && second <= duration - edge ? second : null
}

/** Returns the stored positions; skips invalid entries. */
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

/** Stored per user, so that another user on the same computer does not see them. */
const keyOf = (userId: number) => `film_places:${userId}`

export const storedPlaces = (userId: number): Places => readPlaces(getLocal(keyOf(userId)))

export function storePlace(userId: number, place: Place, duration: number): void {
  setLocal(keyOf(userId), JSON.stringify(placesAfter(storedPlaces(userId), place, duration)))
}
