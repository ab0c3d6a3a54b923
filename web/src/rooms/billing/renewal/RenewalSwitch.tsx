import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Switch } from '../../../ui/form/Choice.tsx'
import { useRenewal } from './useRenewal.ts'

/** Automatic renewal, on or off at once. */
export function RenewalSwitch({ now }: { now: Pick<Subscription, 'renewal_status'> }) {
  const t = useTexts()
  const { change, isChanging, wanted } = useRenewal()
  const isOn = now.renewal_status === 1
  return (
    <Switch
      label={t('automatic_renewal')}
      checked={isChanging ? wanted === true : isOn}
      disabled={isChanging}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
