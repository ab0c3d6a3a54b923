import { z } from 'zod'
import { anyone, endpoint, file, jsonParam, may, unscoped } from '../endpoint.ts'

/** Who agreed to messages and who does not want them any more. */

/** What a link to the unsubscribe page carries. Without a valid signature the page asks and the server slows down. */
const Unsubscribe = z.object({
  to: z.string().max(400),
  wsid: z.union([z.string().max(12), z.int()]).transform(String),
  lid: z
    .union([z.string().max(12), z.int()])
    .transform(String)
    .optional(),
  sig: z.string().max(100).optional(),
  /** The way back, offered after unsubscribing by mistake. */
  again: z.boolean().optional(),
})
const answerOf = { reply: z.object({ to: z.string(), unsubscribed: z.boolean() }), fails: ['Invalid URL'] } as const

export const updateUnsubscribeEmailDetails = endpoint({
  method: 'PUT',
  path: '/updateUnsubscribeEmailDetails',
  who: anyone,
  site: unscoped('part of the signed link; the handler compares it with the web site of the request'),
  audit: { action: 'consent.change' },
  summary: 'Ends messages to an address from this web site. The answer is the same whether the address was known.',
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
  summary: 'The same by POST.',
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
  summary: 'All that is kept about the consent of one address or number, as a CSV file.',
  limit: { max: 30 },
  params: z.object({ json: jsonParam(z.object({ address: z.string().trim().min(3).max(400) })) }),
  reply: file('text/csv'),
})
