import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../../testing/world.ts'
import { nextDue } from './testing.ts'

/** Time that passes for the queue of jobs too: sweeps, charges and looks run as jobs, as in a portal that runs for years. */

/** The jobs that move money. Others keep the real time. */
const moneyJobs = ['renewal.sweep', 'renewal.charge', 'payment.settle', 'payment.fulfil', 'payment.refund']

/** Moves the clock, and the times for which jobs wait. */
async function passSeconds({ clock, database }: World, seconds: number): Promise<void> {
  clock.forward(seconds)
  await sql`update pgboss.job set start_after = start_after - make_interval(secs => ${seconds})
    where state in ('created', 'retry') and name = any(${moneyJobs})`.execute(database.system)
}

/** Waits until no job that moves money can run. Throws if that takes a minute: a job fails again and again. */
async function idle({ database }: World): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    const { rows } = await sql<{ name: string }>`select name from pgboss.job
      where state in ('created', 'retry', 'active') and start_after <= now() and name = any(${moneyJobs})`.execute(
      database.system,
    )
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error(`jobs do not end: ${rows.map(({ name }) => name).join(', ')}`)
    await sleep(25)
  }
}

/** Lets minutes pass until it is known of each charge whether it was made. */
export async function settleAll(w: World): Promise<void> {
  await idle(w)
  for (let round = 0; round < 30; round += 1) {
    const { rows } = await sql`select 1 from payment_attempts where state in ('sent', 'unknown')
      union all select 1 from payments where state = 'paid' limit 1`.execute(w.database.system)
    if (rows.length === 0) return
    await passSeconds(w, 60)
    await idle(w)
  }
  throw new Error('a charge stays unknown')
}

/** Lets the days pass up to a moment: on each day on which something is due, the job of the sweep runs. */
export async function liveByJobs(w: World, until: string): Promise<void> {
  const { jobs, database } = w.running.services
  for (;;) {
    const now = w.clock.now().getTime()
    const left = (Date.parse(until) - now) / 1000
    if (left <= 0) return
    const day = await nextDue(w, undefined)
    // At noon UTC the day has begun for every web site of the test, and it is still the day before for none.
    const untilDue = day === undefined ? left : (Date.parse(`${day}T12:00:00Z`) - now) / 1000
    await passSeconds(w, Math.max(1, Math.min(untilDue, left)))
    await jobs.enqueue(database.system, 'renewal.sweep', {})
    await settleAll(w)
  }
}
