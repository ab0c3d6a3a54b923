import { relatedAnimationsDetailsByPartId } from '@cutaway/contract/rooms/player/player.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useBrandId, useSignedIn } from '../../core/session.ts'

/** Returns the details of a part for this user, with the texts of a language. */
export function useDetailsQuery(partId: string) {
  const { user, web_site } = useSignedIn()
  const brand_id = useBrandId()
  return (languageId: number) => {
    const params = {
      user_id: user.user_id,
      part_id: partId,
      brand_id,
      driverside: web_site.driverside,
      language_id: String(languageId),
    }
    return queryOptions({
      queryKey: ['part', params],
      queryFn: ({ signal }) => call(relatedAnimationsDetailsByPartId, { params, signal }),
      // The film URLs may be signed with an expiry.
      staleTime: 5 * 60_000,
    })
  }
}
