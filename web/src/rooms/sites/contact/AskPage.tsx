import { useLocation, useParams, useSearchParams } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import AskDialog from './AskDialog.tsx'
import { useClose } from '../useClose.ts'
import { requestAt } from './sign-up-links.ts'

/** /signup, /signup_us, /signup_au, /signup_au_promo, /subscribe, /free_trial: a request for an account over the home. */
export default function AskPage() {
  const t = useTexts()
  const { pathname } = useLocation()
  const { promo } = useParams()
  const [query] = useSearchParams()
  const { interest, allowed } = requestAt(pathname, useSite())
  usePage(t('ask_for_account'))
  return (
    <AskDialog
      interest={interest}
      allowed={allowed}
      promo={(promo ?? query.get('promo') ?? undefined)?.slice(0, 40)}
      onClose={useClose()}
    />
  )
}
