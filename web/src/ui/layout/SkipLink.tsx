import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './SkipLink.module.css'

/** The first thing that Tab reaches: past the header to the content. */
export function SkipLink() {
  const t = useTexts()
  return (
    <a className={classes.link} href="#main">
      {t('skip_to_content')}
    </a>
  )
}
