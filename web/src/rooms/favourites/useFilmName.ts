import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useTexts } from '../../core/i18n/i18n.ts'

/** Returns a film's name with its kind, for places that do not show the kind: both films of a part have one name. */
export function useFilmName(): (film: Pick<FilmTile, 'part_name' | 'video_type'>) => string {
  const t = useTexts()
  return ({ part_name, video_type }) => `${part_name} (${t(video_type)})`
}
