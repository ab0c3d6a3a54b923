import { z } from 'zod'
import { anyone, endpoint, unscoped } from '../endpoint.ts'

/** Why a mail or a text message was not delivered, or has to be tried again. */
export const FailureReason = z.enum([
  // Of mail and text messages.
  'unknown_address',
  'policy',
  'unreachable',
  'no_answer',
  'unsubscribed',
  'bounced_before',
  'deleted',
  'other',
  // Of mail.
  'mailbox_full',
  'mailbox_disabled',
  'content',
  'too_large',
  'sender_refused',
  // Of text messages.
  'phone_off',
  'not_mobile',
  'filtered',
  'region',
  'sender_not_registered',
  'picture',
  'busy',
  'account',
])
export type FailureReason = z.infer<typeof FailureReason>

/** The outbox page of the demo: mail and text messages that the built-in stand-ins store instead of sending. */

export const getOutbox = endpoint({
  method: 'GET',
  path: '/outbox',
  who: anyone,
  summary: 'Returns mail and text messages stored by the built-in stand-ins, newest first. Demo and development only.',
  reply: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['email', 'sms', 'mms']),
      /** A mail address, or a number in E.164. */
      to: z.string(),
      /** For a text message: its text. */
      subject: z.string(),
      sent_at: z.string(),
      language_code: z.string(),
    }),
  ),
})
export const getOutboxMail = endpoint({
  method: 'GET',
  path: '/outbox/:id',
  name: 'outboxMail',
  who: anyone,
  owns: { id: unscoped('a random id; only the demo has this page, and shows all mail there') },
  summary: 'Returns one stored mail with its HTML and its text part. Demo and development only.',
  params: z.object({ id: z.string().regex(/^[0-9a-f-]{36}$/) }),
  reply: z.object({
    id: z.string(),
    to: z.string(),
    from: z.string(),
    subject: z.string(),
    sent_at: z.string(),
    html: z.string(),
    text: z.string(),
  }),
})
export const getOutboxMessage = endpoint({
  method: 'GET',
  path: '/outboxMessage/:id',
  who: anyone,
  owns: { id: unscoped('a random id; only the demo has this page, and shows all messages there') },
  summary: 'Returns one stored text message. Demo and development only.',
  params: z.object({ id: z.string().regex(/^[0-9a-f-]{36}$/) }),
  reply: z.object({
    id: z.string(),
    kind: z.enum(['sms', 'mms']),
    /** E.164. */
    to: z.string(),
    /** A number of the web site, or the name of the web site. */
    from: z.string(),
    body: z.string(),
    /** Address of the picture; null without one. */
    media_url: z.string().nullable(),
    segments: z.number(),
    sent_at: z.string(),
    language_code: z.string(),
  }),
})
