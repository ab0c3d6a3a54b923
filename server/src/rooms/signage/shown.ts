import type { LoopItem, LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { textFor, type Film, type Library } from '../catalogue/library/library.ts'
import { existingMediaUrl, isShownFor, mayPlay } from '../catalogue/tiles.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { LoopItemRow, LoopRow } from './loops.queries.ts'
import { loopMediaUrl } from './media/loop-media.ts'
import { playTypeOf } from './rules.ts'

/** Rows of loops as the calls show them. */

export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** Returns the films that a caller can put into a loop. */
export function filmsFor(library: Library, caller: Pick<Caller, 'may'>, site: Site): Film[] {
  const { vehicle_kind: kind } = brandOf(site, 0)
  return library.films.filter((film) => isShownFor(film, kind, site.driverside) && mayPlay(caller, film.kind))
}

export const footageOf = ({ kind, of }: Film) => (kind === 'narrated' ? of.part.film! : of.part.interactive_film!)

/** Returns the other film of a part, if it is among the films. */
export function twinIn({ kind, of }: Film, films: readonly Film[]): Film | undefined {
  const id = kind === 'interactive' ? of.part.narrated : of.part.interactive
  return id === null || of.own ? undefined : films.find(({ partId }) => partId === id)
}

const partIds = { image: 'image', video: 'video', menu: 'digital_menu' } as const

/** Returns an item with its title in a language. */
export function shownItem(row: LoopItemRow, films: readonly Film[], tag: string): LoopItem {
  const film = row.part_id === null ? undefined : films.find(({ partId }) => partId === row.part_id)
  const footage = film && footageOf(film)
  const url = row.file_name === null ? null : loopMediaUrl(row.file_name)
  const title = film ? textFor(film.of.texts, tag).name : row.title
  return {
    id: row.item_id,
    kind: row.kind,
    part_id: row.kind === 'film' ? row.part_id! : partIds[row.kind],
    title,
    tag_name: title,
    video_type: film?.kind ?? null,
    video_types: film ? (twinIn(film, films) ? ['narrated', 'interactive'] : [film.kind]) : [],
    language: row.language_id,
    sequence_no: row.sequence_no,
    nodes: [],
    is_display_digital_menu: flag(row.is_displayed),
    duration: footage?.duration ?? row.seconds,
    poster_url: film && footage ? existingMediaUrl(film.of, footage.poster) : row.kind === 'image' ? url : null,
    url,
    when: row.day_parts,
    is_missing: row.kind === 'film' && !film,
  }
}

/** Returns a film of another mode as an item without a row. */
export function filmAsItem(film: Film, index: number, languageId: number, tag: string): LoopItem {
  const footage = footageOf(film)
  const title = textFor(film.of.texts, tag).name
  return {
    id: 0,
    kind: 'film',
    part_id: film.partId,
    title,
    tag_name: title,
    video_type: film.kind,
    video_types: [film.kind],
    language: languageId,
    sequence_no: index + 1,
    nodes: [],
    is_display_digital_menu: 1,
    duration: footage.duration,
    poster_url: existingMediaUrl(film.of, footage.poster),
    url: null,
    when: [],
    is_missing: false,
  }
}

export const defaultDuration = 5

export const shownSettings = (loop: LoopRow | undefined, languageId: number, itemCount: number) => ({
  banner_duration: loop?.banner_duration ?? defaultDuration,
  play_video_fullscreen: flag(loop?.is_fullscreen ?? false),
  loop_play_type: playTypeOf(loop, languageId, itemCount),
})

export const shownPlayback = (loop: LoopRow | undefined): Pick<LoopSettings, 'captions' | 'muted' | 'when'> => ({
  captions: flag(loop?.has_captions ?? true),
  muted: flag(loop?.is_muted ?? true),
  when: loop?.day_parts ?? [],
})

/** Returns the language of a user: the own one, else that of the web site. */
export const languageOf = (services: Pick<Services, 'sites'>, site: Site, languageId: number | null | undefined) =>
  services.sites.language(languageId ?? site.default_lang_id) ?? services.sites.language(site.default_lang_id)!
