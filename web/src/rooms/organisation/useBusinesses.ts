import { getEntity } from '@cutaway/contract/rooms/organisation/locations.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useSignedIn } from '../../core/session.ts'

/** Returns the businesses that the user may choose between; only super users and distributors have several. */
export function useBusinesses() {
  const { user } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['businesses', user.user_id],
    queryFn: ({ signal }) => call(getEntity, { params: { userId: user.user_id }, signal }),
    staleTime: Infinity,
  })
  return data ?? []
}
