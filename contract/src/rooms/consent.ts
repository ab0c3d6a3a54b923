import { z } from 'zod'
import { anyone, endpoint, file, jsonParam, may, unscoped } from '../endpoint.ts'
import { Yes } from '../fields.ts'

/** Consent to messages, and its withdrawal. */

/**
 * The parameters of an unsubscribe link. Without a valid signature the page asks for confirmation and the server delays
 * its responses.
 */
const Unsubscribe = z.object({
  // A link without its parts is refused by its key, not as a malformed request.
  to: z.string().max(400).nullish(),
  wsid: z
    .union([z.string().max(12), z.int()])
    .transform(String)
    .nullish(),
  lid: z
    .union([z.string().max(12), z.int()])
    .transform(String)
    .nullish(),
  sig: z.string().max(100).optional(),
  /** Resubscribes; offered after unsubscribing by mistake. */
  again: Yes.optional(),
})
const answerOf = { reply: z.object({ to: z.string(), unsubscribed: z.boolean() }), fails: ['Invalid URL'] } as const

export const updateUnsubscribeEmailDetails = endpoint({
  method: 'PUT',
  path: '/updateUnsubscribeEmailDetails',
  who: anyone,
  site: unscoped('part of the signed link; the handler compares it with the web site of the request'),
  audit: { action: 'consent.change' },
  summary:
    'Ends messages to an address from this web site. The response is the same whether or not the address is known.',
  limit: { max: 20 },
  body: Unsubscribe,
  fails: answerOf.fails,
  reply: answerOf.reply,
})

export const unsubscribeByPost = endpoint({
  method: 'POST',
  path: '/updateUnsubscribeEmailDetails',
  who: anyone,
  site: unscoped('part of the signed link; the handler compares it with the web site of the request'),
  audit: { action: 'consent.change' },
  summary: 'Ends messages to an address from this web site, by POST.',
  limit: { max: 20 },
  body: Unsubscribe,
  fails: answerOf.fails,
  reply: answerOf.reply,
})

export const exportConsents = endpoint({
  method: 'GET',
  path: '/exportConsents/:json',
  who: may('manage_email_settings'),
  notForCustomers: true,
  summary: 'Returns all stored data on the consent of one address or number, as a CSV file.',
  limit: { max: 30 },
  params: z.object({ json: jsonParam(z.object({ address: z.string().trim().min(3).max(400) })) }),
  reply: file('text/csv'),
})

export const liftBounce = endpoint({
  method: 'POST',
  path: '/liftBounce',
  who: may('allow_share_email'),
  audit: { action: 'consent.lift_bounce' },
  notForCustomers: true,
  summary:
    'Allows mail again to an address to which mail came back. The suppression of a person who unsubscribed stays.',
  limit: { max: 30 },
  body: z.object({ address: z.string().trim().min(3).max(400) }),
  fails: ['email_not_valid', 'address_not_bounced', 'error_unsubscribe_user'],
  reply: z.object({ address: z.string() }),
})
