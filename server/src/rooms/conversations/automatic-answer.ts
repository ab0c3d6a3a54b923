import { withShop } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { foldTypography, segmentsOf } from '@cutaway/contract/sms-segments.ts'
import { z } from 'zod'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import { localTime } from '../../core/formats.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import { findSuppressed } from '../consent/consent.queries.ts'
import { paragraph } from '../messaging/letter/letter.ts'
import { queueMail } from '../messaging/mail.ts'
import { queueMessage } from '../messaging/text-messages.ts'
import { changeCustomer, lockCustomer } from '../sharing/customers/customers.queries.ts'
import { shownPhone } from '../sharing/customers/phone-shown.ts'
import { isOpen } from '../sharing/opening/hours.ts'
import { takeTexts } from '../messaging/credits.ts'
import { findPlace } from './automatic.queries.ts'
import { insertMessage, isAnsweredSince, lastInbound } from './threads.queries.ts'

/**
 * Automatic answers: at once when the location is closed; when it is open, after the time that its people have to
 * answer. At most one a day for each customer.
 */

const job = 'conversations.answerAutomatically'
const About = z.object({
  web_site_id: z.int(),
  customer_id: z.int(),
  location_id: z.int(),
  channel: z.enum(['sms', 'email']),
  at: z.iso.datetime(),
})
export type AboutAnswer = z.infer<typeof About>

const aDay = 86_400

/** Queues the automatic answer to a message in the transaction that stores the message. */
export async function enqueueAutomaticAnswer(
  db: Db,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  site: Site,
  given: { customer_id: number; location_id: number; channel: 'sms' | 'email'; at: Date },
): Promise<void> {
  const place = await findPlace(db, site, given.location_id)
  if (!place?.is_on || place.hours === null) return
  const { customer_id, location_id, channel, at } = given
  const about: AboutAnswer = {
    web_site_id: site.web_site_id,
    customer_id,
    location_id,
    channel,
    at: at.toISOString(),
  }
  const patience = isOpen(place.hours, localTime(at, site.time_zone)) ? (place.after_minutes ?? 0) * 60 : 0
  const wait = patience - (clock.now().getTime() - at.getTime()) / 1000
  const singletonKey = `${site.web_site_id}.${customer_id}`
  await jobs.enqueue(db, job, about, { singletonKey, ...(wait > 0 ? { startAfter: Math.ceil(wait) } : {}) })
}

/** Registers the job. Call before the jobs start. */
export function registerAutomaticAnswers(services: Services): void {
  services.jobs.define(job, { data: About }, (about) => answerAutomatically(services, about))
}

/** Answers a message, unless a person has, or an automatic answer was sent within a day. */
export async function answerAutomatically(services: Services, about: AboutAnswer): Promise<void> {
  const site = services.sites.byId(about.web_site_id)
  if (!site) return
  await services.database.inTenant(
    about.web_site_id,
    async (db) => {
      const now = services.clock.now()
      const row = await lockCustomer(db, site, about.customer_id)
      const place = await findPlace(db, site, about.location_id)
      if (!row || !place?.is_on || row.may_stop) return
      if (row.auto_answered_at && row.auto_answered_at > secondsAfter(now, -aDay)) return
      const wrote = await lastInbound(db, site, row.customer_id, about.channel)
      if (await isAnsweredSince(db, site, row.customer_id, new Date(about.at))) {
        // The customer may have written again after the answer: the shop has its time for that too.
        if (wrote && !(await isAnsweredSince(db, site, row.customer_id, wrote.at)))
          await enqueueAutomaticAnswer(db, services, site, { ...about, at: wrote.at })
        return
      }
      if (!wrote || (await findSuppressed(db, site, [wrote.address_key])).size > 0) return
      const language =
        services.sites.language(row.language_id ?? site.default_lang_id) ??
        services.sites.language(site.default_lang_id)!
      const shop = place.is_show_business_name === 0 ? site.name : place.business_name
      const phone = shownPhone(site, place.phone || site.contact_phone)
      const words = text(site, language.language_code, 'automatic_answer', { phone })
      const message = { customer_id: row.customer_id, at: now, direction: 'out' as const, is_automatic: true }
      let body = words
      let delivery_id: string
      if (about.channel === 'sms') {
        body = foldTypography(withShop(shop, words))
        const { segments } = segmentsOf(body)
        if (!(await takeTexts(db, site, row.businessentity_id, segments))) return
        delivery_id = await queueMessage(db, services.jobs, site, {
          kind: 'sms',
          to: wrote.address_key,
          body,
          segments,
          language,
          paidBy: row.businessentity_id,
          locationId: about.location_id,
        })
      } else
        delivery_id = await queueMail(db, services, site, {
          to: wrote.address_key,
          language,
          letter: ({ say }) => ({
            subject: say('answer_subject', { shop }),
            preview: words,
            title: '',
            blocks: [paragraph(words)],
          }),
        })
      await insertMessage(db, site, {
        ...message,
        channel: about.channel,
        address_key: wrote.address_key,
        body,
        delivery_id,
      })
      await changeCustomer(db, site, row.customer_id, { auto_answered_at: now })
    },
    { lane: 'background' },
  )
}
