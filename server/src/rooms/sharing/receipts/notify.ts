import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { formatMoment, formatMoney, formatPercent } from '../../../core/formats.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { queueMail } from '../../messaging/mail.ts'
import { partName } from '../../catalogue/library/library.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { shownAddress } from '../customers/phone-shown.ts'
import { nameIn, sealerOf, type SealedName } from '../customers/sealed-names.ts'
import { aboutLink, customerAnswered, customerWatched } from '../notify.letters.ts'
import * as queries from './notify.queries.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

/**
 * Mails to the sender of a link: one for each answer of the customer, and, if the sender asked for it, one when the
 * film is watched. Users switch off kinds of mails in their settings.
 */

const watchedJob = 'sharing.tellWatched'
const answeredJob = 'sharing.tellAnswered'

/** Seconds without a report after which a visit counts as ended, so that the mail has the final watched share. */
const quietFor = 120
/** Maximum delay of the mail in seconds, for a visit that does not end. */
const atTheLatest = 1800
/** Seconds between two mails about answers: changes within that time are one mail. */
const betweenAnswers = 60

const About = z.object({ web_site_id: z.int(), link_id: z.int(), origin: z.string() })
type About = z.infer<typeof About>

/**
 * Queues the mail in the transaction of `db`. Does nothing if the sender has got it or did not ask for it, so that every
 * report may call it. `origin` is that of the request (Call.origin): the link in the mail has the same host.
 */
export async function notifySender(
  db: Db,
  services: Pick<Services, 'jobs' | 'config'>,
  site: Site,
  link: { link_id: number; origin?: string },
  event: 'watched' | LinkAnswer,
): Promise<void> {
  const wish = await queries.findWish(db, site, link.link_id)
  if (!wish || (event === 'watched' && (!wish.notify || wish.watched_mail_id !== null))) return
  const about: About = {
    web_site_id: site.web_site_id,
    link_id: link.link_id,
    origin: linkOrigin(link.origin ?? '', site.hosts, services.config),
  }
  const singletonKey = `${site.web_site_id}.${link.link_id}`
  if (event === 'watched') await services.jobs.enqueue(db, watchedJob, about, { singletonKey, startAfter: quietFor })
  else {
    const later = wish.told_answer_id === null ? {} : { startAfter: betweenAnswers }
    await services.jobs.enqueue(db, answeredJob, about, { singletonKey, ...later })
  }
}

/** Registers the jobs of this room. Call before the jobs start. */
export function registerShareJobs(services: Services): void {
  const inTenant = (about: About, work: (db: Db, site: Site) => Promise<void>) => {
    const site = services.sites.byId(about.web_site_id)
    return site
      ? services.database.inTenant(site.web_site_id, (db) => work(db, site), { lane: 'background' })
      : Promise.resolve()
  }
  services.jobs.define(watchedJob, { data: About }, (about) =>
    inTenant(about, (db, site) => tellWatched(db, services, site, about)),
  )
  services.jobs.define(answeredJob, { data: About }, (about) =>
    inTenant(about, (db, site) => tellAnswered(db, services, site, about)),
  )
}

async function tellWatched(db: Db, services: Services, site: Site, about: About): Promise<void> {
  // The row stays locked until the mail is queued: a job that runs twice sends one mail.
  const link = await queries.lockLinkToTell(db, site, about.link_id)
  if (!link?.notify || link.watched_mail_id !== null) return
  const films = await queries.watchedFilms(db, site, about.link_id)
  const [first] = films
  if (!first) return
  const now = services.clock.now()
  const lastAt = films.reduce((last, { last_at }) => (last_at > last ? last_at : last), first.last_at)
  const firstAt = films.reduce((earliest, { first_at }) => (first_at < earliest ? first_at : earliest), first.first_at)
  if (lastAt > secondsAfter(now, -quietFor) && firstAt > secondsAfter(now, -atTheLatest)) {
    const again = { singletonKey: `${site.web_site_id}.${about.link_id}`, startAfter: quietFor }
    await services.jobs.enqueue(db, watchedJob, about, again)
    return
  }
  const [person] = await queries.peopleToTell(db, site, link, ['watched'])
  if (!person) return
  const ids = films.map(({ part_id }) => part_id)
  const library = await withOwnFilms(db, site, services.library, ids, 'any')
  const words = wordsOf({ ...services, library }, site, person.language_id)
  const mailId = await queueMail(db, services, site, {
    to: person.email,
    about: aboutLink(about.link_id),
    language: words.language,
    letter: customerWatched({
      customer: customerOf(services, site, link),
      films: films.map((f) => ({ name: words.film(f.part_id), percent: words.percent(f.watched_percent) })),
      at: words.time(lastAt),
      ro_number: link.ro_number,
      link: portalLink(about.origin, link.recipient_id),
    }),
  })
  await queries.markTold(db, site, about.link_id, { watched_mail_id: mailId })
}

/** The customer as the sender knows them: by name, else by address. Null if the link was handed on. */
const customerOf = (services: Services, site: Site, link: SealedName & { address: string | null }): string | null =>
  nameIn(sealerOf(services.config), site, link) || (link.address ? shownAddress(site, link.address) : null)

/** Returns the only approved row. */
function approvedAlone(rows: readonly queries.ToldRow[]): queries.ToldRow | undefined {
  const approved = rows.filter(({ answer }) => answer === 'approve')
  return approved.length === 1 ? approved[0] : undefined
}

async function tellAnswered(db: Db, services: Services, site: Site, about: About): Promise<void> {
  const link = await queries.lockLinkToTell(db, site, about.link_id)
  if (!link) return
  const { last, told } = await queries.answersToTell(db, site, about.link_id, link.told_answer_id)
  if (!last || last.answer_id === link.told_answer_id) return
  await queries.markTold(db, site, about.link_id, { told_answer_id: last.answer_id })
  // The answer was taken back before its mail, or is as the sender knows it: nothing to send.
  if (last.answer === 'withdraw' && told === undefined) return
  if (last.answer === told?.answer && isDeepStrictEqual(last.rows, told.rows)) return
  const kinds = kindsOf(last)
  const ids = [link.part_id, ...last.rows.map((row) => row.part_id)]
  const library = await withOwnFilms(db, site, services.library, ids, 'any')
  for (const person of await queries.peopleToTell(db, site, link, kinds)) {
    const words = wordsOf({ ...services, library }, site, person.language_id)
    const money = (minor: number) => formatMoney(minor, link.currency || site.currency, words.language.language_code)
    await queueMail(db, services, site, {
      to: person.email,
      about: aboutLink(about.link_id),
      language: words.language,
      letter: customerAnswered({
        customer: customerOf(services, site, link),
        answer: last.answer,
        film: approvedAlone(last.rows)?.finding || words.film((approvedAlone(last.rows) ?? link).part_id),
        rows: last.rows.map((row) => ({
          name: row.finding || words.film(row.part_id),
          answer: row.answer,
          price: row.price === null ? '' : money(row.price),
          question: row.question,
        })),
        total: totalOf(last.rows, money),
        contact: last.contact,
        at: words.time(last.at),
        ro_number: link.ro_number,
        link: portalLink(about.origin, link.recipient_id),
      }),
    })
  }
}

/** Returns the kinds of mail that an answer belongs to; it is sent unless all of them are switched off. */
function kindsOf({
  answer,
  has_question,
  rows,
}: {
  answer: LinkAnswer
  has_question: boolean
  rows: queries.ToldRow[]
}) {
  const asks = has_question || answer === 'call' || answer === 'ask'
  const decides = rows.length === 0 ? !asks : rows.some((row) => row.answer !== 'ask')
  return [...(asks ? (['questions'] as const) : []), ...(decides ? (['answers'] as const) : [])]
}

/** Returns the sum of what was approved; empty without prices. */
function totalOf(rows: readonly queries.ToldRow[], money: (minor: number) => string): string {
  const prices = rows.flatMap(({ answer, price }) => (answer === 'approve' && price !== null ? [price] : []))
  return prices.length === 0 ? '' : money(prices.reduce((sum, price) => sum + price, 0))
}

const portalLink = (origin: string, recipientId: number | null) =>
  recipientId === null ? `${origin}/shared` : `${origin}/shared?recipient=${recipientId}`

/** Formats names, shares and times for the sender. */
function wordsOf({ sites, library }: Pick<Services, 'sites' | 'library'>, site: Site, languageId: number | null) {
  const language = sites.language(languageId ?? site.default_lang_id) ?? sites.language(site.default_lang_id)!
  const tag = language.language_code
  return {
    language,
    time: (when: Date) => formatMoment(when, tag, site.time_zone),
    percent: (of100: number) => formatPercent(of100, tag),
    film: (partId: string) => partName(library, partId, tag),
  }
}
