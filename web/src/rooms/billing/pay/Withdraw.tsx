import { withdrawChange } from '@cutaway/contract/rooms/billing/plan-changes.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { useReloadSubscription } from '../useSubscription.ts'

/** Withdraws the change that would begin at the renewal. */
export function Withdraw() {
  const t = useTexts()
  const { user } = useSignedIn()
  const reload = useReloadSubscription()
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawChange, { body: { user_id: user.user_id } }),
    onSuccess: async () => {
      await reload()
      toast('change_withdrawn')
    },
    onError: toast,
  })
  return (
    <Button loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
      {t('withdraw_change')}
    </Button>
  )
}
