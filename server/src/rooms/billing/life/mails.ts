import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { formatDay, formatMoney } from '../../../core/formats.ts'
import type { Db } from '../../../core/db/database.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { queueMail } from '../../messaging/mail.ts'
import type { Day } from '../days.ts'
import { findContact, findOwner, languageOf } from './buyer.ts'
import { subscriptionLetter, type LetterKind } from './letters.ts'
import { noteNotice, type Subscription } from './subscriptions.queries.ts'

/** Queues the mails of a subscription, in the transaction of what they tell. */

export type MailServices = Pick<Services, 'jobs' | 'config' | 'sites' | 'clock'>

interface Told {
  kind: LetterKind
  /** The day that the mail is about. */
  day?: Day | null
  amount?: { minor: number; currency: string } | null
  number?: string
}

/** Returns a telephone number in groups, kept from left to right among words that run the other way. */
function writtenNumber(e164: string, direction: 'ltr' | 'rtl'): string {
  const written = parsePhoneNumberFromString(e164)?.formatInternational() ?? e164
  return direction === 'rtl' ? `\u2066${written}\u2069` : written
}

/** Queues a mail to the address of the invoices, in the language of the administrator. */
export async function mailTo(
  db: Db,
  services: MailServices,
  site: Site,
  { businessentity_id, prices, kind: of }: Pick<Subscription, 'businessentity_id' | 'prices' | 'kind'>,
  { kind, day = null, amount = null, number }: Told,
): Promise<void> {
  const owner = await findOwner(db, site, businessentity_id)
  const { bill_email } = await findContact(db, site, businessentity_id)
  const to = bill_email || (owner?.email ?? '')
  if (to === '') return
  const language = languageOf(services.sites, site, owner)
  const tag = language.language_code
  await queueMail(db, services, site, {
    to,
    language,
    letter: subscriptionLetter({
      kind,
      isNumber: of === 'phone_number',
      plan: of === 'phone_number' ? writtenNumber(prices.name, language.direction) : prices.name,
      business: owner?.business_name ?? '',
      day: day === null ? '' : formatDay(new Date(`${day}T12:00:00Z`), tag, 'UTC'),
      amount: amount && formatMoney(amount.minor, amount.currency, tag),
      number: number ?? null,
      origin: linkOrigin('', site.hosts, services.config),
    }),
  })
}

/** Queues a mail that is sent once for a subscription and a day. `notice` tells mails of one kind apart. */
export async function mailOnce(
  db: Db,
  services: MailServices,
  site: Site,
  of: Subscription,
  { forDate, notice, ...told }: Told & { forDate: Day; notice?: string },
): Promise<boolean> {
  const row = { subscription_id: of.subscription_id, kind: notice ?? told.kind, for_date: forDate }
  if (!(await noteNotice(db, site, { ...row, sent_at: services.clock.now() }))) return false
  await mailTo(db, services, site, of, { day: forDate, ...told })
  return true
}
