import { createTransport } from 'nodemailer'
import type { Config } from '../core/config.ts'
import { MailRefused, type Mailer } from './mail/mailer.ts'

type SmtpConfig = Extract<Config['mail'], { kind: 'smtp' }>

/** Header fields that the signature covers: the library's list leaves out List-Unsubscribe-Post, without which one-click unsubscribing does not count (RFC 8058). */
const signedFields = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'In-Reply-To:References:Auto-Submitted:List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Delivers through the SMTP server of the configuration, over a connection per mail. */
export function smtpMailer(config: SmtpConfig): Mailer {
  const transport = createTransport({
    url: config.url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(config.dkim ? { dkim: { ...config.dkim, headerFieldNames: signedFields } } : {}),
  })
  const address = /<([^<>]+)>/.exec(config.from)?.[1] ?? config.from.trim()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return {
    async deliver(mail, signal) {
      try {
        await transport.sendMail({
          signal,
          // The same at every attempt: a server that took the mail although we did not hear of it knows the second one.
          messageId: `<${mail.id}@${domain}>`,
          date: mail.writtenAt,
          from: { name: mail.fromName, address },
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
                  'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }
              : {}),
          },
        })
        return 'sent'
      } catch (error) {
        throw isForGood(error) ? new MailRefused(error) : error
      }
    },
  }
}

/** The server refused this mail or its recipient. A refused password of ours (EAUTH) can be mended, so it is tried again. */
function isForGood(error: unknown): error is Error {
  const { code, permanent } = error as { code?: string; permanent?: boolean }
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
