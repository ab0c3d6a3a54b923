import { ask } from '../../core/analytics.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSession } from '../../core/session.ts'
import classes from './Footer.module.css'

/** Shows the consent question again, in the footer of sites that count visits. */
export default function ConsentLink() {
  const t = useTexts()
  if (useSession()?.TouchScreenMode) return null
  return (
    <button type="button" className={classes.link} onClick={() => ask()}>
      {t('consent_change')}
    </button>
  )
}
