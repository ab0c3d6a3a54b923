import { createTransport } from 'nodemailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { Readable } from 'node:stream'
import type { Config } from '../core/config.ts'
import { domainOf } from './mail/identity.ts'
import { MailRefused, MailUnknown, type MailIdentity, type Mailer, type OutgoingMail } from './mail/mailer.ts'
import { returnAddress } from './mail/verp.ts'

type SmtpConfig = Extract<Config['mail'], { kind: 'smtp' }>

/** Header fields that the signature covers: the library's list leaves out List-Unsubscribe-Post, without which one-click unsubscribing does not count (RFC 8058). */
const signedFields = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'In-Reply-To:References:Auto-Submitted:List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Writes mails without sending them. */
const writer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Delivers through the SMTP server of the configuration, over a connection per mail. */
export function smtpMailer(
  { mail: config, bounces, linkSecret }: Pick<Config, 'bounces' | 'linkSecret'> & { mail: SmtpConfig },
  timeouts = { connect: 15_000, silence: 60_000 },
): Mailer {
  const transport = new SMTPTransport({
    url: config.url,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
  })
  return {
    async deliver(mail, identity, signal) {
      const raw = await written(mail, identity)
      const content = watched(raw)
      const envelope = {
        // Reports come to the receiver of bounces where there is one. A person's own server would turn away ours (SPF).
        from: bounces
          ? returnAddress({ webSiteId: mail.webSiteId, mailId: mail.id }, bounces.domain, linkSecret)
          : identity.noReply,
        to: [mail.to],
      }
      try {
        await hand(transport, { envelope, messageId: messageIdOf(mail, identity), content: content.stream, signal })
      } catch (error) {
        throw judged(error, content.isOut())
      }
    },
  }
}

/** The same at every attempt: a server that took the mail although we did not hear of it knows the second one. */
const messageIdOf = (mail: OutgoingMail, { noReply }: MailIdentity) => `<${mail.id}@${domainOf(noReply)}>`

/** The mail as it travels, signed. */
async function written(mail: OutgoingMail, identity: MailIdentity): Promise<Buffer> {
  const { dkim, noReply } = identity
  const isPersonal = mail.fromAddress !== null && mail.fromAddress !== noReply
  const { message } = await writer.sendMail({
    messageId: messageIdOf(mail, identity),
    date: mail.writtenAt,
    from: { name: mail.fromName, address: mail.fromAddress ?? noReply },
    // Who really sends, where a person's address stands in From (RFC 5322, 3.6.2).
    ...(isPersonal ? { sender: { name: '', address: noReply } } : {}),
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(mail.unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    ...(dkim ? { dkim: { ...dkim, headerFieldNames: signedFields } } : {}),
  })
  return message as Buffer
}

/** The bytes as a stream that knows whether its last piece has been taken. Nothing takes from it before the server asks for the content. */
function watched(raw: Buffer) {
  let at = 0
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      const piece = raw.subarray(at, at + 16_384)
      at += piece.length
      this.push(piece.length > 0 ? piece : null)
    },
  })
  return { stream, isOut: () => at >= raw.length }
}

interface Handover {
  envelope: { from: string; to: string[] }
  messageId: string
  content: Readable
  signal: AbortSignal
}

function hand(transport: SMTPTransport, { envelope, messageId, content, signal }: Handover): Promise<void> {
  return new Promise((resolve, reject) => {
    const message = { getEnvelope: () => envelope, messageId: () => messageId, createReadStream: () => content }
    const mail = { data: { signal }, message }
    // The interface of the library's transports, with a message that is written already.
    transport.send(mail as unknown as Parameters<typeof transport.send>[0], (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

/**
 * What a failed delivery means. An answer of the server is certain, either way. Without one the mail was not taken when its
 * end had not been sent, and nobody knows when it had. A refused password of ours (EAUTH) can be mended, so it is tried again.
 */
function judged(error: unknown, isOut: boolean): unknown {
  if (!(error instanceof Error)) return error
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode !== undefined) return isOfMail && responseCode >= 500 ? new MailRefused(error) : error
  // The library itself found fault with the address, or the mail is larger than the server takes.
  if (isOfMail && (command === 'API' || command === 'MAIL FROM')) return new MailRefused(error)
  return isOut ? new MailUnknown(error) : error
}
