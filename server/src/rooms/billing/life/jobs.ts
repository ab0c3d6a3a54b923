import { z } from 'zod'
import type { Desk } from '../saga/desk.ts'
import { sweepNotices } from './notices.ts'
import { forgetPages } from './pages/page-tokens.ts'
import { chargeRenewal, sweepRenewals } from './sweep.ts'

/** The background jobs of subscriptions. */

const chargeJob = 'renewal.charge'
const Charge = z.object({ web_site_id: z.number(), subscription_id: z.string() })
const sweepEvery = 600
const noticeEvery = 3600

export function registerLifeJobs(desk: Desk): void {
  desk.jobs.define(
    chargeJob,
    { data: Charge, concurrency: 2, retries: 3 },
    async ({ web_site_id, subscription_id }) => {
      const site = desk.sites.byId(web_site_id)
      if (!site) throw new Error(`unknown web site: ${web_site_id}`)
      await chargeRenewal(desk, site, subscription_id)
    },
  )
  desk.jobs.every('renewal.sweep', sweepEvery, async () => {
    await sweepRenewals(desk, (db, { web_site_id }, subscription_id) =>
      desk.jobs.enqueue(db, chargeJob, { web_site_id, subscription_id }, { singletonKey: subscription_id }),
    )
  })
  desk.jobs.every('notice.sweep', noticeEvery, async () => {
    await sweepNotices(desk)
    await forgetPages(desk.database.system, desk.clock.now())
  })
}
