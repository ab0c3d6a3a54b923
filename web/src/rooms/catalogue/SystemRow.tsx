import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import type { MainSystem } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { paths, toSystem } from '../../paths.ts'
import { SystemIllustration } from '../../ui/illustrations/SystemIllustration.tsx'
import { useHomepageSystems } from './home/useHome.ts'
import { allFilms, filmCount, homeSystems } from './hierarchy.ts'
import classes from './SystemRow.module.css'

/**
 * Shows the systems as one row of links that filter the grid. A wide window shows the systems that the site chose, with
 * small drawings, because the tree lists the others; a phone, which has no tree, shows all as chips with their numbers.
 * If the choice of the site does not load, the row has the order of the library.
 */
export function SystemRow({
  hierarchy,
  type,
  systemId,
}: {
  hierarchy: Hierarchy
  type: VideoType
  systemId: number | undefined
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { first, rest } = homeSystems(hierarchy, type, useHomepageSystems().data ?? [])
  const count = (films: number) => <span className={classes.count}>{number(films)}</span>
  const entry = (system: MainSystem, isChosen: boolean) => (
    <li key={system.system_id} data-chosen={isChosen || undefined}>
      <Link
        className={classes.system}
        to={toSystem(system.system_id)}
        aria-current={system.system_id === systemId ? 'page' : undefined}
      >
        {isChosen ? (
          <span className={classes.drawing}>
            <SystemIllustration name={system.slug} width={40} />
          </span>
        ) : null}
        {system.system_name}
        {count(filmCount(system, type))}
      </Link>
    </li>
  )
  return (
    <nav className={classes.row} aria-label={t('systems_row')} data-empty={first.length === 0 || undefined}>
      <ul>
        <li>
          <Link className={classes.system} to={paths.home} aria-current={systemId === undefined ? 'page' : undefined}>
            {t('all_systems_short')}
            {count(allFilms(hierarchy, type))}
          </Link>
        </li>
        {first.map((system) => entry(system, true))}
        {rest.map((system) => entry(system, false))}
      </ul>
    </nav>
  )
}
