import { z } from 'zod'
import { endpoint, jsonParam, may, unscoped } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'

/**
 * Webhooks: requests to another program when a customer does something. They follow the Standard Webhooks
 * specification: the headers webhook-id, webhook-timestamp and webhook-signature.
 */

export const webhookTypes = ['link.opened', 'link.half_watched', 'link.answered', 'reply.received'] as const
export const WebhookType = z.enum(webhookTypes)
export type WebhookType = z.infer<typeof WebhookType>

export const mostWebhooks = 10
/** Attempts without success in a row after which a webhook is switched off. */
export const mostWebhookFailures = 20

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookType),
  active: Flag,
  /** Why it is off: a person, too many failures, or the receiver said that it is gone. */
  disabled_because: z.enum(['person', 'failures', 'gone']).nullable(),
  failures: z.int(),
  created_at: z.string(),
  last_success_at: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** The key that verifies signatures, in the only responses that contain it. */
const WithSecret = Webhook.extend({ secret: z.string() })

const Url = z.string().trim().min(1).max(2000).meta({ example: 'https://dms.example.com/hooks' })
const Events = z.array(WebhookType).min(1).max(webhookTypes.length)
const Description = z.string().trim().max(200)
const OneWebhook = z.object({ webhook_id: Id })
const fails = ['webhook_url_not_valid', 'webhook_url_not_secure', 'webhook_url_not_public'] as const

const common = {
  who: may('manage_api_keys'),
  notForCustomers: true,
  notWhileActing: true,
} as const

export const getWebhooks = endpoint({
  method: 'GET',
  path: '/getWebhooks',
  who: may('manage_api_keys'),
  notForCustomers: true,
  summary: 'Returns the webhooks of the caller, newest first.',
  reply: z.array(Webhook),
})

export const makeWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/makeWebhook',
  audit: { action: 'webhook.make' },
  limit: { max: 30 },
  summary: 'Makes a webhook of the caller. The response contains the key that verifies its signatures.',
  body: z.object({ url: Url, description: Description.default(''), events: Events }),
  fails: [...fails, 'too_many_webhooks'],
  reply: WithSecret,
})

export const updateWebhook = endpoint({
  ...common,
  method: 'PUT',
  path: '/updateWebhook',
  owns: { webhook_id: 'webhook' },
  audit: { action: 'webhook.change' },
  summary: 'Changes a webhook, or switches it on or off. An omitted field does not change.',
  body: OneWebhook.extend({
    url: Url.optional(),
    description: Description.optional(),
    events: Events.optional(),
    active: Flag.optional(),
  }),
  fails,
  reply: Webhook,
})

export const renewWebhookSecret = endpoint({
  ...common,
  method: 'POST',
  path: '/renewWebhookSecret',
  owns: { webhook_id: 'webhook' },
  audit: { action: 'webhook.renew_secret' },
  limit: { max: 30 },
  summary: 'Replaces the key that verifies the signatures of a webhook. The old one stops at once.',
  body: OneWebhook,
  reply: WithSecret,
})

export const deleteWebhook = endpoint({
  ...common,
  method: 'DELETE',
  path: '/deleteWebhook/:webhook_id',
  owns: { webhook_id: 'webhook' },
  audit: { action: 'webhook.delete' },
  summary: 'Deletes a webhook. What still waits for it is not sent.',
  params: z.object({ webhook_id: PathId }),
  reply: z.object({ deleted: Flag }),
})

export const testWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/testWebhook',
  owns: { webhook_id: 'webhook' },
  audit: { action: 'webhook.test' },
  limit: { max: 30 },
  summary: 'Sends an event of the type webhook.test to a webhook.',
  body: OneWebhook,
  fails: ['webhook_is_off'],
  reply: z.object({ delivery_id: z.string() }),
})

export const WebhookDelivery = z.object({
  delivery_id: z.string(),
  /** The header webhook-id: the same for an event and its replays. */
  event_id: z.string(),
  type: z.string(),
  created_at: z.string(),
  state: z.enum(['pending', 'sent', 'failed']),
  attempts: z.int(),
  /** When the next attempt is due; null if there is none. */
  next_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** The response of the receiver, or why there was none; empty after a success. */
  problem: z.string(),
  is_replay: Flag,
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const getWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/getWebhookDeliveries/:json',
  who: may('manage_api_keys'),
  owns: { webhook_id: 'webhook' },
  notForCustomers: true,
  summary: 'Returns what was sent to a webhook, newest first, paginated.',
  params: z.object({
    json: jsonParam(
      z.object({
        webhook_id: Id,
        state: z.enum(['all', 'pending', 'sent', 'failed']).default('all'),
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(100).default(20),
      }),
    ),
  }),
  reply: z.object({ rows: z.array(WebhookDelivery), total: z.int() }),
})

export const replayWebhookDelivery = endpoint({
  ...common,
  method: 'POST',
  path: '/replayWebhookDelivery',
  owns: {
    webhook_id: 'webhook',
    delivery_id: unscoped('one of the webhook’s own: the handler looks for it there only'),
  },
  audit: { action: 'webhook.replay' },
  limit: { max: 60 },
  summary: 'Sends an event again to its webhook, with the same id and the same bytes.',
  body: OneWebhook.extend({ delivery_id: z.uuid() }),
  fails: ['webhook_is_off', 'delivery_not_found'],
  reply: z.object({ delivery_id: z.string() }),
})
