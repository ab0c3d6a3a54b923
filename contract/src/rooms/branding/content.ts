import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** The texts with which a user's messages begin. Plain text. */

export const mostSubject = 200
export const mostMessage = 4000

const Texts = {
  email_message1: z.string(),
  email_message2: z.string(),
  email_message3: z.string(),
  sms_message: z.string(),
  mail_subject: z.string(),
}

export const EmailContent = z.object({
  ...Texts,
  /** Path of the logo on this web site; empty without one. */
  uploaded_logo: z.string(),
  logo_width: z.int(),
  logo_height: z.int(),
  /** Characters that sms_message may have. */
  sms_limit: z.int(),
})
export type EmailContent = z.infer<typeof EmailContent>

/** Longer texts are refused by name, far longer ones as malformed. */
const Given = z.string().max(20_000).optional()

export const getEmailcontent = endpoint({
  method: 'GET',
  path: '/getEmailcontent/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  summary:
    'The texts and the logo of a user’s messages. Where no SMS text was saved, the standing one in the user’s language.',
  params: z.object({ user: PathId }),
  reply: EmailContent,
})

export const addEmailContent = endpoint({
  method: 'POST',
  path: '/addEmailContent',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'message_texts.change' },
  summary: 'Saves texts; one that is left out stays as it is. Line breaks in the subject become spaces.',
  body: z.object({
    user_id: Id,
    email_message1: Given,
    email_message2: Given,
    email_message3: Given,
    sms_message: Given,
    mail_subject: Given,
  }),
  fails: ['message_you_have_exceed_maximum_limit_of_character', 'text_too_long'],
  reply: EmailContent,
})
