import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import type { Refused } from './login-refusal.ts'

/** Shows why the login is blocked: for an hour, or because a subscription has ended. */
export default function LoginStopped({
  why,
  onBack,
  onForgotten,
}: {
  why: Exclude<Refused, { kind: 'box' }>
  onBack: () => void
  onForgotten: () => void
}) {
  const t = useTexts()
  const site = useSite()
  // Sites without billing pages bring an account back by hand.
  const reactivate = site.features.includes('billing_details') ? paths.reactivate : undefined
  const back = <Button onClick={onBack}>{t('back_to_login')}</Button>

  if (why.kind === 'subscription')
    return (
      <Dialog
        kind="alertdialog"
        title={t('subscription_ended')}
        onClose={onBack}
        footer={
          <>
            {back}
            <Button component={Link} to={reactivate ?? paths.publicContact} variant="filled" replace>
              {t(reactivate ? 'reactivate_account' : 'contact')}
            </Button>
          </>
        }
      >
        <p>{t('subscription_ended_text')}</p>
      </Dialog>
    )
  const ofUser = why.who === 'user'
  return (
    <Dialog
      kind="alertdialog"
      title={t('login_blocked')}
      onClose={onBack}
      footer={
        <>
          {back}
          {ofUser ? (
            <Button variant="filled" onClick={onForgotten}>
              {t('set_new_password')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{t(ofUser ? 'login_blocked_user' : 'login_blocked_address', { email: site.contact_email })}</p>
    </Dialog>
  )
}
