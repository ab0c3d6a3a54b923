import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** The introductory texts of a user's messages. Plain text. */

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
  /** Path of the logo on this web site; empty if there is none. */
  uploaded_logo: z.string(),
  logo_width: z.int(),
  logo_height: z.int(),
  /** Maximum length of sms_message in characters. */
  sms_limit: z.int(),
})
export type EmailContent = z.infer<typeof EmailContent>

/** Texts over their limit are refused by name; far longer ones as malformed. */
const Given = z.string().max(20_000).optional()

export const getEmailcontent = endpoint({
  method: 'GET',
  path: '/getEmailcontent/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  summary: 'Returns the texts and the logo of a user’s messages. The SMS text has a default in the user’s language.',
  params: z.object({ user: PathId }),
  reply: EmailContent,
})

export const addEmailContent = endpoint({
  method: 'POST',
  path: '/addEmailContent',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'message_texts.change' },
  summary: 'Saves texts; an omitted one does not change. Line breaks in the subject become spaces.',
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
