import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'

/**
 * Returns the narrated film that follows a film: the next of its system; after the last one, or while the library is not
 * loaded, a related film, if possible of another system. Pure.
 */
export function nextFilm(
  {
    video: { partId },
    system: { system_id },
    related,
  }: Pick<AnimationDetails, 'system' | 'related'> & {
    video: Pick<AnimationDetails['video'], 'partId'>
  },
  library: Pick<Hierarchy, 'allAnimation'> | undefined,
): FilmTile | null {
  const isNarrated = (film: FilmTile) => film.video_type === 'narrated'
  const ofSystem = library?.allAnimation.filter((film) => isNarrated(film) && film.system_id === system_id) ?? []
  const place = ofSystem.findIndex(({ part_id }) => part_id === partId)
  const following = place === -1 ? undefined : ofSystem[place + 1]
  const others = related.filter((film) => isNarrated(film) && film.part_id !== partId)
  return following ?? others.find((film) => film.system_id !== system_id) ?? others[0] ?? null
}
