import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import classes from './Branding.module.css'

/** Shows the length of a text against its limit; an excess is shown in words and red. */
export function Counter({ id, count, most }: { id: string; count: number; most: number }) {
  const t = useTexts()
  const { number } = useFormat()
  const over = count - most
  return (
    <p id={id} className={classes.counter} data-over={over > 0 || undefined}>
      <span className="num" aria-live={over > 0 ? 'polite' : 'off'}>
        {over > 0
          ? t('characters_over', { count: number(over) })
          : t('characters_of', { count: number(count), most: number(most) })}
      </span>
      <span>{t('sms_link_follows')}</span>
    </p>
  )
}
