import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { secondsAfter } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { Db } from '../core/db/database.ts'
import type { Attempt, Jobs } from '../core/jobs/jobs.ts'
import { countMail } from '../core/observability/metrics.ts'
import type { Services } from '../core/services.ts'
import type { Site } from '../core/tenancy.ts'
import { text } from '../core/texts.ts'
import { sanitiseLine } from '../core/sanitise-text.ts'
import { keepMail } from './mail.outbox.ts'
import { courierMailer, type CourierMailer } from './mail/courier.ts'
import { htmlOf } from './mail/html.ts'
import { checkedAddress, checkedUrl, isAddress } from './mail/header-values.ts'
import { identityOf } from './mail/identity.ts'
import { MailInHand, MailRefused, MailUnknown } from './mail/mailer.ts'
import { beginAttempt, endAttempt, findLeftWaiting, type MailKey, type Outcome } from './mail/mails.queries.ts'
import type { Sender } from './mail/letter.ts'
import { templates, type MailProps, type TemplateName } from './mail/templates.ts'
import { textOf } from './mail/text.ts'

/**
 * Mail. A mail is a row of the change that causes it, written in full at that moment; a job delivers it afterwards. The
 * row's state says what became of it, so that a job that runs twice delivers once.
 */

const deliverJob = 'mail.deliver'
const sweepJob = 'mail.sweep'

/**
 * Writes a mail into the transaction of `db` and orders its delivery there: both happen when it commits, or neither.
 * Answers the id of the mail. Replies go to `replyTo`, else to the site.
 */
export async function queueMail<T extends TemplateName>(
  db: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  site: Site,
  mail: { to: string; replyTo?: string; language: Language; template: T; props: MailProps[T] },
): Promise<string> {
  const { language_code: tag } = mail.language
  const say = (key: string, params?: Record<string, string | number>) => text(tag, key, { site: site.name, ...params })
  const letter = templates[mail.template]({ say, tag, contactEmail: site.contact_email }, mail.props)
  const sender = senderOf(site, mail.language)
  return queueLetter(db, jobs, site, {
    to: mail.to,
    replyTo: mail.replyTo,
    language: mail.language,
    subject: letter.subject,
    html: await htmlOf(letter, sender),
    text: textOf(letter, sender),
  })
}

/** A letter whose body somebody else has made. */
export interface WholeLetter {
  to: string
  /** Where answers go; the site's address unless told one that can be written to. */
  replyTo?: string
  /** The name in From; the site's unless told. */
  fromName?: string
  /** A person's confirmed address, which then stands in From; null or nothing: the house's own. */
  fromAddress?: string | null
  language: Language
  subject: string
  /** A whole document. */
  html: string
  text: string
  /** Where one click (a POST, RFC 8058) ends letters of this kind. */
  unsubscribeUrl?: string
}

/**
 * As queueMail, for a letter that is already written. Names and subject are made one line; throws for an address that is
 * none.
 */
export async function queueLetter(
  db: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  site: Site,
  letter: WholeLetter,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('mails')
    .values({
      web_site_id: site.web_site_id,
      mail_id: id,
      to_address: checkedAddress(letter.to),
      from_name: sanitiseLine(letter.fromName ?? site.name, 120),
      from_address: letter.fromAddress ? checkedAddress(letter.fromAddress) : null,
      reply_to: letter.replyTo && isAddress(letter.replyTo) ? letter.replyTo : site.contact_email,
      subject: sanitiseLine(letter.subject, 250),
      html: letter.html,
      text: letter.text,
      language_code: letter.language.language_code,
      unsubscribe_url: letter.unsubscribeUrl ? checkedUrl(letter.unsubscribeUrl) : null,
      state: 'waiting',
      attempts: 0,
    })
    .execute()
  await jobs.enqueue(db, deliverJob, { web_site_id: site.web_site_id, mail_id: id }, { singletonKey: id })
  return id
}

/** The house's own address for a web site, as it stands in mails that no person writes. */
export const noReplyAddress = async (db: Db, config: Pick<Config, 'mail'>, site: Site): Promise<string> =>
  (await identityOf(db, config, site)).noReply

function senderOf(site: Site, { language_code: tag, direction, font }: Language): Sender {
  const { theme, contact_email: email } = site
  // Groups of figures would change places between words that run from right to left.
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

const DeliverData = z.object({ web_site_id: z.number(), mail_id: z.string() })

type MailServices = Pick<Services, 'config' | 'database' | 'sites' | 'jobs' | 'clock' | 'log'>

/**
 * Names the mail jobs. Before the jobs start. A failed delivery is tried again for about three hours. Answers what ends the
 * sending, after the jobs.
 */
export function registerMail(
  services: MailServices,
  patience: { retries: number; retryDelay: number } = { retries: 8, retryDelay: 30 },
): () => void {
  const { config, jobs } = services
  const { mail } = config
  const mailer =
    mail.kind === 'smtp'
      ? courierMailer({ mail, bounces: config.bounces, linkSecret: config.linkSecret }, resolve(config.dataDir, 'mail'))
      : undefined
  jobs.define(deliverJob, { data: DeliverData, concurrency: 3, timeout: 180, ...patience }, (key, attempt) =>
    mailer ? deliver(services, mailer, key, attempt) : keep(services, key),
  )
  jobs.every(sweepJob, 3600, () => orderLeftMails(services))
  return () => mailer?.stop()
}

/**
 * Orders the delivery of mails that wait without a job: it is lost when processes die under it again and again, and after
 * a backup was restored, which holds no jobs.
 */
export async function orderLeftMails({
  database,
  jobs,
  clock,
}: Pick<Services, 'database' | 'jobs' | 'clock'>): Promise<void> {
  const left = await findLeftWaiting(database.system, deliverJob, secondsAfter(clock.now(), -60))
  for (const key of left) await jobs.enqueue(database.system, deliverJob, key, { singletonKey: key.mail_id })
}

async function keep({ database, clock }: MailServices, key: MailKey): Promise<void> {
  const isKept = await database.inTenant(key.web_site_id, (db) => keepMail(db, key, clock.now()), lane)
  if (isKept) countMail('kept')
}

const lane = { lane: 'background' as const }

/**
 * One attempt. The row says that it is being sent before anything leaves the house, and what became of it afterwards. A
 * process that dies in between leaves it 'sending', and the next attempt asks the courier's journal what became of it.
 */
async function deliver(services: MailServices, mailer: CourierMailer, key: MailKey, attempt: Attempt): Promise<void> {
  const { config, database, sites, clock, log } = services
  const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(key.web_site_id, work, lane)
  const site = sites.byId(key.web_site_id)
  if (!site) throw new Error(`the web site ${key.web_site_id} of a mail is not known here`)
  const begun = await inTenant(async (db) => {
    const row = await beginAttempt(db, key)
    return row && { ...row, identity: await identityOf(db, config, site) }
  })
  if (!begun) return
  const end = async (outcome: Outcome) => {
    await inTenant((db) => endAttempt(db, key, begun.attempt, outcome))
    await mailer.writtenDown(key.mail_id)
  }
  try {
    await mailer.deliver(begun.mail, begun.identity, attempt.signal)
  } catch (error) {
    // It stays 'sending', and so does its line in the journal.
    if (error instanceof MailInHand) throw error
    const state =
      error instanceof MailUnknown ? 'unknown' : error instanceof MailRefused || attempt.last ? 'failed' : 'waiting'
    const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await end({ state, last_error, sent_at: null, given_up_at: state === 'waiting' ? null : clock.now() })
    countMail(state === 'waiting' ? 'retried' : state)
    if (!(error instanceof MailRefused || error instanceof MailUnknown)) throw error
    log.warn({ mail: begun.mail.id, err: error }, state === 'unknown' ? 'a mail may be lost' : 'a mail was refused')
    return
  }
  await end({ state: 'sent', last_error: null, sent_at: clock.now(), given_up_at: null })
  countMail('sent')
}
