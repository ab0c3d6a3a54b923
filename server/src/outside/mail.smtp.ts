import { createTransport } from 'nodemailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { Readable } from 'node:stream'
import type { Carrier, DeliveryResult } from './carrier.ts'

/** A mail with everything that determines its bytes, so that every attempt sends the same ones. */
export interface OutgoingMail {
  /** '<id@domain>'. */
  messageId: string
  /** Part of each MIME boundary. */
  boundary: string
  date: Date
  /** Receives reports about the delivery (MAIL FROM). */
  returnPath: string
  /** The portal's own sender address, whose mail is not read. */
  noReply: string
  dkim: DkimKey | undefined
  to: string
  fromName: string
  /** A user's own address for the From field; null: `noReply`. */
  fromAddress: string | null
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** BCP 47. */
  language: string
  /** The URL of one-click unsubscribing (a POST, RFC 8058) from mails of this kind. */
  unsubscribeUrl: string | null
  attachments: readonly Attachment[]
}

/** A file in a mail, or a picture that its HTML shows as 'cid:…'. */
export interface Attachment {
  fileName: string
  mediaType: string
  content: Buffer
  /** Of a picture. */
  contentId?: string
}

export interface DkimKey {
  domainName: string
  keySelector: string
  /** PEM. */
  privateKey: string
}

/**
 * Header fields that the signature covers. The library's own list lacks List-Unsubscribe-Post, without which one-click
 * unsubscribing is not valid (RFC 8058).
 */
const signedFields = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'In-Reply-To:References:Auto-Submitted:List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Composes mails without sending them. */
const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Sends through an SMTP server, with one connection for each mail. */
export function smtpCarrier(
  { url }: { url: string },
  timeouts = { connect: 15_000, silence: 60_000 },
): Carrier<OutgoingMail> {
  const transport = new SMTPTransport({
    url,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
  })
  return {
    name: 'smtp',
    async send(mail, signal) {
      const content = countedStream(await composeMail(mail))
      const { messageId } = mail
      try {
        const envelope = { from: mail.returnPath, to: [mail.to] }
        await transmit(transport, { envelope, messageId, content: content.stream, signal })
        return { outcome: 'accepted', reference: null }
      } catch (error) {
        return resultOf(error, content.isRequested())
      }
    },
  }
}

/** Returns the mail as it is transmitted, signed. The same mail gives the same bytes. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  const { dkim, noReply, unsubscribeUrl } = mail
  const isPersonal = mail.fromAddress !== null && mail.fromAddress !== noReply
  const { message } = await composer.sendMail({
    messageId: mail.messageId,
    date: mail.date,
    baseBoundary: mail.boundary,
    from: { name: mail.fromName, address: mail.fromAddress ?? noReply },
    // The actual sender, if a user's address is in From (RFC 5322, 3.6.2).
    ...(isPersonal ? { sender: { name: '', address: noReply } } : {}),
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments.map(({ fileName, mediaType, content, contentId }) => ({
      filename: fileName,
      contentType: mediaType,
      content,
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    ...(dkim ? { dkim: { ...dkim, headerFieldNames: signedFields } } : {}),
  })
  return message as Buffer
}

/** Returns the bytes as a stream. It is read only after the server has requested the content. */
function countedStream(raw: Buffer) {
  let at = 0
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      const piece = raw.subarray(at, at + 16_384)
      at += piece.length
      this.push(piece.length > 0 ? piece : null)
    },
  })
  return { stream, isRequested: () => at > 0 }
}

interface Transmission {
  envelope: { from: string; to: string[] }
  messageId: string
  content: Readable
  signal: AbortSignal
}

function transmit(transport: SMTPTransport, { envelope, messageId, content, signal }: Transmission): Promise<void> {
  return new Promise((resolve, reject) => {
    const message = { getEnvelope: () => envelope, messageId: () => messageId, createReadStream: () => content }
    const mail = { data: { signal }, message }
    // Uses the interface of the library's transports, with a message that is composed already.
    transport.send(mail as unknown as Parameters<typeof transport.send>[0], (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

/**
 * Returns the result of a failed transmission. Only a response of the server is final. Without one, the server may have
 * the mail once it has requested the content. Refused credentials (EAUTH) can be corrected, so that failure is
 * temporary.
 */
function resultOf(error: unknown, isContentRequested: boolean): DeliveryResult {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode !== undefined) {
    const outcome = isOfMail && responseCode >= 500 ? 'permanent_failure' : 'temporary_failure'
    return { outcome, code: String(responseCode), reason }
  }
  // The library itself rejects the address, or the mail is larger than the server accepts.
  if (isOfMail && (command === 'API' || command === 'MAIL FROM'))
    return { outcome: 'permanent_failure', code: null, reason }
  return isContentRequested
    ? { outcome: 'outcome_unknown', code: null, reason: `no answer after the content: ${reason}`.slice(0, 500) }
    : { outcome: 'temporary_failure', code: null, reason }
}
