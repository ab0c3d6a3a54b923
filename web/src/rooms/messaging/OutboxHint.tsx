import { Link } from 'react-router'
import { boot } from '../../core/boot.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'

/** Links to the outbox: the demo stores mail there instead of sending it. */
export function OutboxHint() {
  const t = useTexts()
  if (!boot.demo) return null
  return (
    <>
      {t('demo_mail_kept')} <Link to={paths.outbox}>{t('open_outbox')}</Link>
    </>
  )
}
