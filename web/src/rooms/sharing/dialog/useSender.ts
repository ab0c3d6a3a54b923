import { changeFromNoReplyHome, UdateUserDefaultEmailFromHome } from '@cutaway/contract/rooms/branding/addresses.ts'
import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '../../../core/api.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'

/** Stores the sender selected in the dialog as the user's default. The send does not wait for it. */
export function useKeepSender({ emailAddressSettings: own }: ShareDetails) {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const keep = useMutation({
    mutationFn: async (from: string) => {
      const address = own.find(({ email }) => email === from)
      const answer = await send(changeFromNoReplyHome, {
        body: { user_id: user.user_id, no_reply: address ? 'no' : 'yes' },
      })
      if (!address || answer.status !== 1) return answer
      return send(UdateUserDefaultEmailFromHome, { body: { id: address.id, user_id: user.user_id } })
    },
    onSuccess: (answer) => {
      if (answer.status !== 1) toast(answer)
      return client.invalidateQueries({ queryKey: ['share-details'] })
    },
    onError: (error) => toast(error),
  })
  return keep.mutate
}
