import type * as contract from '@cutaway/contract/rooms/messaging.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Attachment } from '../../outside/mail.smtp.ts'
import { findAttachments } from './mail.queries.ts'
import { findKept, findKeptMail, findKeptMessage } from './outbox-page.queries.ts'

const mostShown = 200

/** The outbox page of what the stand-ins stored. Open to everybody in the demo; elsewhere the page does not exist. */
export const outboxPage: Handlers<typeof contract> = {
  getOutbox: async ({ db, site, services }) => {
    onlyInDemo(services)
    const kept = await findKept(db, site.web_site_id, mostShown)
    return kept.map(({ id, kind, to, subject, sent_at, language_code }) => ({
      id,
      kind,
      to,
      subject,
      sent_at: sent_at.toISOString(),
      language_code,
    }))
  },
  getOutboxMail: async ({ params, db, site, services }) => {
    onlyInDemo(services)
    const mail = (await findKeptMail(db, site.web_site_id, params.id)) ?? notFound()
    const attachments = await findAttachments(db, { web_site_id: site.web_site_id, delivery_id: mail.mail_id })
    return {
      id: mail.mail_id,
      to: mail.to_address,
      from: mail.from_address === null ? mail.from_name : `${mail.from_name} <${mail.from_address}>`,
      subject: mail.subject,
      sent_at: (mail.sent_at ?? mail.created_at).toISOString(),
      html: withPictures(mail.html, attachments),
      text: mail.text,
    }
  },
  getOutboxMessage: async ({ params, db, site, services }) => {
    onlyInDemo(services)
    const message = (await findKeptMessage(db, site.web_site_id, params.id)) ?? notFound()
    return {
      id: message.message_id,
      kind: message.kind,
      to: message.to_number,
      from: message.from_number ?? site.name,
      body: message.body,
      media_url: message.media_url,
      segments: message.segments,
      sent_at: (message.sent_at ?? message.created_at).toISOString(),
      language_code: message.language_code,
    }
  },
}

/** Refuses with 404 unless this is the demo and one of the two stand-ins is in use. */
function onlyInDemo({ config }: Services) {
  const isStandIn = config.mail.kind === 'outbox' || config.messages.kind === 'outbox'
  if (!config.demo || !isStandIn) notFound()
}

/** Shows pictures of a mail as a mail program does. */
const withPictures = (html: string, attachments: readonly Attachment[]) =>
  attachments.reduce(
    (shown, { contentId, mediaType, content }) =>
      contentId === undefined
        ? shown
        : shown.replaceAll(`cid:${contentId}`, `data:${mediaType};base64,${content.toString('base64')}`),
    html,
  )
