import { randomUUID } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db/database.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import { sanitiseLine } from '../../core/sanitise-text.ts'
import { standIn } from '../../outside/carrier.stand-in.ts'
import { smtpCarrier, type Attachment, type DkimKey, type OutgoingMail } from '../../outside/mail.smtp.ts'
import { returnAddress } from '../../outside/mail.verp.ts'
import { afterFailedMail } from './failures/after-failure.ts'
import { checkedAddress, checkedUrl, isAddress } from './header-values.ts'
import { htmlOf } from './letter/html.ts'
import type { Letter, Sender } from './letter/letter.ts'
import { textOf } from './letter/text.ts'
import { findSigningKey } from './domains/domains.queries.ts'
import { mailSenderOf } from './domains/sender.ts'
import { domainOf, identityOf, type MailIdentity } from './mail-identity.ts'
import { findAttachments, findMail, insertAttachments, insertMail } from './mail.queries.ts'
import type { RetryPolicy } from './delivery.rules.ts'
import { enqueueDelivery, makeWorker, retryPolicy, type OutboxServices, type Worker } from './outbox.ts'
import type { DeliveryKey } from './outbox.queries.ts'
import { whyWithheld, type RecipientEvents } from './recipient-events.ts'

/**
 * Queues and sends mail. A mail is delivered at least once, always with the same bytes: everything that determines them
 * is stored in its row when it is queued. A mail server cannot be asked whether it has a mail, so an attempt that ends
 * without an answer is followed by another one.
 */

type Language = Site['languages'][number]

/** The services that queueing a mail needs. */
interface MailServices {
  jobs: Pick<Jobs, 'enqueue'>
  config: Pick<Config, 'mail' | 'secure' | 'publicBaseUrl' | 'port'>
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
  mail: {
    to: string
    replyTo?: string
    about?: string
    language: Language
    letter: (words: Words) => Letter
    attachments?: readonly Attachment[]
  },
): Promise<string> {
  return queueLetter(db, services, site, {
    to: mail.to,
    replyTo: mail.replyTo,
    about: mail.about,
    language: mail.language,
    ...(mail.attachments ? { attachments: mail.attachments } : {}),
    ...(await renderLetter(services, site, mail.language, mail.letter)),
  })
}

/** Returns a letter of the portal as it is sent: its subject, and its body as an HTML document and as plain text. */
export async function renderLetter(
  { config }: Pick<MailServices, 'config'>,
  site: Site,
  language: Language,
  write: (words: Words) => Letter,
): Promise<{ subject: string; html: string; text: string }> {
  const { language_code: tag } = language
  const say = (key: string, params?: Record<string, string | number>) =>
    text(site, tag, key, { site: site.name, ...params })
  const letter = write({ say, tag, contactEmail: site.contact_email })
  const sender = senderOf(site, language, config)
  return { subject: letter.subject, html: await htmlOf(letter, sender), text: textOf(letter, sender) }
}

/** A letter whose body is complete. */
export interface WholeLetter {
  to: string
  /** Reply address; the site's address if missing or invalid. */
  replyTo?: string
  /** What the mail tells its reader about: a key by which it is deleted with that. */
  about?: string
  /** The name in From; by default the site's. */
  fromName?: string
  /**
   * A person's confirmed address for From; null or undefined: the portal's own. If the policy of its domain forbids our
   * mail, From is the portal's own too, and replies go to this address.
   */
  fromAddress?: string | null
  /** The business of that person, whose own mail domain signs. */
  businessentityId?: number | null
  language: Language
  subject: string
  /** A complete HTML document. */
  html: string
  text: string
  /** URL of one-click unsubscribing (a POST, RFC 8058) from letters of this kind. */
  unsubscribeUrl?: string
  attachments?: readonly Attachment[]
  /** Seconds during which it can be withdrawn. */
  heldFor?: number
}

/**
 * Queues a complete letter; otherwise as queueMail. Line breaks are removed from names and subject. Throws for an
 * invalid address.
 */
export async function queueLetter(db: Db, services: MailServices, site: Site, letter: WholeLetter): Promise<string> {
  const key = { web_site_id: site.web_site_id, delivery_id: randomUUID() }
  const asked = letter.fromAddress ? checkedAddress(letter.fromAddress) : null
  const sender = await mailSenderOf(db, services.config, site, {
    address: asked,
    entityId: letter.businessentityId ?? null,
  })
  const replyTo = asked !== null && sender.fromAddress === null ? asked : letter.replyTo
  await insertMail(db, key, {
    to_address: checkedAddress(letter.to),
    from_name: sanitiseLine(letter.fromName ?? site.name, 120),
    from_address: sender.fromAddress,
    sender_address: sender.noReply,
    dkim_domain: sender.dkim?.domain ?? null,
    dkim_selector: sender.dkim?.selector ?? null,
    reply_to: replyTo && isAddress(replyTo) ? replyTo : site.contact_email,
    subject: sanitiseLine(letter.subject, 250),
    html: letter.html,
    text: letter.text,
    language_code: letter.language.language_code,
    unsubscribe_url: letter.unsubscribeUrl ? checkedUrl(letter.unsubscribeUrl) : null,
    about: letter.about ?? null,
  })
  if (letter.attachments) await insertAttachments(db, key, letter.attachments)
  await enqueueDelivery(db, services.jobs, 'mail', key, letter.heldFor)
  return key.delivery_id
}

/** Returns the portal's own address for a web site, as used in mails that no person writes. */
export const noReplyAddress = async (db: Db, config: Pick<Config, 'mail'>, site: Site): Promise<string> =>
  (await identityOf(db, config, site)).noReply

/** Returns the origin at which mail programs find the pictures of the portal. */
function portalOf({ hosts }: Site, { publicBaseUrl, secure, port }: MailServices['config']): string {
  const host = hosts[0] ?? 'localhost'
  return publicBaseUrl ?? (secure ? `https://${host}` : `http://${host}:${port}`)
}

function senderOf(
  site: Site,
  { language_code: tag, direction, font }: Language,
  config: MailServices['config'],
): Sender {
  const { theme, contact_email: email } = site
  // Isolated, because groups of digits would change their order between right-to-left words.
  const phone = direction === 'rtl' ? `\u2066${site.contact_phone}\u2069` : site.contact_phone
  return {
    company: site.company,
    siteName: site.name,
    mark: site.mark,
    ...(site.logo ? { markPicture: portalOf(site, config) + site.logo } : {}),
    brand: theme.brand,
    onBrand: theme.on_brand,
    brandText: theme.brand_text,
    brandLine: theme.brand_line,
    tag,
    direction,
    font,
    linkHint: text(site, tag, 'mail_link_hint'),
    questions: site.contact_phone
      ? text(site, tag, 'mail_footer_questions', { email, phone })
      : text(site, tag, 'mail_footer_questions_by_mail', { email }),
    year: new Date().getFullYear(),
  }
}

/** The retry policy of mail: about a day, because a mail server may be away for hours. */
export const mailPolicy: RetryPolicy = { ...retryPolicy, attempts: 32, delay: 10 }

/** Returns the worker that sends mail through the configured server, or stores it in the outbox of the demo. */
export function mailWorker(
  services: OutboxServices,
  events: Pick<RecipientEvents, 'bounced' | 'suppressedBy'>,
  policy = mailPolicy,
): Worker {
  const { mail } = services.config
  return makeWorker<OutgoingMail>(services, {
    name: 'mail',
    carrier: mail.kind === 'smtp' ? smtpCarrier(mail) : standIn,
    policy,
    load: (db, site, key) => loadMail(db, services.config, site, key),
    // A letter without an unsubscribe link, such as a link for a new password, is sent to every address.
    withheld: async (db, site, { to, unsubscribeUrl }) =>
      unsubscribeUrl === null ? undefined : whyWithheld(await events.suppressedBy(db, site, to)),
    async failed(db, site, _key, { item, why, words }) {
      if (item) await afterFailedMail(db, site, events, { address: item.to, why, words, now: services.clock.now() })
    },
  })
}

/** Returns the part of a return address that identifies the mail of a bounce. */
export const bounceReference = ({ web_site_id, delivery_id }: DeliveryKey): string =>
  `${web_site_id}.${delivery_id.replaceAll('-', '').toLowerCase()}`

/**
 * Returns the key that the mail was queued with. A key that the site has replaced since signs no more: the new one would
 * change the bytes.
 */
async function signingKey(
  db: Db,
  site: Site,
  { dkim_domain, dkim_selector, sender_address }: Pick<StoredMail, 'dkim_domain' | 'dkim_selector' | 'sender_address'>,
  { dkim, noReply }: MailIdentity,
): Promise<DkimKey | undefined> {
  // A row of the previous version names no key.
  if (dkim_domain === null || dkim_selector === null) return (sender_address ?? noReply) === noReply ? dkim : undefined
  if (dkim?.domainName === dkim_domain && dkim.keySelector === dkim_selector) return dkim
  const own = await findSigningKey(db, site, { domain: dkim_domain, selector: dkim_selector })
  return own && { domainName: dkim_domain, keySelector: dkim_selector, privateKey: own.private_key }
}
type StoredMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

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
    dkim: await signingKey(db, site, row, identity),
    to: row.to_address,
    fromName: row.from_name,
    fromAddress: row.from_address,
    replyTo: row.reply_to,
    subject: row.subject,
    html: row.html,
    text: row.text,
    language: row.language_code,
    unsubscribeUrl: row.unsubscribe_url,
    attachments: await findAttachments(db, key),
  }
}
