import type { Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import { localTime } from '../../../core/formats.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { existingMediaUrl } from '../../catalogue/tiles.ts'
import type { Library } from '../../catalogue/library/library.ts'
import type { ScreenRow } from './screens.queries.ts'
import { stateOf } from './state.ts'

/** Returns a screen as the list shows it. What a screen plays that is not heard of is not known. */
export function shown({ clock, library }: Pick<Services, 'clock' | 'library'>, site: Site, row: ScreenRow): Screen {
  const now = clock.now()
  const silent = row.last_seen_at === null ? null : (now.getTime() - row.last_seen_at.getTime()) / 1000
  const state = stateOf(silent, row.hours, localTime(now, site.time_zone))
  const isHeard = state === 'online'
  const playing = isHeard ? row.playing : null
  return {
    screen_id: row.screen_id,
    name: row.name,
    location_id: row.location_id,
    location_name: row.location_name,
    state,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    app_version: row.app_version,
    width: row.width,
    height: row.height,
    playing,
    poster: playing?.part_id ? posterOf(library, playing.part_id) : null,
    kept: row.kept,
    clock_offset_ms: Number(row.clock_offset_ms),
    is_muted: row.is_muted ? 1 : 0,
    is_watched: row.is_watched ? 1 : 0,
    told_at: row.dark_since === null ? null : (row.told_at?.toISOString() ?? null),
    told_name: row.dark_since === null ? null : [row.first_name, row.last_name].filter(Boolean).join(' '),
    play_title: row.play?.title ?? null,
  }
}

function posterOf(library: Library, partId: string): string | null {
  const film = library.film(partId)
  const footage = film?.kind === 'narrated' ? film.of.part.film : film?.of.part.interactive_film
  return film && footage ? existingMediaUrl(film.of, footage.poster) : null
}
