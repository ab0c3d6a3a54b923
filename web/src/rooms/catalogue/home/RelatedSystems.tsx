import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toSystem } from '../../../paths.ts'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { SystemIllustration } from '../../../ui/illustrations/SystemIllustration.tsx'
import { filmCount } from '../hierarchy.ts'
import { useShownType } from '../VideoTypeSwitch.tsx'
import { Panel } from './Panel.tsx'
import classes from './Panel.module.css'
import { useRelatedSystems } from './useHome.ts'

/** Shows related systems beside the films of a system. */
export default function RelatedSystems({ systemId }: { systemId: number }) {
  const t = useTexts()
  const { type } = useShownType()
  const related = useRelatedSystems(systemId)
  return (
    <Panel
      title={t('related_systems')}
      query={related}
      notLoaded={t('systems_not_loaded')}
      waiting={<SkeletonRows rows={2} />}
    >
      {(systems) => (
        <ul className={classes.rows}>
          {systems.map((system) => (
            <li key={system.system_id} className={classes.row}>
              <span className={classes.drawing}>
                <SystemIllustration name={system.slug} width={56} />
              </span>
              <div className={`${classes.words} ${classes.middle}`}>
                <Link className={classes.title} to={toSystem(system.system_id)}>
                  {system.system_name}
                </Link>
                <span className={classes.date}>{t('films_count', { count: filmCount(system, type) })}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
