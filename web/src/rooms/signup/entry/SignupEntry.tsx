import { getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import AskPage from '../../sites/contact/AskPage.tsx'
import { requestAt } from '../../sites/contact/sign-up-links.ts'
import { useClose } from '../../sites/useClose.ts'
import SchoolDialog from '../school/SchoolDialog.tsx'

/**
 * /signup, /signup_us, /signup_au, /signup_au_promo, /subscribe: opens the way to an account that the web site has for
 * the visitor's country. Where a subscription is paid, visitors ask the staff for an account.
 */
export default function SignupEntry() {
  const t = useTexts()
  const close = useClose()
  const site = useSite()
  const { pathname } = useLocation()
  const { allowed } = requestAt(pathname, site)
  const { data, error } = useQuery({
    queryKey: ['sign-up flow', site.web_site_id],
    queryFn: ({ signal }) => call(getSignupFlow, { params: { web_site_id: site.web_site_id }, signal }),
    enabled: allowed,
    staleTime: 60_000,
  })
  usePage(t('sign_up'))
  const elsewhere = data?.flow === 'redirect' ? data.subscription_url : null
  useEffect(() => {
    if (elsewhere !== null) location.replace(elsewhere)
  }, [elsewhere])

  if (!allowed || error) return <AskPage />
  if (!data || elsewhere !== null) return null
  if (data.flow === 'israel_teachers')
    return <SchoolDialog kind="teachers" country={data.countries[0] ?? data.country_code} onClose={close} />
  if (data.flow === 'notification')
    return (
      <Dialog
        kind="alertdialog"
        size="sm"
        title={t('country_notification_title')}
        onClose={close}
        footer={<Button onClick={close}>{t('close')}</Button>}
      >
        <p>{t('country_notification')}</p>
        <p>{t('country_notification_contact', { email: site.contact_email })}</p>
      </Dialog>
    )
  return <AskPage />
}
