import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'
import { notFound } from '../../core/errors.ts'
import type { Services } from '../../core/services.ts'

/** Mail that the stand-in kept. Anybody at the demo's computer may read it; elsewhere the page does not exist. */
export const outbox: Pick<Handlers<typeof contract.sites>, 'getOutbox' | 'getOutboxMail'> = {
  getOutbox: async ({ db, site, services }) => {
    onlyInDemo(services)
    const mails = await db
      .selectFrom('mails')
      .select(['mail_id', 'to_address', 'subject', 'sent_at', 'created_at', 'language_code'])
      .where('web_site_id', '=', site.web_site_id)
      .where('state', '=', 'kept')
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute()
    return mails.map((m) => ({
      id: m.mail_id,
      to: m.to_address,
      subject: m.subject,
      sent_at: (m.sent_at ?? m.created_at).toISOString(),
      language_code: m.language_code,
    }))
  },
  getOutboxMail: async ({ params, db, site, services }) => {
    onlyInDemo(services)
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('web_site_id', '=', site.web_site_id)
      .where('mail_id', '=', params.id)
      .where('state', '=', 'kept')
      .executeTakeFirst()
    if (!mail) notFound()
    return {
      id: mail.mail_id,
      to: mail.to_address,
      from: mail.from_name,
      subject: mail.subject,
      sent_at: (mail.sent_at ?? mail.created_at).toISOString(),
      html: mail.html,
      text: mail.text,
    }
  },
}

function onlyInDemo(services: Services) {
  if (!services.config.demo || services.config.mail.kind !== 'outbox') notFound()
}
