import { z } from 'zod'
import { anyone, endpoint } from '../../endpoint.ts'

/** What the pages to which a provider leads back need beside the result of the payment. */

export const twilioPaypalSuccessUrl = endpoint({
  method: 'GET',
  path: '/twilioPaypalSuccessUrl',
  who: anyone,
  summary: 'Returns the name of the web site for the page after a payment for text messages or a number. Reads only.',
  limit: { max: 60 },
  reply: z.object({ friendlyWebsiteName: z.string() }),
})
