import { mostWebhookFailures } from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { webhookCarrier, type OutgoingWebhook } from '../../../outside/webhooks/webhooks.ts'
import { button, facts, paragraph, type Letter } from '../../messaging/letter/letter.ts'
import type { RetryPolicy } from '../../messaging/delivery.rules.ts'
import { queueMail, type Words } from '../../messaging/mail.ts'
import { makeWorker, type Worker } from '../../messaging/outbox.ts'
import { openSecret } from './secrets.ts'
import * as queries from './webhooks.queries.ts'

/** Delivers events to webhooks, and switches off those that do not work. */

/**
 * Waits of 10 s that double up to 6 hours: 23 attempts in about three days. A second copy has the same id, so an attempt
 * without a response is simply repeated.
 */
export const webhookPolicy: RetryPolicy = { attempts: 23, delay: 10, delayMax: 21_600, lease: 30, settle: 0 }

/** Days after which events are deleted: they contain what customers said. */
const keptDays = 30

interface Item extends OutgoingWebhook {
  webhook_id: number
}

export function webhookWorker(services: Services, policy = webhookPolicy): Worker {
  const { config, clock } = services
  return makeWorker<Item>(services, {
    name: 'webhook',
    carrier: webhookCarrier({ allowPrivate: config.privateWebhooks, now: () => clock.now() }),
    policy,
    async load(db, _site, key) {
      const row = await queries.findOutgoing(db, key)
      if (!row) return undefined
      const secret = openSecret(config, key.web_site_id, row.user_id, row.secret_sealed)
      if (secret === undefined) return undefined
      return { url: row.url, id: row.event_id, body: row.body, secret, webhook_id: row.webhook_id }
    },
    async attempted(db, site, { webhook_id }, change) {
      if (change.state === 'sent') {
        await queries.noteSuccess(db, site, webhook_id, clock.now())
        return
      }
      const failures = await queries.noteFailure(db, site, webhook_id)
      if (failures === undefined) return
      const isGone = change.code === '410'
      if (!isGone && failures < mostWebhookFailures) return
      const because = isGone ? 'gone' : 'failures'
      await queries.updateWebhook(db, site, webhook_id, { disabled_at: clock.now(), disabled_because: because })
      await tellOwner(db, services, site, webhook_id, { failures, reason: change.reason })
    },
  })
}

/** Mails the owner that a webhook was switched off. */
async function tellOwner(
  db: Db,
  services: Services,
  site: Site,
  webhookId: number,
  problem: { failures: number; reason: string },
): Promise<void> {
  const webhook = await queries.findWebhook(db, site, webhookId)
  const owner = webhook && (await queries.findOwner(db, site, webhook.user_id))
  if (!webhook || !owner?.email) return
  const { sites, config } = services
  const language = sites.language(owner.language_id ?? site.default_lang_id) ?? sites.language(site.default_lang_id)!
  await queueMail(db, services, site, {
    to: owner.email,
    language,
    letter: webhookOff({
      url: webhook.url,
      description: webhook.description,
      ...problem,
      link: `${linkOrigin('', site.hosts, config)}/webhook_settings`,
    }),
  })
}

const webhookOff =
  (off: { url: string; description: string; failures: number; reason: string; link: string }) =>
  ({ say }: Words): Letter => ({
    subject: say('mail_webhook_off_subject'),
    preview: say('mail_webhook_off_text', { count: off.failures }),
    title: say('mail_webhook_off_title'),
    blocks: [
      paragraph(say('mail_webhook_off_text', { count: off.failures })),
      facts([
        { label: say('webhook_url'), value: off.url },
        ...(off.description ? [{ label: say('webhook_for'), value: off.description }] : []),
        { label: say('webhook_last_problem'), value: off.reason },
      ]),
      button(say('mail_webhook_off_button'), off.link),
    ],
  })

/** Registers the job that deletes old events. Call before the jobs start. */
export function registerWebhookJobs(services: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  services.jobs.every('webhooks.deleteOld', 3600, async () => {
    const before = secondsAfter(services.clock.now(), -keptDays * 86_400)
    while ((await queries.deleteOldEvents(services.database.system, before)) > 0);
  })
}
