import { changeRenewalStatus } from '@cutaway/contract/rooms/billing/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { CallFailed, send } from '../../../core/api.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { useReloadSubscription } from '../useSubscription.ts'

/** The words for both states, as message keys. */
export const renewalText = (isOn: boolean): string =>
  isOn ? 'Automatic renewal of the upgrade is enabled.' : 'Automatic renewal of the upgrade is disabled.'

/** Turns automatic renewal on or off at once; the notice offers Undo. */
export function useRenewal() {
  const { user } = useSignedIn()
  const reload = useReloadSubscription()
  const change = async (isOn: boolean) => {
    const body = { be_id: user.businessentity_id ?? 0, status: isOn ? 1 : 0 }
    // The status of this envelope is the state of the renewal, so the data says whether it succeeded.
    const { data, message, http } = await send(changeRenewalStatus, { body })
    if (!data) throw new CallFailed(message, http)
    await reload()
    return data
  }
  const changing = useMutation({
    mutationFn: change,
    onSuccess: (_, isOn) =>
      toast(renewalText(isOn), {
        action: { label: 'undo', run: () => void change(!isOn).then(() => toast(renewalText(!isOn)), toast) },
      }),
    onError: (error) => toast(error),
  })
  return { change: changing.mutate, isChanging: changing.isPending, wanted: changing.variables }
}
