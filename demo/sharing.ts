import type { Db } from '@cutaway/server/src/core/db/database.ts'
import { createHash } from 'node:crypto'
import { demoSends, priceIn, type DemoSend } from './sends.ts'

/** Films that the adviser of each demo site sent to customers in the last weeks, with their receipts. */

export interface DemoSender {
  web_site_id: number
  user_id: number
  businessentity_id: number
  location_id: number
  class_id: number
  brand_id: number
  driverside: 'left' | 'right'
  language_id: number
  language_code: string
  /** ISO 4217. */
  currency: string
}

const keyOf = (address: string) => address.replaceAll(' ', '')

/** Writes the sends of all senders, with links, messages, visits and answers. */
export async function insertDemoSends(db: Db, senders: readonly DemoSender[], now: Date): Promise<void> {
  const all = senders.flatMap((sender) => demoSends.map((send) => ({ sender, send })))
  const at = (send: DemoSend, hours = 0) => new Date(now.getTime() - send.daysAgo * 86_400_000 + hours * 3_600_000)
  const uuid = (...of: (string | number)[]) => {
    const hex = createHash('sha256').update(of.join(' ')).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
  const key = ({ sender, send }: (typeof all)[number]) => uuid('demo', sender.web_site_id, send.ro)
  const message = 'This short film shows what we found and why it matters.'

  const messages = all.filter(({ send }) => send.channel === 'sms')
  await db
    .insertInto('messages')
    .values(
      messages.map((of) => ({
        web_site_id: of.sender.web_site_id,
        message_id: key(of),
        kind: 'sms' as const,
        to_number: keyOf(of.send.to),
        body: message,
        segments: 1,
        language_code: of.sender.language_code,
        state: 'moved' as const,
        businessentity_id: of.sender.businessentity_id,
        created_at: at(of.send),
      })),
    )
    .execute()
  await db
    .insertInto('mails')
    .values(
      all
        .filter(({ send }) => send.channel === 'email')
        .map((of) => ({
          web_site_id: of.sender.web_site_id,
          mail_id: key(of),
          to_address: of.send.to,
          from_name: 'Service',
          reply_to: null,
          subject: 'About your vehicle',
          html: `<p>${message}</p>`,
          text: message,
          language_code: of.sender.language_code,
          sender_address: null,
          state: 'moved' as const,
          created_at: at(of.send),
        })),
    )
    .execute()
  await db
    .insertInto('deliveries')
    .values(
      all.map((of) => {
        const isMail = of.send.channel === 'email'
        return {
          web_site_id: of.sender.web_site_id,
          delivery_id: key(of),
          channel: isMail ? ('mail' as const) : ('text' as const),
          state: of.send.lost ? ('failed' as const) : isMail ? ('sent' as const) : ('delivered' as const),
          failure: of.send.lost ? ('undelivered' as const) : null,
          failure_reason: of.send.lost ? ('not_mobile' as const) : null,
          attempts: 1,
          due_at: null,
          last_error: of.send.lost ?? null,
          created_at: at(of.send),
          sent_at: at(of.send),
          ended_at: isMail ? null : at(of.send),
        }
      }),
    )
    .execute()
  const links = await db
    .insertInto('links')
    .values(
      all.map(({ sender, send }) => ({
        web_site_id: sender.web_site_id,
        token: createHash('sha256').update(`${sender.web_site_id} ${send.ro}`).digest('base64url').slice(0, 22),
        kind: send.channel,
        user_id: sender.user_id,
        businessentity_id: sender.businessentity_id,
        location_id: sender.location_id,
        brand_id: sender.brand_id,
        driverside: sender.driverside,
        language_id: sender.language_id,
        message,
        ro_number: send.ro,
        asks: send.asks ?? ('decision' as const),
        currency: sender.currency,
        customer_at: answerOf(send) ? at(send, answeredAfter) : null,
        ...(send.handled ? { taken_up_at: at(send, 5), taken_up_by: sender.user_id } : {}),
        created_at: at(send),
        expires_at: at(send, 30 * 24),
      })),
    )
    .returning('link_id')
    .execute()
  await db
    .insertInto('link_films')
    .values(
      all.flatMap(({ sender, send }, i) =>
        send.films.map(({ part, finding, measured = '', rating = null, price, note }, position) => ({
          web_site_id: sender.web_site_id,
          link_id: links[i]!.link_id,
          position,
          part_id: part,
          finding: inEnglish(sender, finding),
          measured,
          rating,
          price: priceIn(sender.currency, price),
          note: inEnglish(sender, note),
        })),
      ),
    )
    .execute()
  const written = await db
    .insertInto('sends')
    .values(
      all.map((of) => ({
        web_site_id: of.sender.web_site_id,
        request_key: key(of),
        user_id: of.sender.user_id,
        businessentity_id: of.sender.businessentity_id,
        location_id: of.sender.location_id,
        class_id: of.sender.class_id,
        channel: of.send.channel,
        brand_id: of.sender.brand_id,
        language_id: of.sender.language_id,
        part_ids: of.send.films.map(({ part }) => part),
        subject: of.send.channel === 'email' ? 'About your vehicle' : '',
        message,
        ro_number: of.send.ro,
        from_address: null,
        recipient_count: 1,
        created_at: at(of.send),
      })),
    )
    .returning('send_id')
    .execute()
  await db
    .insertInto('send_recipients')
    .values(
      all.map((of, i) => ({
        web_site_id: of.sender.web_site_id,
        send_id: written[i]!.send_id,
        address: of.send.to,
        address_key: keyOf(of.send.to),
        link_id: links[i]!.link_id,
        mail_id: of.send.channel === 'email' ? key(of) : null,
        message_id: of.send.channel === 'sms' ? key(of) : null,
        created_at: at(of.send),
      })),
    )
    .execute()
  await db
    .insertInto('link_views')
    .values(
      all.flatMap(({ sender, send }, i) =>
        (send.watched ?? []).map((watched_percent, n) => ({
          web_site_id: sender.web_site_id,
          link_id: links[i]!.link_id,
          view_key: uuid('view', sender.web_site_id, send.ro, n),
          part_id: send.films[0]!.part,
          language_id: sender.language_id,
          opened_at: at(send, 3 + n),
          first_frame_at: at(send, 3 + n),
          last_at: at(send, 3.01 + n),
          watched_percent,
        })),
      ),
    )
    .execute()
  const answering = all.flatMap(({ sender, send }, i) => {
    const answer = answerOf(send)
    return answer ? [{ sender, send, answer, link_id: links[i]!.link_id }] : []
  })
  const answers = await db
    .insertInto('link_answers')
    .values(
      answering.map(({ sender, send, answer, link_id }) => ({
        web_site_id: sender.web_site_id,
        link_id,
        request_key: uuid('answer', sender.web_site_id, send.ro),
        answer,
        wants_call: send.films.some(({ reply_by }) => reply_by === 'call'),
        has_question: send.films.some((film) => film.answer === 'ask'),
        at: at(send, answeredAfter),
      })),
    )
    .returning('answer_id')
    .execute()
  await db
    .insertInto('link_answer_rows')
    .values(
      answering.flatMap(({ sender, send }, i) =>
        send.films.flatMap(({ part, finding, price, answer, question, reply_by = null }) =>
          answer
            ? [
                {
                  web_site_id: sender.web_site_id,
                  answer_id: answers[i]!.answer_id,
                  part_id: part,
                  finding: inEnglish(sender, finding),
                  price: priceIn(sender.currency, price),
                  answer,
                  question: inEnglish(sender, question),
                  reply_by,
                },
              ]
            : [],
        ),
      ),
    )
    .execute()
  // What the adviser has read; the rest is counted beside "Sent".
  await db
    .insertInto('link_reads')
    .values(
      answering
        .filter(({ send }) => !send.unread)
        .map(({ sender, send, link_id }) => ({
          web_site_id: sender.web_site_id,
          user_id: sender.user_id,
          link_id,
          read_at: at(send, 4),
        })),
    )
    .execute()
}

/** Hours between a send and its answer. */
const answeredAfter = 3.05

const inEnglish = ({ language_code: tag }: DemoSender, words = ''): string => (tag.startsWith('en') ? words : '')

/** Returns the answer to all films in one word, as the portal stores it; undefined without an answer. */
function answerOf({ films }: DemoSend): 'approve' | 'not_now' | 'ask' | 'call' | undefined {
  if (films.some(({ answer }) => answer === 'approve')) return 'approve'
  if (films.some(({ reply_by }) => reply_by === 'call')) return 'call'
  return films.flatMap(({ answer }) => answer ?? [])[0]
}
