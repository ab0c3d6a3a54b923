import { IconLock } from '@tabler/icons-react'
import { Navigate } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { runsSubscription, useSignedIn, useSite } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'

/**
 * Stands where a page of the subscription would. Tells the administrator of the business that the web site has switched
 * the page off, which can happen while it is open; everybody else is led home.
 */
export function NoBilling({ isPlan = false }: { isPlan?: boolean }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { features } = useSite()
  const isOff = !features.includes('billing_details') || (isPlan && features.includes('hide_show_manage_billing_plan'))
  if (!isOff || !runsSubscription(user)) return <Navigate to={paths.home} replace />
  return (
    <EmptyState
      heading="h1"
      icon={IconLock}
      title={t('feature_switched_off')}
      action={
        <Button component="a" href={paths.home}>
          {t('go_to_home')}
        </Button>
      }
    />
  )
}
