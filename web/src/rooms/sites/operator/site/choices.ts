import { getWebSiteChoices } from '@cutaway/contract/rooms/sites/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../../core/session.ts'
import { tabOf } from './web-site-form.ts'

/** Returns the languages, brands and distributors between which the form lets choose; undefined while they load. */
export function useWebSiteChoices() {
  const { user } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['web-site-choices', user.user_id],
    queryFn: ({ signal }) => call(getWebSiteChoices, { signal }),
  })
  return data
}
export type Choices = ReturnType<typeof useWebSiteChoices>

/** Returns the labels of the fields, in the order of the form. */
export function useSiteLabels(): Record<string, string> {
  const t = useTexts()
  return useMemo(() => Object.fromEntries(Object.keys(tabOf).map((name) => [name, t(`site_field_${name}`)])), [t])
}
