import { lazy, Suspense } from 'react'
import { useSignedIn } from '../core/session.ts'
import { withTexts } from '../core/i18n/i18n.ts'

const ActingBar = lazy(() => withTexts(['users'], import('../rooms/sessions/acting/ActingBar.tsx')))
const TrialCountdown = lazy(() => withTexts(['signup'], import('../rooms/signup/trial/TrialCountdown.tsx')))
const UpgradeOffer = lazy(() => withTexts(['signup'], import('../rooms/signup/upgrade/UpgradeOffer.tsx')))

/** What a signed-in person is told above every page: acting for somebody, the end of a trial, the way to an account. */
export default function AccountBars({ isTrial }: { isTrial: boolean }) {
  const { acting, permissions, required_terms, TouchScreenMode } = useSignedIn()
  const mayUpgrade = permissions.includes('upgrade_account') && !acting && !required_terms && !TouchScreenMode
  return (
    <Suspense fallback={null}>
      {acting ? <ActingBar /> : null}
      {isTrial ? <TrialCountdown /> : null}
      {mayUpgrade ? <UpgradeOffer /> : null}
    </Suspense>
  )
}
