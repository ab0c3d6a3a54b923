import { withShop } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { mostAnswer, type answerCustomer as declared } from '@cutaway/contract/rooms/conversations/threads.ts'
import { foldTypography, segmentsOf } from '@cutaway/contract/sms-segments.ts'
import { secondsAfter } from '../../core/clock.ts'
import { answer, type Call, type Handler } from '../../core/http/endpoints.ts'
import { denied, fail, notFound } from '../../core/http/errors.ts'
import { sanitiseText } from '../../core/sanitise-text.ts'
import { text } from '../../core/texts.ts'
import { senderProfileOf } from '../branding/sender-profile.ts'
import { findSuppressed } from '../consent/consent.queries.ts'
import { queueMessage } from '../messaging/text-messages.ts'
import { ownerOf } from '../sharing/customers/customer-view.ts'
import { changeCustomer, lockCustomer, type CustomerRow } from '../sharing/customers/customers.queries.ts'
import { hasStandingConsent } from '../sharing/customers/standing-consent.ts'
import { letterWriter } from '../sharing/send/send-email.ts'
import { languageFor, leftOutMessage, originOf } from '../sharing/send/sending.ts'
import { takeTexts, textsLeft } from '../messaging/credits.ts'
import { findSender, lockSending } from '../sharing/send/sends.queries.ts'
import { shopCardOf } from '../sharing/shop.ts'
import { insertMessage, isAnswered, lastInbound } from './threads.queries.ts'

/** Days in which a text of the customer may be answered without a recorded agreement. */
const answerDays = 30

type Answering = Call<typeof declared>

/**
 * Answers a customer. A text names the shop, and has no link and no STOP line: it continues a conversation. The message
 * to the carrier is queued in the same transaction.
 */
export const answerCustomer: Handler<typeof declared> = async (call) => {
  const { body, caller, site, services, db, audit } = call
  const { user_id } = caller.user
  if (!caller.may(body.channel === 'sms' ? 'allow_share_sms' : 'allow_share_email')) denied()
  // A repeated request waits for the first one, and then finds its answer.
  await lockSending(db, site, user_id)
  const row = (await lockCustomer(db, site, body.customer_id)) ?? notFound()
  const left = () => textsLeft(db, site, row.businessentity_id)
  if (await isAnswered(db, site, user_id, body.request_key)) {
    audit(false)
    return answer({ texts_left: await left() }, { message: 'answer_sent' })
  }
  const words = sanitiseText(body.text)
  if (words === '') fail('enter_a_message')
  if (words.length > mostAnswer) fail('share_text_too_long')
  const to = await addressee(call, row)
  const now = services.clock.now()
  const sent = body.channel === 'sms' ? await sendText(call, row, to.key, words) : await sendMail(call, row, to, words)
  await insertMessage(db, site, {
    customer_id: row.customer_id,
    at: now,
    direction: 'out',
    channel: body.channel,
    address_key: to.key,
    body: sent.words,
    user_id,
    delivery_id: sent.id,
    request_key: body.request_key,
  })
  await changeCustomer(db, site, row.customer_id, {
    last_at: now,
    ...(row.assigned_user_id === null ? { assigned_user_id: user_id } : {}),
  })
  audit({ after: { channel: body.channel } })
  return answer({ texts_left: await left() }, { message: 'answer_sent' })
}

/** Returns the address to write to. Refuses without one, if it is suppressed, and without consent. */
async function addressee({ body, site, services, db }: Answering, row: CustomerRow) {
  const isText = body.channel === 'sms'
  const to =
    row.addresses.find(({ key }) => key.includes('@') !== isText) ??
    fail(isText ? 'customer_has_no_number' : 'customer_has_no_address')
  const because = (await findSuppressed(db, site, [to.key])).get(to.key)
  if (because) fail(leftOutMessage[because])
  if (!isText || (await hasStandingConsent(db, site, ownerOf(row), to.key))) return to
  const wrote = await lastInbound(db, site, row.customer_id, 'sms')
  if (!wrote || wrote.at < secondsAfter(services.clock.now(), -answerDays * 86_400)) fail('customer_has_not_agreed')
  return to
}

const languageOf = ({ services, site }: Answering, row: CustomerRow) =>
  languageFor(services, row.language_id ?? site.default_lang_id)

async function sendText(call: Answering, row: CustomerRow, to: string, words: string) {
  const { site, services, db, caller } = call
  const shop = (await shopCardOf(db, site, caller.user.user_id)).business_name
  const whole = foldTypography(withShop(shop, words))
  const { segments } = segmentsOf(whole)
  if (!(await takeTexts(db, site, row.businessentity_id, segments))) fail('no_texts_left')
  const message = {
    kind: 'sms' as const,
    to,
    body: whole,
    segments,
    language: languageOf(call, row),
    paidBy: row.businessentity_id,
    // A colleague of another location continues the conversation from the number that the customer knows.
    locationId: row.location_id ?? caller.session.locationId,
  }
  return { words: whole, id: await queueMessage(db, services.jobs, site, message) }
}

async function sendMail(call: Answering, row: CustomerRow, to: CustomerRow['addresses'][number], words: string) {
  const { site, db, caller } = call
  const sender = (await findSender(db, site, caller.user.user_id)) ?? notFound()
  const brand = await senderProfileOf(db, site, sender.user_id)
  const language = languageOf(call, row)
  const shop = (await shopCardOf(db, site, sender.user_id)).business_name
  const write = await letterWriter(call, {
    sender,
    origin: originOf(call),
    brand,
    banner: null,
    languageId: language.language_id,
    films: [],
    withRelated: false,
    brandId: site.brand_id,
    side: site.driverside,
    subject: text(site, language.language_code, 'answer_subject', { shop }),
    message: words,
    roNumber: row.ro_number,
    chosen: brand.is_from_no_reply ? null : (brand.addresses[0]?.email ?? null),
  })
  const written = await write({ address: to.address, url: '', customerId: row.customer_id })
  return { words, id: 'mail_id' in written ? written.mail_id : written.message_id }
}
