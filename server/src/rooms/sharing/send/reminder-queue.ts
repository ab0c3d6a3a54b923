import { z } from 'zod'
import type { Db } from '../../../core/db/database.ts'
import { fail } from '../../../core/http/errors.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'

/** The job of a reminder (reminders.ts), queued with the send. */

export const reminderJob = 'sharing.remind'
export const AboutReminder = z.object({ web_site_id: z.int(), recipient_id: z.int(), origin: z.string() })
export type AboutReminder = z.infer<typeof AboutReminder>

/** Returns the time of a reminder; null if none was requested. Refuses a time outside the validity of the link. */
export function reminderTime(asked: string | undefined, now: Date, expiresAt: Date): Date | null {
  if (asked === undefined) return null
  const at = new Date(asked)
  if (at <= now || at >= expiresAt) fail('remind_at_not_valid')
  return at
}

/** Queues the reminder of a recipient in the transaction of the send. */
export async function enqueueReminder(
  db: Db,
  { jobs }: Pick<Services, 'jobs'>,
  site: Site,
  given: { recipientId: number; origin: string; now: Date; remind_at: Date },
): Promise<void> {
  const about: AboutReminder = { web_site_id: site.web_site_id, recipient_id: given.recipientId, origin: given.origin }
  const startAfter = Math.max(1, Math.ceil((given.remind_at.getTime() - given.now.getTime()) / 1000))
  await jobs.enqueue(db, reminderJob, about, { singletonKey: `${site.web_site_id}.${given.recipientId}`, startAfter })
}
