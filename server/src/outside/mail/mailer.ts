/** Who takes mail out of the house: mail.smtp.ts, or its stand-in mail.outbox.ts. */
export interface Mailer {
  /** Hands a mail over. Throws MailRefused when trying again is of no use, anything else when it may be. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<'sent' | 'kept'>
}

export interface OutgoingMail {
  /** A UUID, the same at every attempt. */
  id: string
  to: string
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** BCP 47. */
  language: string
  writtenAt: Date
  /** Where one click (a POST) ends mails of this kind. */
  unsubscribeUrl?: string
}

/** The mail will never be taken: an unknown recipient, a forbidden content. */
export class MailRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'MailRefused'
  }
}
