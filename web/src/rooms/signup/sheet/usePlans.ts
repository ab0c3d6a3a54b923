import { getAllBillingPlans } from '@cutaway/contract/rooms/signup/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { call, CallFailed } from '../../../core/api.ts'
import { useSite } from '../../../core/session.ts'

const promoErrors = new Set(['invalid_promo_code', 'promo_code_expiry', 'promo_code_already_applied'])

/** The plans of a country, of a promo code, or of members. A code that does not count leaves the usual plans. */
export function usePlans({
  country,
  code,
  isMember,
  enabled,
}: {
  country: string
  code: string | undefined
  isMember: boolean
  enabled: boolean
}) {
  const { web_site_id } = useSite()
  const params = { web_site_id, country }
  const usual = useQuery({
    queryKey: ['billing plans', web_site_id, country, isMember],
    queryFn: ({ signal }) =>
      call(getAllBillingPlans, { params, ...(isMember ? { query: { membership: 'capricorn' } } : {}), signal }),
    enabled,
    staleTime: 60_000,
    retry: false,
  })
  const promo = useQuery({
    queryKey: ['billing plans', web_site_id, country, 'promo', code?.toLowerCase()],
    queryFn: ({ signal }) => call(getAllBillingPlans, { params, query: { promo_code: code ?? '' }, signal }),
    enabled: enabled && code !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const promoError =
    code !== undefined && promo.error instanceof CallFailed && promoErrors.has(promo.error.key)
      ? promo.error.key
      : undefined
  const isPromo = code !== undefined && promoError === undefined
  const shown = isPromo ? promo : usual
  return {
    data: shown.data,
    error: shown.error,
    isFetching: shown.isFetching,
    /** The message key of a code that does not count. */
    promoError,
    refetch: shown.refetch,
  }
}
