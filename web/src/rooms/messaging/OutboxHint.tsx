import { Link } from 'react-router'
import { boot } from '../../core/boot.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'

/** In the demo nothing leaves the house: says where the mail lies. */
export function OutboxHint() {
  const t = useTexts()
  if (!boot.demo) return null
  return (
    <>
      {t('demo_mail_kept')} <Link to={paths.outbox}>{t('open_outbox')}</Link>
    </>
  )
}
