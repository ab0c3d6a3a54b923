import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { paths, toSystem, toWarningLights } from '../../paths.ts'
import { allFilms, filmCount, subSystemsWith, systemsWith } from './hierarchy.ts'
import classes from './SystemTree.module.css'

/**
 * Shows the systems that have films of the type, with their number, and, if opened by the arrow or currently selected,
 * their sub-systems. Every entry leads to films.
 */
export function SystemTree({
  hierarchy,
  type,
  systemId,
  subSystemId,
  onNavigate,
}: {
  hierarchy: Hierarchy
  type: VideoType
  /** The current system. */
  systemId: number | null
  /** The current sub-system. */
  subSystemId: number | null
  /** Called after a link was followed, to close a drawer. */
  onNavigate?: (() => void) | undefined
}) {
  const t = useTexts()
  const { number } = useFormat()
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const turn = (id: number) => setTurned(new Set(turned).symmetricDifference(new Set([id])))
  return (
    <nav className={classes.tree} aria-label={t('systems')}>
      <Link
        className={classes.all}
        to={paths.home}
        aria-current={systemId === null ? 'page' : undefined}
        onClick={onNavigate}
      >
        <IconLayoutGrid size={17} stroke={1.75} aria-hidden />
        {t('all_films')}
        <span className={classes.count}>{number(allFilms(hierarchy, type))}</span>
      </Link>
      <ul className={classes.systems}>
        {systemsWith(hierarchy, type).map((system) => {
          const id = system.system_id
          const here = id === systemId
          const open = here !== turned.has(id)
          const Arrow = open ? IconChevronDown : IconChevronRight
          return (
            <li key={id}>
              <div className={classes.row} data-here={here || undefined}>
                <button
                  type="button"
                  className={classes.arrow}
                  aria-expanded={open}
                  aria-label={system.system_name}
                  onClick={() => turn(id)}
                >
                  <Arrow className={open ? undefined : 'flip'} size={15} stroke={1.75} aria-hidden />
                </button>
                <Link
                  className={classes.system}
                  to={toSystem(id)}
                  aria-current={here && subSystemId === null ? 'page' : undefined}
                  onClick={onNavigate}
                >
                  {system.system_name}
                  <span className={classes.count}>{number(filmCount(system, type))}</span>
                </Link>
              </div>
              {open ? (
                <ul className={classes.parts}>
                  {subSystemsWith(hierarchy, id, type).map(({ sub_system_id: sub, sub_system_name: name }) => (
                    <li key={sub}>
                      <Link
                        className={classes.part}
                        to={toSystem(id, sub)}
                        aria-current={here && sub === subSystemId ? 'page' : undefined}
                        onClick={onNavigate}
                      >
                        {name}
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          )
        })}
      </ul>
      <Link className={classes.all} to={toWarningLights} onClick={onNavigate}>
        <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
        {t('warning_lights')}
      </Link>
    </nav>
  )
}
