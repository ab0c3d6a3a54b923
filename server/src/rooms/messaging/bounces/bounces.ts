import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../core/db/database.ts'
import { countBounce } from '../../../core/observability/metrics.ts'
import type { Services } from '../../../core/services.ts'
import { startBounceReceiver } from '../../../outside/mail.bounces.ts'
import type { DeliveryReport } from '../../../outside/mail.dsn.ts'
import { afterFailedMail } from '../failures/after-failure.ts'
import { failureReason } from '../failures/failure-reasons.ts'
import { findMail } from '../mail.queries.ts'
import { recordReport, type DeliveryKey } from '../outbox.queries.ts'
import type { RecipientEvents } from '../recipient-events.ts'

/** Receives bounces: mails that a mail server returns after it has accepted them. */

type BounceServices = Pick<Services, 'config' | 'database' | 'sites' | 'clock' | 'log'>
type Events = Pick<RecipientEvents, 'bounced'>

/**
 * Registers the bounce receiver if the configuration names a port. It listens while the application runs. A port that
 * is in use makes the start fail.
 */
export function registerBounces(app: FastifyInstance, services: BounceServices, events: Events): void {
  if (!services.config.bounces) return
  let stop: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stop = (await startBounces(services, events)).stop
  })
  app.addHook('onClose', () => stop?.())
}

/** Starts the receiver. Returns its port and a function that stops it. */
export async function startBounces(
  services: BounceServices,
  events: Events,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { bounces, linkSecret: secret } = services.config
  if (!bounces) throw new Error('the configuration has no port for bounces')
  return startBounceReceiver({ ...bounces, secret }, services.log, async (reference, report) => {
    const key = keyOf(reference)
    if (key) await recordBounce(services, events, key, report)
  })
}

async function recordBounce(
  { database, sites, clock, log }: BounceServices,
  events: Events,
  key: DeliveryKey,
  { kind, reason }: DeliveryReport,
): Promise<void> {
  const site = sites.byId(key.web_site_id)
  if (!site) return
  const why = failureReason('mail', { code: null, words: reason })
  const record = async (db: Db) => {
    const report = {
      state: 'failed',
      failure: 'bounced',
      why,
      reference: null,
      code: null,
      reason,
      at: clock.now(),
    } as const
    if (!(await recordReport(db, key, report))) return false
    const mail = await findMail(db, key)
    if (mail) await afterFailedMail(db, site, events, { address: mail.to_address, why, words: reason, now: report.at })
    return true
  }
  if (!(await database.inTenant(key.web_site_id, record, { lane: 'background' }))) return
  countBounce(kind)
  log.info({ mail: key.delivery_id, why, reason }, 'a mail came back')
}

/** Reads the reference of a return address (mail.ts, bounceReference). */
function keyOf(reference: string): DeliveryKey | undefined {
  const [, site, id] = /^(\d{1,10})\.([0-9a-f]{32})$/.exec(reference) ?? []
  if (!site || !id) return undefined
  return { web_site_id: Number(site), delivery_id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }
}
