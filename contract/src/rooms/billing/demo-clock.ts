import { z } from 'zod'
import { endpoint, level, notAudited } from '../../endpoint.ts'
import { DayText } from './fields.ts'

/** The clock of the demo: a year of renewals passes in a minute. Real installations answer 404. */

const Now = z.object({
  /** ISO 8601, UTC. */
  now: z.string(),
  /** The day in the time zone of the web site. */
  today: DayText,
  /** Days that the clock is ahead of the real time. */
  days_ahead: z.int(),
})

export const getDemoClock = endpoint({
  method: 'GET',
  path: '/demoClock',
  who: level(1),
  summary: 'Returns the time by which the demo renews subscriptions.',
  reply: Now,
})

export const demoClock = endpoint({
  method: 'POST',
  path: '/demoClock',
  who: level(1),
  audit: notAudited('only in the demo; what happens on these days is recorded as on any other'),
  summary: 'Lets days pass: the renewals, reminders and mails of each day happen in their order.',
  limit: { max: 120 },
  body: z.object({ days: z.int().min(1).max(31) }),
  reply: Now.extend({
    /** What happened meanwhile on this web site. */
    renewed: z.int(),
    paid: z.int(),
    failed: z.int(),
    suspended: z.int(),
    ended: z.int(),
  }),
})
