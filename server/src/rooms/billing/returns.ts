import type * as contract from '@cutaway/contract/rooms/billing/returns.ts'
import type { Handlers } from '../../core/http/endpoints.ts'

/** The pages to which a provider leads back. */
export const returns: Handlers<typeof contract> = {
  twilioPaypalSuccessUrl: ({ site }) => Promise.resolve({ friendlyWebsiteName: site.name }),
}
