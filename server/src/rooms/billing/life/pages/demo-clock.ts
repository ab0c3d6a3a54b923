import type * as contract from '@cutaway/contract/rooms/billing/demo-clock.ts'
import { sql } from 'kysely'
import type { Call, Handlers } from '../../../../core/http/endpoints.ts'
import { notFound } from '../../../../core/http/errors.ts'
import type { Services } from '../../../../core/services.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { dayOf } from '../../days.ts'
import { sweepNotices } from '../notices.ts'
import { keepAhead } from './kept-clock.ts'
import { runRenewals } from '../sweep.ts'

/** The clock of the demo. Days pass one after the other, with everything that the jobs of such a day would do. */

declare module '../../../../core/services.ts' {
  interface Services {
    /** Moves the clock by so many seconds: in the demo. Null: the clock is the real one. */
    moveClock: ((seconds: number) => void) | null
  }
}

const daySeconds = 86_400

const shown = ({ clock }: Pick<Services, 'clock'>, site: Site) => {
  const now = clock.now()
  return {
    now: now.toISOString(),
    today: dayOf(now, site.time_zone),
    days_ahead: Math.round((now.getTime() - Date.now()) / (daySeconds * 1000)),
  }
}

/** Lets a day pass. People who are logged in stay so: their sessions move with the clock. */
async function passDay(services: Services, move: (seconds: number) => void): Promise<void> {
  await keepAhead(services.database.system, daySeconds)
  move(daySeconds)
  await sql`update sessions set last_seen_at = last_seen_at + interval '1 day', expires_at = expires_at + interval '1 day'
    where ends_at is null`.execute(services.database.system)
}

type Moved = Call<typeof contract.demoClock>

async function countOf({ services, site }: Moved, since: Date) {
  const { rows } = await sql<{ paid: number; failed: number }>`
    select count(*) filter (where state in ('paid', 'fulfilled'))::int as paid,
      count(*) filter (where state = 'failed')::int as failed
    from payments where web_site_id = ${site.web_site_id} and created_at > ${since}`.execute(services.database.system)
  return rows[0] ?? { paid: 0, failed: 0 }
}

export const demoClock: Handlers<typeof contract> = {
  getDemoClock: async ({ services, site }) => (services.moveClock ? shown(services, site) : notFound()),

  demoClock: async (call) => {
    const { services, site, body } = call
    const move = services.moveClock ?? notFound()
    const since = services.clock.now()
    const did = { renewed: 0, suspended: 0, ended: 0 }
    for (let day = 0; day < body.days; day += 1) {
      await passDay(services, move)
      const here = await runRenewals(services, { only: site })
      await runRenewals(services, { except: site })
      await sweepNotices(services)
      did.renewed += here.renewed
      did.suspended += here.suspended
      did.ended += here.ended
    }
    return { ...shown(services, site), ...did, ...(await countOf(call, since)) }
  },
}
