import { randomUUID } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db/database.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import { sanitiseLine } from '../../core/sanitise-text.ts'
import { standIn } from '../../outside/carrier.stand-in.ts'
import { smtpCarrier, type OutgoingMail } from '../../outside/mail.smtp.ts'
import { returnAddress } from '../../outside/mail.verp.ts'
import { checkedAddress, checkedUrl, isAddress } from './header-values.ts'
import { htmlOf } from './letter/html.ts'
import type { Letter, Sender } from './letter/letter.ts'
import { textOf } from './letter/text.ts'
import { domainOf, identityOf } from './mail-identity.ts'
import { findMail, insertMail } from './mail.queries.ts'
import { enqueueDelivery, makeWorker, retryPolicy, type OutboxServices, type Worker } from './outbox.ts'
import type { DeliveryKey } from './outbox.queries.ts'

/**
 * Queues and sends mail. A mail is delivered at least once, always with the same bytes: everything that determines them
 * is stored in its row when it is queued. A mail server cannot be asked whether it has a mail, so an attempt that ends
 * without an answer is followed by another one.
 */

type Language = Site['languages'][number]

/** The services that queueing a mail needs. */
interface MailServices {
  jobs: Pick<Jobs, 'enqueue'>
  config: Pick<Config, 'mail'>
}

/** What a letter of the portal can use: texts in its language. */
export interface Words {
  /** Returns the text of a key with {site} replaced. */
  say: (key: string, params?: Record<string, string | number>) => string
  /** BCP 47. */
  tag: string
  contactEmail: string
}

/**
 * Queues a letter of the portal in the transaction of `db`; it is sent when that commits. Returns the id of the
 * mail. Replies go to `replyTo`, else to the site.
 */
export async function queueMail(
  db: Db,
  services: MailServices,
  site: Site,
  mail: { to: string; replyTo?: string; language: Language; letter: (words: Words) => Letter },
): Promise<string> {
  const { language_code: tag } = mail.language
  const say = (key: string, params?: Record<string, string | number>) => text(tag, key, { site: site.name, ...params })
  const letter = mail.letter({ say, tag, contactEmail: site.contact_email })
  const sender = senderOf(site, mail.language)
  return queueLetter(db, services, site, {
    to: mail.to,
    replyTo: mail.replyTo,
    language: mail.language,
    subject: letter.subject,
    html: await htmlOf(letter, sender),
    text: textOf(letter, sender),
  })
}

/** A letter whose body is complete. */
export interface WholeLetter {
  to: string
  /** Reply address; the site's address if missing or invalid. */
  replyTo?: string
  /** The name in From; by default the site's. */
  fromName?: string
  /** A person's confirmed address for From; null or undefined: the portal's own. */
  fromAddress?: string | null
  language: Language
  subject: string
  /** A complete HTML document. */
  html: string
  text: string
  /** URL of one-click unsubscribing (a POST, RFC 8058) from letters of this kind. */
  unsubscribeUrl?: string
}

/**
 * Queues a complete letter; otherwise as queueMail. Line breaks are removed from names and subject. Throws for an
 * invalid address.
 */
export async function queueLetter(db: Db, services: MailServices, site: Site, letter: WholeLetter): Promise<string> {
  const key = { web_site_id: site.web_site_id, delivery_id: randomUUID() }
  await insertMail(db, key, {
    to_address: checkedAddress(letter.to),
    from_name: sanitiseLine(letter.fromName ?? site.name, 120),
    from_address: letter.fromAddress ? checkedAddress(letter.fromAddress) : null,
    sender_address: await noReplyAddress(db, services.config, site),
    reply_to: letter.replyTo && isAddress(letter.replyTo) ? letter.replyTo : site.contact_email,
    subject: sanitiseLine(letter.subject, 250),
    html: letter.html,
    text: letter.text,
    language_code: letter.language.language_code,
    unsubscribe_url: letter.unsubscribeUrl ? checkedUrl(letter.unsubscribeUrl) : null,
  })
  await enqueueDelivery(db, services.jobs, 'mail', key)
  return key.delivery_id
}

/** Returns the portal's own address for a web site, as used in mails that no person writes. */
export const noReplyAddress = async (db: Db, config: Pick<Config, 'mail'>, site: Site): Promise<string> =>
  (await identityOf(db, config, site)).noReply

function senderOf(site: Site, { language_code: tag, direction, font }: Language): Sender {
  const { theme, contact_email: email } = site
  // Isolated, because groups of digits would change their order between right-to-left words.
  const phone = direction === 'rtl' ? `\u2066${site.contact_phone}\u2069` : site.contact_phone
  return {
    company: site.company,
    siteName: site.name,
    mark: site.mark,
    brand: theme.brand,
    onBrand: theme.on_brand,
    brandText: theme.brand_text,
    brandLine: theme.brand_line,
    tag,
    direction,
    font,
    linkHint: text(tag, 'mail_link_hint'),
    questions: text(tag, 'mail_footer_questions', { email, phone }),
    year: new Date().getFullYear(),
  }
}

/** Returns the worker that sends mail through the configured server, or stores it in the outbox of the demo. */
export function mailWorker(services: OutboxServices, policy = retryPolicy): Worker {
  const { mail } = services.config
  return makeWorker(services, {
    name: 'mail',
    carrier: mail.kind === 'smtp' ? smtpCarrier(mail) : standIn,
    policy,
    load: (db, site, key) => loadMail(db, services.config, site, key),
  })
}

/** Returns the part of a return address that identifies the mail of a bounce. */
export const bounceReference = ({ web_site_id, delivery_id }: DeliveryKey): string =>
  `${web_site_id}.${delivery_id.replaceAll('-', '').toLowerCase()}`

async function loadMail(db: Db, config: Config, site: Site, key: DeliveryKey): Promise<OutgoingMail | undefined> {
  const row = await findMail(db, key)
  if (!row) return undefined
  const identity = await identityOf(db, config, site)
  const noReply = row.sender_address ?? identity.noReply
  const { bounces } = config
  return {
    messageId: `<${row.mail_id}@${domainOf(noReply)}>`,
    boundary: row.mail_id.replaceAll('-', ''),
    date: row.created_at,
    // SPF fails if the envelope has a person's own domain, so the envelope has ours.
    returnPath: bounces ? returnAddress(bounceReference(key), bounces.domain, config.linkSecret) : noReply,
    noReply,
    // A key signs for its own domain only. If the site has changed its domain since, the new one gets no signature.
    dkim: identity.noReply === noReply ? identity.dkim : undefined,
    to: row.to_address,
    fromName: row.from_name,
    fromAddress: row.from_address,
    replyTo: row.reply_to,
    subject: row.subject,
    html: row.html,
    text: row.text,
    language: row.language_code,
    unsubscribeUrl: row.unsubscribe_url,
  }
}
