import { getUserEmailAddressList } from '@cutaway/contract/rooms/branding/addresses.ts'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, send } from '../../../core/api.ts'
import { useSignedIn } from '../../../core/session.ts'

export const addressesKey = (userId: number) => ['sender addresses', userId]

/** Returns the sender addresses of this user, with the related data. */
export function useAddresses() {
  const { user } = useSignedIn()
  return useQuery({
    queryKey: addressesKey(user.user_id),
    queryFn: async ({ signal }) => {
      const answer = await send(getUserEmailAddressList, { params: { user: user.user_id }, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return {
        list: answer.data,
        noReply: answer.is_from_no_reply === 'yes',
        businessAddress: answer.business_address,
        mayChooseForBusiness: answer.may_set_business_default === 1,
      }
    },
  })
}
