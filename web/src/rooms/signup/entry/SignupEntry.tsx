import { getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import AskPage from '../../sites/contact/AskPage.tsx'
import { requestAt } from '../../sites/contact/sign-up-links.ts'
import { useClose } from '../../sites/useClose.ts'
import { rememberCovidCode } from '../../sites/contact/covid-code.ts'
import SchoolDialog from '../school/SchoolDialog.tsx'

const SignupSheet = lazyPart(() => withTexts(['users'], import('../sheet/SignupSheet.tsx')))

/** Whose subscriptions are paid on these pages. */
const paidFlows = new Set(['cybersource', 'eway_au', 'paypal_nz', 'paypal_intl'])

/**
 * /signup, /signup_us, /signup_au, /signup_au_promo, /subscribe: opens the way to an account that the web site has for
 * the visitor's country. A web site without one has a form that asks its staff.
 */
export default function SignupEntry() {
  const t = useTexts()
  const close = useClose()
  const navigate = useNavigate()
  const site = useSite()
  const { pathname } = useLocation()
  const { promo: ofPath } = useParams()
  const [query] = useSearchParams()
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
  const ofPage = pathname.startsWith(paths.signUpAuPromo) ? data?.promo_code : undefined
  // The path wins over the query.
  const promo = (ofPath ?? query.get('promo') ?? query.get('promo_code') ?? ofPage ?? '').trim() || undefined
  useEffect(() => {
    if (promo !== undefined) rememberCovidCode(promo)
  }, [promo])
  // The steps of the sheet are entries of the history, so that going back would only lead to the step before.
  const leave = useCallback(
    () => void navigate(paths.publicHome, { replace: true, preventScrollReset: true }),
    [navigate],
  )

  if (!allowed || error) return <AskPage />
  if (!data || elsewhere !== null) return null
  if (paidFlows.has(data.flow))
    return (
      <Suspense fallback={null}>
        <SignupSheet flow={data} promo={promo?.slice(0, 40)} onClose={leave} />
      </Suspense>
    )
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
