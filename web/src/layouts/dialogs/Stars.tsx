import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './Stars.module.css'

/** Renders one to five stars as a radio group: the arrow keys move, and each star has a name. */
export function Stars({
  label,
  value,
  most,
  onChange,
}: {
  label: string
  value: number
  most: number
  onChange: (stars: number) => void
}) {
  const t = useTexts()
  const name = useId()
  return (
    <fieldset className={classes.stars}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.row}>
        {Array.from({ length: most }, (_, i) => i + 1).map((stars) => {
          const Sign = stars <= value ? IconStarFilled : IconStar
          return (
            <label key={stars} className={classes.star} data-on={stars <= value || undefined}>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                checked={stars === value}
                data-autofocus={stars === value || undefined}
                onChange={() => onChange(stars)}
              />
              <Sign size={28} stroke={1.75} aria-hidden />
              <span className="visually-hidden">{t('feedback_stars', { count: stars })}</span>
            </label>
          )
        })}
        <span className={classes.said} aria-hidden>
          {t('feedback_stars', { count: value })}
        </span>
      </div>
    </fieldset>
  )
}
