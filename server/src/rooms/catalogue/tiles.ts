import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { Caller } from '../../core/auth/caller.ts'
import { textFor, type Film, type LibraryPart } from './library/library.ts'

/** Films as tiles and lists show them. */

const newForDays = 30
/** More marks than this in one list would not help to find what is new. */
const mostMarked = 6

export const mediaUrl = (of: LibraryPart, file: string): string =>
  of.own ? `${of.own.address}/${file}` : `/films/${of.folder}/${of.version}/${file}`

/** Returns the URL of a media file, or null if the library has no such file. */
export const existingMediaUrl = (of: LibraryPart, file: string): string | null =>
  of.media.has(file) ? mediaUrl(of, file) : null

export const isNew = (of: LibraryPart, now: Date): 0 | 1 =>
  now.getTime() - new Date(of.part.added).getTime() < newForDays * 86_400_000 ? 1 : 0

/**
 * Returns tiles of a list of which at most six of each kind are marked as new, the newest. Films of one day keep the
 * order of the library.
 */
export function tilesOf(films: readonly Film[], tag: string, now: Date): FilmTile[] {
  const fresh = newest(films, now)
  const ofKind = (wanted: Film['kind']) => fresh.filter(({ kind }) => kind === wanted).slice(0, mostMarked)
  const marked = new Set([...ofKind('narrated'), ...ofKind('interactive')])
  return films.map((film) => ({ ...tileOf(film, tag, now), isNew: marked.has(film) ? 1 : 0 }))
}

/** Returns the films that are new, the newest first. */
export const newest = (films: readonly Film[], now: Date): Film[] =>
  films.filter(({ of }) => isNew(of, now)).toSorted((a, b) => addedAt(b) - addedAt(a))

const addedAt = ({ of }: Film): number => new Date(of.part.added).getTime()

export function tileOf(film: Film, tag: string, now: Date): FilmTile {
  const { of, kind, partId } = film
  const text = textFor(of.texts, tag)
  const footage = kind === 'narrated' ? of.part.film! : of.part.interactive_film!
  return {
    part_id: partId,
    part_name: text.name,
    subtitle: text.subtitle,
    video_type: kind,
    system_id: of.system.id,
    sub_system_id: of.subSystem.id,
    duration: footage.duration,
    steps: kind === 'interactive' ? of.stepCount : 0,
    poster_url: existingMediaUrl(of, footage.poster),
    isNew: isNew(of, now),
  }
}

/** Returns whether a film is shown for a brand's vehicle kind and a driver side. */
export const isShownFor = (film: Film, kind: 'car' | 'motorcycle', side: 'left' | 'right'): boolean =>
  film.of.part.vehicle_kinds.includes(kind) && film.of.part.driver_sides.includes(side)

/**
 * Returns whether the caller may play a kind of film: a touch screen plays interactive films only with a separate
 * right.
 */
export const mayPlay = (caller: Pick<Caller, 'may'>, kind: Film['kind']): boolean =>
  kind === 'narrated' || caller.may('allow_interactive_in_kiosk_mode')
