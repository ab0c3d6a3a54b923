import { z } from 'zod'
import { endpoint, signedIn } from '../../endpoint.ts'
import { PathId } from '../../fields.ts'

/** What users say of a web site: stars and words, once each. */

export const saveFeedback = endpoint({
  method: 'POST',
  path: '/saveFeedback',
  who: signedIn,
  audit: { action: 'feedback.give' },
  notForCustomers: true,
  summary:
    'Keeps the caller’s opinion of this web site, once. Answers the page to go back to, if it is one of this site.',
  fails: ['feedback_already_given'],
  body: z.object({
    rating: z.int().min(1).max(5),
    feedback: z.string().trim().max(4000).default(''),
    /** The page before the dialog: a path, or an address of the site. Any other is as if none was given. */
    page_url: z.string().max(2000).optional(),
  }),
  reply: z.object({ redirect: z.string().nullable() }),
})

export const checkWebSiteUserFeedBack = endpoint({
  method: 'GET',
  path: '/checkWebSiteUserFeedBack/:user_id',
  who: signedIn,
  actsFor: 'user_id',
  summary: 'Whether a user has given feedback on this web site already.',
  params: z.object({ user_id: PathId }),
  reply: z.object({ given: z.boolean() }),
})
