/** Who takes mail out of the house: mail.smtp.ts. */
export interface Mailer {
  /**
   * Hands a mail over. Throws MailRefused when trying again is of no use, MailUnknown when the mail may have been taken,
   * MailInHand when that is still being found out, anything else when it certainly was not and trying again may help.
   */
  deliver(mail: OutgoingMail, identity: MailIdentity, signal: AbortSignal): Promise<void>
}

/** In whose name the house sends for a web site. */
export interface MailIdentity {
  /** The house's own address for the site, which nobody reads. */
  noReply: string
  dkim: DkimKey | undefined
}

export interface DkimKey {
  domainName: string
  keySelector: string
  /** PEM. */
  privateKey: string
}

export interface OutgoingMail {
  /** A UUID, the same at every attempt. */
  id: string
  webSiteId: number
  to: string
  fromName: string
  /** A person's own address, which then stands in From; null: the house writes. */
  fromAddress: string | null
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** BCP 47. */
  language: string
  writtenAt: Date
  /** Where one click (a POST) ends mails of this kind. */
  unsubscribeUrl: string | null
}

/** The mail will never be taken: an unknown recipient, a forbidden content. */
export class MailRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'MailRefused'
  }
}

/** The whole mail went out and no answer came back: it may have been taken or not. */
export class MailUnknown extends Error {
  constructor(cause: Error) {
    super(`no answer after the whole mail had been sent: ${cause.message}`, { cause })
    this.name = 'MailUnknown'
  }
}

/** Whoever asked waits no longer, but the courier goes on: the next attempt hears what became of it. */
export class MailInHand extends Error {
  constructor() {
    super('the mail is still being handed over')
    this.name = 'MailInHand'
  }
}
