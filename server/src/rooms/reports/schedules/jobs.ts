import { z } from 'zod'
import { userCaller } from '../../../core/auth/user-caller.ts'
import { monthsBefore, secondsAfter } from '../../../core/clock.ts'
import type { Attempt } from '../../../core/jobs/jobs.ts'
import type { Services } from '../../../core/services.ts'
import { writeLetter, type Plan } from './compose.ts'
import { nextAfter } from './due.ts'
import {
  endLetter,
  findSchedule,
  insertLetters,
  lockDue,
  lockLetter,
  updateSchedule,
  type LetterKey,
} from './schedules.queries.ts'
import { deleteOldLetters, findDue, findForgotten } from './system.queries.ts'

/**
 * Sends reports when their time has come. Starting a schedule writes a row for each reader, moves its next time and adds
 * the jobs, all in one transaction; each job writes its letter in the transaction that marks its row. A crash between any
 * two steps repeats the step, and nobody gets a letter twice. What was missed while the system was down is sent once.
 */

const job = 'reports.letter'
const Key = z.object({ web_site_id: z.number(), schedule_id: z.number(), due_at: z.string(), user_id: z.number() })
const lane = { lane: 'background' as const }
/** Seconds after which a waiting letter gets a job again. */
const forgottenAfter = 900
/** For how long it is known what became of letters, in months. */
const logMonths = 13

export const planOf = (row: Omit<Plan, 'report'> & { report: string }): Plan => row as Plan

export function registerReportSchedules(services: Services): void {
  services.jobs.define(job, { data: Key, retries: 4, retryDelay: 60, concurrency: 1 }, (key, attempt) =>
    deliver(services, key, attempt),
  )
  services.jobs.every('reports.schedules', 60, async () => {
    await startDue(services)
  })
}

/** Adds the job of a letter. */
export const enqueueLetter = (
  db: Parameters<Services['jobs']['enqueue']>[0],
  { jobs }: Pick<Services, 'jobs'>,
  key: LetterKey,
) => jobs.enqueue(db, job, key, { singletonKey: `${key.schedule_id} ${key.due_at} ${key.user_id}` })

/** Starts every schedule whose time has come. Returns how many. */
export async function startDue(services: Services): Promise<number> {
  const { database, clock } = services
  const now = clock.now()
  let started = 0
  for (const { web_site_id, schedule_id } of await findDue(database.system, now))
    if (await start(services, web_site_id, schedule_id)) started += 1
  for (const key of await findForgotten(database.system, secondsAfter(now, -forgottenAfter)))
    await enqueueLetter(database.system, services, key)
  await deleteOldLetters(database.system, monthsBefore(now, logMonths))
  return started
}

async function start(services: Services, webSiteId: number, id: number): Promise<boolean> {
  const { database, sites, clock } = services
  const site = sites.byId(webSiteId)
  if (!site) return false
  const now = clock.now()
  return database.inTenant(
    webSiteId,
    async (db) => {
      const due = await lockDue(db, site, id, now)
      if (!due) return false
      const owner = await userCaller(db, site, due.user_id, now)
      if (!owner?.may('view_reports')) {
        await updateSchedule(db, site, id, { paused_because: 'no_right' })
        return false
      }
      const keys = due.recipients.map((user_id) => ({
        web_site_id: webSiteId,
        schedule_id: id,
        due_at: due.next_at.toISOString(),
        user_id,
      }))
      await insertLetters(db, keys)
      for (const key of keys) await enqueueLetter(db, services, key)
      await updateSchedule(db, site, id, { next_at: nextAfter(now, due, due.time_zone ?? site.time_zone) })
      return true
    },
    lane,
  )
}

/** Writes one letter. The last attempt that fails is written down as such. */
async function deliver(services: Services, key: LetterKey, attempt: Attempt): Promise<void> {
  const { database, sites } = services
  const site = sites.byId(key.web_site_id)
  if (!site) return
  try {
    await database.inTenant(
      key.web_site_id,
      async (db) => {
        if (!(await lockLetter(db, key))) return
        const schedule = await findSchedule(db, site, key.schedule_id)
        if (!schedule) return
        const outcome = await writeLetter(db, services, site, planOf(schedule), {
          at: new Date(key.due_at),
          userId: key.user_id,
        })
        await endLetter(db, key, outcome)
      },
      lane,
    )
  } catch (error) {
    if (attempt.last)
      await database.inTenant(key.web_site_id, (db) => endLetter(db, key, { state: 'failed', reason: 'error' }), lane)
    throw error
  }
}
