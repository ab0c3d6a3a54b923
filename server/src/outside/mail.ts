import type { Language } from '@cutaway/contract/rooms/sites.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { Db } from '../core/database.ts'
import type { Attempt, Jobs } from '../core/jobs.ts'
import { countMail } from '../core/metrics.ts'
import type { Services } from '../core/services.ts'
import type { Site } from '../core/tenancy.ts'
import { text } from '../core/texts.ts'
import { outboxMailer } from './mail.outbox.ts'
import { smtpMailer } from './mail.smtp.ts'
import { htmlOf } from './mail/html.ts'
import { MailRefused, type Mailer } from './mail/mailer.ts'
import { findLeftWaiting, findWaiting, recordAttempt, type MailKey } from './mail/mails.queries.ts'
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
  const [html, text_] = [await htmlOf(letter, sender), textOf(letter, sender)]
  return queueLetter(db, jobs, site, { ...mail, subject: letter.subject, html, text: text_ })
}

/** A mail whose words and looks somebody else made. */
export interface ReadyLetter {
  to: string
  /** Name of the sender; the web site's unless told. */
  fromName?: string
  /** A confirmed address of a person; null or nothing: the web site's own. */
  fromAddress?: string | null
  replyTo?: string
  language: Language
  subject: string
  html: string
  text: string
  /** Where one click (a POST) ends mails of this kind. */
  unsubscribeUrl?: string
}

/** Like queueMail, for a letter that is ready. */
export async function queueLetter(
  db: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  site: Site,
  letter: ReadyLetter,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('mails')
    .values({
      web_site_id: site.web_site_id,
      mail_id: id,
      to_address: letter.to,
      from_name: oneLine(letter.fromName ?? site.name),
      from_address: letter.fromAddress ?? null,
      reply_to: letter.replyTo ?? site.contact_email,
      subject: oneLine(letter.subject),
      html: letter.html,
      text: letter.text,
      language_code: letter.language.language_code,
      unsubscribe_url: letter.unsubscribeUrl ?? null,
      state: 'waiting',
      attempts: 0,
    })
    .execute()
  await jobs.enqueue(db, deliverJob, { web_site_id: site.web_site_id, mail_id: id }, { singletonKey: id })
  return id
}

/** From where mail without an address of a person's comes: the web site's own domain, else the configured one. */
export async function noReplyAddress(db: Db, config: Pick<Config, 'mail'>, site: Site): Promise<string> {
  const own = await db
    .selectFrom('mail_domains')
    .select('domain')
    .where('web_site_id', '=', site.web_site_id)
    .executeTakeFirst()
  if (own) return `no-reply@${own.domain}`
  if (config.mail.kind === 'outbox') return `no-reply@${site.hosts[0] ?? 'localhost'}`
  return /<([^<>]+)>/.exec(config.mail.from)?.[1] ?? config.mail.from.trim()
}

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

/** A visitor's name is part of a subject; it must not begin another header. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const oneLine = (subject: string) => subject.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

const DeliverData = z.object({ web_site_id: z.number(), mail_id: z.string() })

/** Names the mail jobs. Before the jobs start. A failed delivery is tried again for about three hours. */
export function registerMail(
  services: Pick<Services, 'config' | 'database' | 'jobs' | 'clock' | 'log'>,
  patience: { retries: number; retryDelay: number } = { retries: 8, retryDelay: 30 },
): void {
  const { config, jobs } = services
  const mailer = config.mail.kind === 'smtp' ? smtpMailer(config.mail) : outboxMailer
  jobs.define(deliverJob, { data: DeliverData, concurrency: 3, timeout: 180, ...patience }, (key, attempt) =>
    deliver(services, mailer, key, attempt),
  )
  jobs.every(sweepJob, 3600, () => orderLeftMails(services))
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

async function deliver(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  mailer: Mailer,
  key: MailKey,
  attempt: Attempt,
): Promise<void> {
  const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(key.web_site_id, work, { lane: 'background' })
  const mail = await inTenant((db) => findWaiting(db, key))
  if (!mail) return
  let state: 'sent' | 'kept'
  try {
    state = await mailer.deliver(mail, attempt.signal)
  } catch (error) {
    const refused = error instanceof MailRefused
    const after = refused || attempt.last ? 'failed' : 'waiting'
    const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await inTenant((db) => recordAttempt(db, key, { state: after, last_error, sent_at: null }))
    countMail(after === 'failed' ? 'failed' : 'retried')
    if (!refused) throw error
    log.warn({ mail: mail.id, err: error }, 'a mail was refused for good')
    return
  }
  await inTenant((db) => recordAttempt(db, key, { state, last_error: null, sent_at: clock.now() }))
  countMail(state)
}
