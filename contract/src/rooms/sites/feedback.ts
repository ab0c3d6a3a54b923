import { z } from 'zod'
import { endpoint, signedIn } from '../../endpoint.ts'
import { PathId } from '../../fields.ts'

/** Users' feedback on a web site: a rating and a text, once per user. */

export const saveFeedback = endpoint({
  method: 'POST',
  path: '/saveFeedback',
  who: signedIn,
  audit: { action: 'feedback.give' },
  notForCustomers: true,
  summary: 'Stores the caller’s feedback on this web site, once. Returns the previous page if it belongs to this site.',
  fails: ['feedback_already_given'],
  body: z.object({
    rating: z.int().min(1).max(5),
    feedback: z.string().trim().max(4000).default(''),
    /** The page before the dialog: a path, or a URL of the site. Any other value is ignored. */
    page_url: z.string().max(2000).optional(),
  }),
  reply: z.object({ redirect: z.string().nullable() }),
})

export const checkWebSiteUserFeedBack = endpoint({
  method: 'GET',
  path: '/checkWebSiteUserFeedBack/:user_id',
  who: signedIn,
  actsFor: 'user_id',
  summary: 'Returns whether a user has already given feedback on this web site.',
  params: z.object({ user_id: PathId }),
  reply: z.object({ given: z.boolean() }),
})
