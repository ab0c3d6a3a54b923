import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Steps.module.css'

const steps = ['import_step_file', 'import_step_columns', 'import_step_check', 'import_step_import'] as const

/** The four steps of an import, with those that are behind. */
export function Steps({ current }: { current: 1 | 2 | 3 | 4 }) {
  const t = useTexts()
  return (
    <ol className={classes.steps} aria-label={t('import_steps')}>
      {steps.map((key, i) => (
        <li
          key={key}
          className={classes.step}
          data-done={i + 1 < current || undefined}
          aria-current={i + 1 === current ? 'step' : undefined}
        >
          <span className={classes.number} aria-hidden>
            {i + 1 < current ? <IconCheck size={14} stroke={2.5} /> : i + 1}
          </span>
          {t(key)}
        </li>
      ))}
    </ol>
  )
}
