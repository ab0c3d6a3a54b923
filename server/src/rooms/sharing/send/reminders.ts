import { withShop } from '@cutaway/contract/rooms/branding/customer-text.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { senderProfileOf } from '../../branding/sender-profile.ts'
import { findSuppressed } from '../../consent/consent.queries.ts'
import { hasStandingConsent } from '../customers/standing-consent.ts'
import { shopCardOf } from '../shop.ts'
import { letterWriter } from './send-email.ts'
import { textWriter } from './send-text.ts'
import { AboutReminder, reminderJob } from './reminder-queue.ts'
import { findToRemind, markReminded } from './reminders.queries.ts'
import { tinyUrl } from '../links/short-links.ts'
import type { Envelope } from './sending.ts'
import { takeTexts } from '../../messaging/credits.ts'
import { findSender, type Sender } from './sends.queries.ts'
import { canPlay, withOwnFilms } from '../../catalogue/library/own-films.ts'

/**
 * Reminds a customer once, at the time that the sender chose, of a film that has not been opened. Nothing is sent if
 * the consent no longer holds at that time.
 */

/** Registers the job. Call before the jobs start. */
export function registerReminders(services: Services): void {
  services.jobs.define(reminderJob, { data: AboutReminder }, (about) => sendReminder(services, about))
}

/** Sends the reminder of a recipient, if it is still due. A job that runs twice sends one. */
export async function sendReminder(
  services: Services,
  { web_site_id, recipient_id, origin }: AboutReminder,
): Promise<void> {
  const site = services.sites.byId(web_site_id)
  if (!site) return
  await services.database.inTenant(
    web_site_id,
    async (db) => {
      const now = services.clock.now()
      const due = await findToRemind(db, site, recipient_id, now)
      const sender = due && (await findSender(db, site, due.user_id))
      if (!due || !sender) return
      const stopped = (await findSuppressed(db, site, [due.address_key])).size > 0
      const isText = due.channel !== 'email'
      if (stopped || (isText && !(await hasStandingConsent(db, site, sender, due.address_key)))) return
      const writer = await writerOf({ db, site, services }, { due, sender, origin })
      if (!writer || (isText && !(await takeTexts(db, site, sender.businessentity_id, writer.segments)))) return
      const url = tinyUrl(origin, due)
      const written = await writer.write({ address: due.address, url, customerId: due.customer_id ?? 0 })
      const reminder_id = 'mail_id' in written ? written.mail_id : written.message_id
      await markReminded(db, site, recipient_id, { reminded_at: now, reminder_id })
    },
    { lane: 'background' },
  )
}

type Due = NonNullable<Awaited<ReturnType<typeof findToRemind>>>

/** Returns the function that writes the reminder, and the texts that it costs; undefined without a film. */
async function writerOf(
  call: { db: Db; site: Site; services: Services },
  { due, sender, origin }: { due: Due; sender: Sender; origin: string },
): Promise<{ segments: number; write: Envelope['write'] } | undefined> {
  const { db, site, services } = call
  const library = await withOwnFilms(db, site, services.library, due.part_ids, 'any')
  const films = due.part_ids.flatMap((id) => library.film(id) ?? []).filter(canPlay)
  const [film] = films
  if (!film) return undefined
  const language = services.sites.language(due.language_id) ?? services.sites.language(site.default_lang_id)!
  const shop = (await shopCardOf(db, site, due.user_id)).business_name
  const message = text(site, language.language_code, 'reminder_text', { shop })
  const facts = { languageId: language.language_id, origin }
  if (due.channel !== 'email')
    return textWriter(call, {
      ...facts,
      channel: 'sms',
      url: tinyUrl(origin, due),
      to: due.address_key,
      film,
      message: withShop(shop, message),
      shop,
      paidBy: sender.businessentity_id,
      locationId: sender.location_id,
    })
  const brand = await senderProfileOf(db, site, sender.user_id)
  const write = await letterWriter(call, {
    ...facts,
    subject: text(site, language.language_code, 'reminder_subject', { shop }),
    message,
    sender,
    brand,
    banner: null,
    films,
    withRelated: false,
    brandId: due.brand_id,
    side: due.driverside,
    roNumber: due.ro_number,
    chosen: brand.addresses.some(({ email }) => email === due.reply_to) ? due.reply_to : null,
  })
  return { segments: 0, write }
}
