import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useTexts } from '../../core/i18n/i18n.ts'

/** How a film is called where its kind is not seen beside it: both kinds of a part have one name. */
export function useFilmName(): (film: Pick<FilmTile, 'part_name' | 'video_type'>) => string {
  const t = useTexts()
  return ({ part_name, video_type }) => `${part_name} (${t(video_type)})`
}
