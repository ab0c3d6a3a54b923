import { getStoredMeans, getSubscriptionStatus } from '@cutaway/contract/rooms/billing/subscription.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { runsSubscription, useFeature, useMay, useSignedIn } from '../../core/session.ts'

/** The subscription of the user's business, and what pays it. */

const subscription = 'subscription'
const means = 'stored means of payment'

/** `isAllowed` is false for those who may not see it: nothing is asked then. */
export function useSubscription(isAllowed: boolean) {
  const { user } = useSignedIn()
  return useQuery({
    queryKey: [subscription, user.user_id],
    queryFn: ({ signal }) => call(getSubscriptionStatus, { params: { user: user.user_id }, signal }),
    enabled: isAllowed,
    staleTime: 0,
    retry: false,
  })
}

/** Returns the stored card or wallet; null without one. Asked only by the person who runs the subscription. */
export function useStoredMeans() {
  const { user } = useSignedIn()
  const isAllowed = useHasBilling('manage_billing')
  return useQuery({
    queryKey: [means, user.user_id],
    queryFn: ({ signal }) => call(getStoredMeans, { params: { user: user.user_id }, signal }),
    enabled: isAllowed,
    retry: false,
  })
}

/** What a change of the subscription can change: a payment also has its invoice. */
const changing = new Set<unknown>([subscription, means, 'plan in use', 'invoices', 'invoice'])

/** Returns a function that loads everything about the subscription again, after a change. */
export function useReloadSubscription() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey: [first] }) => changing.has(first) })
}

/** Returns whether this user runs the subscription of the business, and the web site has billing pages. */
export function useHasBilling(right: 'manage_billing' | 'show_manage_billing_plan'): boolean {
  const isAllowed = useMay(right)
  const isOffered = useFeature('billing_details')
  const { user } = useSignedIn()
  return isAllowed && isOffered && runsSubscription(user)
}
