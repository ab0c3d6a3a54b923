import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { use } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toAnimation } from '../../paths.ts'
import { SystemIllustration } from '../../ui/illustrations/SystemIllustration.tsx'
import { Tile, TileGrid } from '../../ui/layout/Tile.tsx'
import { FilmCorner } from './film-corner.ts'
import classes from './Home.module.css'
import type { Group } from './hierarchy.ts'

/** Shows films under headings with illustrations. The heading's id is a link target (`#sub-101`). */
export function FilmGroups({
  groups,
  drawingOf,
}: {
  groups: readonly Group[]
  /** Returns the illustration for a film without a picture, by the id of its sub-system. */
  drawingOf: (subSystemId: number) => string | undefined
}) {
  const t = useTexts()
  return groups.map((group, i) => (
    <section key={group.id} id={`sub-${group.id}`} className={classes.group} aria-labelledby={`name-${group.id}`}>
      <h2 id={`name-${group.id}`} className={classes.groupName}>
        <SystemIllustration name={group.slug} width={48} />
        {group.name}
        <small className={classes.groupCount}>{t('films_count', { count: group.films.length })}</small>
      </h2>
      <TileGrid>
        {group.films.map((film) => (
          <Film
            key={film.part_id}
            film={film}
            line={film.subtitle}
            drawing={drawingOf(film.sub_system_id)}
            eager={i < 2}
          />
        ))}
      </TileGrid>
    </section>
  ))
}

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
