import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './SkipLink.module.css'

/** The first tab stop: skips the header. */
export function SkipLink() {
  const t = useTexts()
  return (
    <a className={classes.link} href="#main">
      {t('skip_to_content')}
    </a>
  )
}
