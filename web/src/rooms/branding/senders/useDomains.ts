import { getSenderDomains } from '@cutaway/contract/rooms/branding/domains.ts'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, send } from '../../../core/api.ts'
import { useSignedIn } from '../../../core/session.ts'
import { addressesKey } from './useAddresses.ts'

/** Milliseconds between two requests while the first lookup of a new domain is under way, and how often to ask. */
const lookupPause = 2000
const mostAsked = 15

/** Returns the domains of this user's sender addresses with their records. */
export function useDomains({ enabled = true }: { enabled?: boolean } = {}) {
  const { user } = useSignedIn()
  return useQuery({
    enabled,
    queryKey: [...addressesKey(user.user_id), 'domains'],
    queryFn: async ({ signal }) => {
      const answer = await send(getSenderDomains, { params: { user: user.user_id }, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return {
        list: answer.data,
        siteAddress: answer.site_address,
        maySetUp: answer.may_set_up === 1,
        isStandIn: answer.is_stand_in === 1,
      }
    },
    refetchInterval: ({ state }) =>
      state.data?.list.some((one) => one.checked_at === null) && state.dataUpdateCount < mostAsked
        ? lookupPause
        : false,
  })
}
