import { getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useSite } from '../../../core/session.ts'

/** Returns how the tax of a web site is called in a country, as 'GST'; undefined until it is known. */
export function useTaxLabel(country: string): string | undefined {
  const { web_site_id } = useSite()
  const { data } = useQuery({
    queryKey: ['sign-up flow', web_site_id, country],
    queryFn: ({ signal }) => call(getSignupFlow, { params: { web_site_id, country }, signal }),
    staleTime: 60_000,
  })
  return data?.tax_label
}
