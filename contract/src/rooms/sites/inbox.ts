import { z } from 'zod'
import { listFields } from '../../administration/list.ts'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, Yes } from '../../fields.ts'

/** What waits for the operator: feedback of users, and errors that browsers reported. */

const ofSites = unscoped('a filter: the rows are those of web sites that the caller sees')
const siteFilter = { web_site_id: Id.optional() }

/** Whether rows that are done are listed: only open ones, only done ones. */
const State = z.enum(['open', 'done']).default('open')

export const FeedbackRow = z.object({
  web_site_id: z.int(),
  site_name: z.string(),
  user_id: z.int(),
  name: z.string(),
  username: z.string(),
  rating: z.int(),
  feedback: z.string(),
  page_url: z.string().nullable(),
  language_id: z.int(),
  created_at: z.string(),
  done_at: z.string().nullable(),
  done_by: z.string().nullable(),
})
export type FeedbackRow = z.infer<typeof FeedbackRow>

export const getFeedbackInbox = endpoint({
  method: 'POST',
  path: '/getFeedbackInbox',
  who: may('manage_web_sites'),
  site: ofSites,
  audit: notAudited('reads only'),
  summary: 'Returns the feedback of users on the web sites that the caller sees.',
  body: z.object({
    ...listFields(['created', 'rating']),
    ...siteFilter,
    state: State,
  }),
  reply: z.object({ rows: z.array(FeedbackRow), total: z.int() }),
})

export const markFeedback = endpoint({
  method: 'PUT',
  path: '/markFeedback',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  actsFor: 'user_id',
  audit: { action: 'feedback.mark' },
  summary: 'Marks a user’s feedback as done, or as open again.',
  body: z.object({ web_site_id: Id, user_id: Id, done: Yes }),
  reply: z.object({ done_at: z.string().nullable() }),
})

const Fingerprint = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ example: '0123456789abcdef0123456789abcdef' })

export const BrowserError = z.object({
  web_site_id: z.int(),
  site_name: z.string(),
  /** The same error of many browsers has one fingerprint. */
  fingerprint: z.string(),
  message: z.string(),
  page: z.string(),
  caller_line: z.string(),
  cause: z.string(),
  browser_name: z.string(),
  platform: z.string(),
  user_agent: z.string(),
  /** How often it was reported. */
  times: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  done_at: z.string().nullable(),
})
export type BrowserError = z.infer<typeof BrowserError>

export const getBrowserErrors = endpoint({
  method: 'POST',
  path: '/getBrowserErrors',
  who: may('manage_web_sites'),
  site: ofSites,
  audit: notAudited('reads only'),
  summary: 'Returns the errors that browsers reported, one row for each kind.',
  body: z.object({ ...listFields(['last', 'times']), ...siteFilter, state: State }),
  reply: z.object({ rows: z.array(BrowserError), total: z.int() }),
})

export const markBrowserError = endpoint({
  method: 'PUT',
  path: '/markBrowserError',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'browser_error.mark' },
  summary: 'Marks an error as done, or as open again. It opens by itself when a browser reports it again.',
  body: z.object({ web_site_id: Id, fingerprint: Fingerprint, done: Yes }),
  reply: z.object({ done_at: z.string().nullable() }),
})

export const getWaiting = endpoint({
  method: 'GET',
  path: '/getWaiting',
  who: may('manage_web_sites'),
  summary: 'Returns how much waits for the operator, by kind, and the number of web sites that the operator manages.',
  reply: z.object({
    web_sites: z.int(),
    ip_ranges: z.int(),
    applications: z.int(),
    /** Registrations with US carriers. */
    registrations: z.int(),
    feedback: z.int(),
    browser_errors: z.int(),
    /** Differences between the portal's payments and the providers' lists. */
    payments: z.int(),
  }),
})
