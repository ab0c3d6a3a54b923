import type { MainSystem } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toSystem } from '../../paths.ts'
import { SkeletonCards } from '../../ui/feedback/Skeletons.tsx'
import { SystemIllustration } from '../../ui/illustrations/SystemIllustration.tsx'
import { filmCount } from './hierarchy.ts'
import classes from './SystemCards.module.css'
import home from './Home.module.css'

/** Shows systems with their illustrations and the number of films of the type. */
export function SystemCards({ systems, type }: { systems: readonly MainSystem[]; type: VideoType }) {
  const t = useTexts()
  return (
    <ul className={classes.cards}>
      {systems.map((system) => (
        <li key={system.system_id}>
          <Link className={classes.card} to={toSystem(system.system_id)}>
            <SystemIllustration name={system.slug} />
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

/** Shows placeholders while the systems load. */
export function SystemCardsToCome() {
  const t = useTexts()
  // Loads the illustrations in parallel with the data, so that they are ready when the names arrive.
  useEffect(() => {
    import('../../ui/illustrations/systems.tsx').catch(() => undefined)
  }, [])
  return (
    <section>
      <div className={home.sectionHead}>
        <h2>{t('systems')}</h2>
      </div>
      <SkeletonCards className={classes.cards} />
    </section>
  )
}
