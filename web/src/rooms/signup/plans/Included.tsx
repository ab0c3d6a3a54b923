import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Included.module.css'
import { SampleStill } from './SampleStill.tsx'

const parts = ['films', 'sending', 'reports', 'screens'] as const

/** Under the order of a sign-up: what every plan includes, and the still of a film. */
export function Included() {
  const t = useTexts()
  return (
    <section className={classes.included} aria-label={t('plan_includes')}>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <li key={part}>
            <IconCheck size={17} stroke={1.75} aria-hidden />
            {t(`plan_includes_${part}`)}
          </li>
        ))}
      </ul>
      <SampleStill caption={(name) => t('plan_film', { name })} />
    </section>
  )
}
