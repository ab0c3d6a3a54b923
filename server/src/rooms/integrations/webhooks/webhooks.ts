import type * as contract from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { mostWebhooks, type Webhook, type WebhookDelivery } from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { webAddress } from '@cutaway/contract/web-address.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { refusedHost } from '../../../outside/webhooks/webhooks.ts'
import { bodyOf, newEventId, sendEvent } from './events.ts'
import { newSecret, sealSecret } from './secrets.ts'
import * as queries from './webhooks.queries.ts'

/** The webhooks of a user, what was sent to them, and replays. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    webhook: queries.WebhookRow
  }
}

export const webhookRecords: RecordLoader<queries.WebhookRow> = {
  find: queries.findWebhooksById,
  idOf: ({ webhook_id }) => webhook_id,
}

export const webhooks: Handlers<typeof contract> = {
  getWebhooks: async ({ caller, site, db }) => (await queries.findWebhooks(db, site, caller.user.user_id)).map(shown),

  makeWebhook: async (call) => {
    const { body, caller, site, db, services, audit } = call
    const { user_id, businessentity_id } = caller.user
    const url = checkedUrl(call, body.url)
    await queries.lockWebhooks(db, site, user_id)
    if ((await queries.findWebhooks(db, site, user_id)).length >= mostWebhooks) fail('too_many_webhooks')
    const secret = newSecret()
    const row = await queries.insertWebhook(db, site, {
      user_id,
      businessentity_id,
      url,
      description: sanitiseLine(body.description),
      events: [...new Set(body.events)],
      secret_sealed: sealSecret(services.config, site.web_site_id, user_id, secret),
      created_at: services.clock.now(),
    })
    audit({ target: { kind: 'webhook', id: row.webhook_id }, after: audited(row) })
    return answer({ ...shown(row), secret }, { message: 'webhook_made' })
  },

  updateWebhook: async (call) => {
    const { body, site, db, services, audit } = call
    const before = call.owned.webhook_id
    const change: queries.WebhookChange = {
      ...(body.url === undefined ? {} : { url: checkedUrl(call, body.url) }),
      ...(body.description === undefined ? {} : { description: sanitiseLine(body.description) }),
      ...(body.events === undefined ? {} : { events: [...new Set(body.events)] }),
    }
    if (body.active === 1 && before.disabled_at)
      Object.assign(change, { disabled_at: null, disabled_because: null, failures: 0 })
    if (body.active === 0 && !before.disabled_at)
      Object.assign(change, { disabled_at: services.clock.now(), disabled_because: 'person' })
    if (Object.keys(change).length === 0) {
      audit(false)
      return shown(before)
    }
    const row = await queries.updateWebhook(db, site, before.webhook_id, change)
    audit({ before: audited(before), after: audited(row) })
    return answer(shown(row), { message: 'webhook_saved' })
  },

  renewWebhookSecret: async ({ owned, site, db, services }) => {
    const { webhook_id, user_id } = owned.webhook_id
    const secret = newSecret()
    const secret_sealed = sealSecret(services.config, site.web_site_id, user_id, secret)
    const row = await queries.updateWebhook(db, site, webhook_id, { secret_sealed })
    return answer({ ...shown(row), secret }, { message: 'webhook_secret_renewed' })
  },

  deleteWebhook: async ({ owned, site, db, services, audit }) => {
    const row = owned.webhook_id
    await queries.updateWebhook(db, site, row.webhook_id, { deleted_at: services.clock.now() })
    audit({ before: audited(row) })
    return answer({ deleted: 1 as const }, { message: 'webhook_deleted' })
  },

  testWebhook: async ({ owned, site, db, services }) => {
    const { webhook_id, disabled_at } = owned.webhook_id
    if (disabled_at) fail('webhook_is_off')
    const type = 'webhook.test'
    const body = bodyOf(type, services.clock.now(), { webhook_id })
    const delivery_id = await sendEvent(db, services, site, { webhook_id, event_id: newEventId(), type, body })
    return answer({ delivery_id: delivery_id ?? notFound() }, { message: 'webhook_test_queued' })
  },

  getWebhookDeliveries: async ({ params, owned, site, db }) => {
    const { webhook_id } = owned.webhook_id
    const rows = await queries.listEvents(db, site, webhook_id, params.json)
    return {
      rows: rows.map(shownDelivery),
      total: await queries.countEvents(db, site, webhook_id, params.json.state),
    }
  },

  replayWebhookDelivery: async ({ body, owned, site, db, services, audit }) => {
    const { webhook_id, disabled_at } = owned.webhook_id
    if (disabled_at) fail('webhook_is_off')
    const event = (await queries.findEvent(db, site, webhook_id, body.delivery_id)) ?? fail('delivery_not_found')
    const { event_id, type, body: bytes, about, delivery_id: replay_of } = event
    const again = { webhook_id, event_id, type, body: bytes, about, replay_of }
    const delivery_id = (await sendEvent(db, services, site, again)) ?? notFound()
    audit({ after: { type, event_id } })
    return answer({ delivery_id }, { message: 'webhook_replay_queued' })
  },
}

const shown = (row: queries.WebhookRow): Webhook => ({
  id: row.webhook_id,
  url: row.url,
  description: row.description,
  events: row.events as Webhook['events'],
  active: row.disabled_at ? 0 : 1,
  disabled_because: row.disabled_because,
  failures: row.failures,
  created_at: row.created_at.toISOString(),
  last_success_at: row.last_success_at?.toISOString() ?? null,
})

/** A URL may contain a key of the receiver, so the audit log has only its host. */
const audited = ({ url, description, events, disabled_at }: queries.WebhookRow) => ({
  host: new URL(url).host,
  description,
  events,
  active: disabled_at ? 0 : 1,
})

type ListedEvent = Awaited<ReturnType<typeof queries.listEvents>>[number]

const shownDelivery = (row: ListedEvent): WebhookDelivery => ({
  delivery_id: row.delivery_id,
  event_id: row.event_id,
  type: row.type,
  created_at: row.created_at.toISOString(),
  state:
    row.state === 'pending' ? 'pending' : row.state === 'failed' || row.state === 'outcome_unknown' ? 'failed' : 'sent',
  attempts: row.attempts,
  next_at: row.state === 'pending' ? (row.due_at?.toISOString() ?? null) : null,
  ended_at: (row.ended_at ?? row.sent_at)?.toISOString() ?? null,
  problem: row.last_error ?? '',
  is_replay: row.replay_of === null ? 0 : 1,
  body: row.body,
})

/** Returns the URL in its normal form. The addresses of its host are checked again with each request (outside/webhooks/webhooks.ts). */
function checkedUrl({ services }: Pick<AnyCall, 'services'>, given: string): string {
  const normal = webAddress(given)
  // Hosts without a dot and IPv6 addresses are no web addresses for people, but have a reason of their own here.
  if (normal === undefined)
    return fail(URL.canParse(given) && isInside(given) ? 'webhook_url_not_public' : 'webhook_url_not_valid')
  const { protocol, hostname } = new URL(normal)
  if (!services.config.privateWebhooks) {
    if (refusedHost(hostname)) fail('webhook_url_not_public')
    if (protocol !== 'https:') fail('webhook_url_not_secure')
  }
  return normal
}

function isInside(given: string): boolean {
  const { protocol, hostname } = new URL(given)
  return /^https?:$/.test(protocol) && refusedHost(hostname) !== null
}
