import { useTexts } from '../../../../core/i18n/i18n.ts'
import classes from './Legend.module.css'
import type { Scene } from './useLabels.ts'

/**
 * Renders the label texts below a film that is too narrow for them. All scenes share one grid cell, so that the legend
 * is as high as the largest and the content below does not move between scenes.
 */
export function Legend({
  scenes,
  current,
  seen,
}: {
  scenes: readonly Scene[]
  current: string | null
  seen: ReadonlySet<string>
}) {
  const t = useTexts()
  if (scenes.length === 0) return null
  return (
    <div className={classes.legend}>
      {scenes.map((scene) => (
        <ul key={scene.id} aria-label={t('film_legend')} data-current={scene.id === current || undefined}>
          {scene.entries.map(({ id, number, text }) => (
            <li key={id} data-seen={seen.has(id) || undefined}>
              <b aria-hidden="true">{number}</b>
              <span dir="auto">{text}</span>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}
