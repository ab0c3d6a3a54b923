import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { use } from 'react'
import { toAnimation } from '../../paths.ts'
import { Tile } from '../../ui/layout/Tile.tsx'
import { FilmCorner } from './film-corner.ts'

/** Shows a film of the library as a tile. */
export function Film({
  film,
  line,
  drawing,
  eager,
}: {
  film: FilmTile
  line: string
  /** Shown if the film has no picture. */
  drawing?: string
  eager?: boolean
}) {
  const cornerOf = use(FilmCorner)
  return (
    <Tile
      to={toAnimation(film.part_id)}
      title={film.part_name}
      line={line}
      poster={film.poster_url}
      drawing={drawing}
      seconds={film.duration}
      steps={film.video_type === 'interactive' ? film.steps : 0}
      isNew={film.isNew === 1}
      eager={eager}
      corner={cornerOf(film)}
    />
  )
}
