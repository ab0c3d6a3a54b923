import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toSample } from './sample-path.ts'
import { Tile } from '../../../ui/layout/Tile.tsx'

/** A sample film; it opens in a dialog. */
export function SampleTile({ film }: { film: FilmTile }) {
  const t = useTexts()
  return (
    <Tile
      to={toSample(film.part_id)}
      title={film.part_name}
      line={t(film.video_type)}
      poster={film.poster_url}
      seconds={film.duration}
      steps={film.steps}
    />
  )
}
