import { useTexts } from '../../../../core/i18n/i18n.ts'
import classes from './Legend.module.css'
import type { Scene } from './useLabels.ts'

/**
 * The words of the labels under a film that is too narrow for them. All scenes lie in one place, so that it is as high as
 * the largest and what follows does not move when the scenes change.
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
