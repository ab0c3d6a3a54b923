import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VehicleHotspot } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { Link } from 'react-router'
import { toAnimation } from '../../../paths.ts'
import classes from './Spots.module.css'

/**
 * Renders the spots in a layer that covers the picture exactly: links to the films, with the name at the end of a
 * leader line while a spot is pointed at. Positioned from the left in every language, because the picture is not
 * mirrored.
 */
export function Spots({
  spots,
  films,
  numbers,
  lit,
}: {
  spots: readonly VehicleHotspot[]
  films: readonly FilmTile[]
  numbers: ReadonlyMap<string, number>
  /** The part whose spots show their names without being pointed at. */
  lit: string | null
}) {
  return (
    <div className={classes.layer}>
      {spots.map(({ hotspot_id, part_id, x, y }) => {
        const film = films.find((other) => other.part_id === part_id)
        if (!film) return null
        return (
          <Link
            key={hotspot_id}
            className={classes.spot}
            to={toAnimation(part_id)}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            draggable={false}
            data-side={x < 0.36 ? 'left' : x > 0.64 ? 'right' : 'middle'}
            data-below={y < 0.3 || undefined}
            data-lit={lit === part_id || undefined}
          >
            <span className={classes.number}>{numbers.get(part_id)}</span>
            <span className={classes.line} aria-hidden />{' '}
            <span className={classes.name} dir="auto">
              {film.part_name}
            </span>
          </Link>
        )
      })}
    </div>
  )
}
