import type { Hierarchy } from '@cutaway/contract/rooms/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n.ts'
import { toSystem } from '../../paths.ts'
import { SystemDrawing } from '../../ui/SystemDrawing.tsx'
import { filmCount, systemsOf } from './hierarchy.ts'
import classes from './SystemCards.module.css'

/** The systems with their drawings, and how many films of the type each has. */
export function SystemCards({ hierarchy, type }: { hierarchy: Hierarchy; type: VideoType }) {
  const t = useTexts()
  return (
    <ul className={classes.cards}>
      {systemsOf(hierarchy).map((system) => (
        <li key={system.system_id}>
          <Link className={classes.card} to={toSystem(system.system_id)}>
            <SystemDrawing name={system.slug} />
            <span>
              <b className={classes.name}>{system.system_name}</b>
              <small className={classes.films}>{t('films_count', { count: filmCount(system, type) })}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
