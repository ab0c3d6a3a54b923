import { z } from 'zod'
import { anyone, endpoint, may } from '../../endpoint.ts'
import { Id } from '../../fields.ts'
import { Session } from '../sessions.ts'

/**
 * Acting for somebody: a manager sees and does what a user can, for 30 minutes, in a marked session. Never for money, keys
 * or passwords. The user is told by mail, and the audit log names the manager.
 */

export const actingMinutes = 30

export const startActing = endpoint({
  method: 'POST',
  path: '/startActing',
  who: may('act_for_users'),
  actsFor: 'user_id',
  audit: { action: 'session.start_acting' },
  notForCustomers: true,
  notWhileActing: true,
  limit: { max: 20 },
  summary: 'Opens a session in which the caller acts for a user of a lower role, for 30 minutes. Ends the own session.',
  body: z.object({
    user_id: Id,
    /** Why: shown to the user and in the audit log. */
    reason: z
      .string()
      .trim()
      .max(300)
      .regex(/^\P{Cc}*$/u),
  }),
  fails: ['enter_a_reason', 'only_lower_roles'],
  reply: Session,
})

export const stopActing = endpoint({
  method: 'POST',
  path: '/stopActing',
  // Also after the 30 minutes, when the session of the cookie has ended: the manager gets the own session back.
  who: anyone,
  audit: { action: 'session.stop_acting' },
  limit: { max: 30 },
  summary:
    'Ends acting for a user and returns to the own session; also within 12 hours after the time for acting has run out.',
  fails: ['not_acting'],
  reply: Session,
})
