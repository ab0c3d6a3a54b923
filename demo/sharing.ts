import type { Db } from '@cutaway/server/src/core/db/database.ts'
import { createHash } from 'node:crypto'

/** Films that the adviser of each demo site sent to customers in the last weeks, with their receipts. */

interface DemoSend {
  channel: 'email' | 'sms'
  to: string
  part: 'BRKDSC' | 'BRKPAD' | 'ENGFST'
  ro: string
  daysAgo: number
  /** Percentage of the film watched in each visit. The first visit is three hours after the send. */
  watched?: number[]
  answer?: 'approve' | 'call'
  /** Delivery failed. */
  lost?: string
}

const sends: readonly DemoSend[] = [
  {
    channel: 'sms',
    to: '+1 503 555 0142',
    part: 'BRKDSC',
    ro: 'RO 48213',
    daysAgo: 1,
    watched: [82],
    answer: 'approve',
  },
  { channel: 'email', to: 'elena.sorokina@mailbox.example', part: 'BRKPAD', ro: 'RO 48190', daysAgo: 2 },
  { channel: 'sms', to: '+1 503 555 0177', part: 'ENGFST', ro: 'RO 48177', daysAgo: 2, watched: [100] },
  {
    channel: 'email',
    to: 'priya.raman@mailbox.example',
    part: 'ENGFST',
    ro: 'RO 48140',
    daysAgo: 3,
    watched: [100, 64],
    answer: 'approve',
  },
  { channel: 'sms', to: '+1 503 555 0122', part: 'BRKDSC', ro: 'RO 48122', daysAgo: 3, watched: [47], answer: 'call' },
  {
    channel: 'sms',
    to: '+1 503 555 0101',
    part: 'BRKDSC',
    ro: 'RO 48101',
    daysAgo: 4,
    lost: '30006: not a mobile number',
  },
  {
    channel: 'email',
    to: 'grace.oduya@mailbox.example',
    part: 'BRKDSC',
    ro: 'RO 48080',
    daysAgo: 9,
    watched: [35, 90, 100],
  },
  { channel: 'email', to: 'tom.lind@mailbox.example', part: 'BRKPAD', ro: 'RO 48002', daysAgo: 16, watched: [100] },
]

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
}

const keyOf = (address: string) => address.replaceAll(' ', '')

/** Writes the sends of all senders, with links, messages, visits and answers. */
export async function insertDemoSends(db: Db, senders: readonly DemoSender[], now: Date): Promise<void> {
  const all = senders.flatMap((sender) => sends.map((send) => ({ sender, send })))
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
        created_at: at(send),
        expires_at: at(send, 30 * 24),
      })),
    )
    .returning('link_id')
    .execute()
  await db
    .insertInto('link_films')
    .values(
      all.map(({ sender, send }, i) => ({
        web_site_id: sender.web_site_id,
        link_id: links[i]!.link_id,
        position: 0,
        part_id: send.part,
      })),
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
        part_ids: [of.send.part],
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
          part_id: send.part,
          language_id: sender.language_id,
          opened_at: at(send, 3 + n),
          first_frame_at: at(send, 3 + n),
          last_at: at(send, 3.01 + n),
          watched_percent,
        })),
      ),
    )
    .execute()
  await db
    .insertInto('link_answers')
    .values(
      all.flatMap(({ sender, send }, i) =>
        send.answer
          ? [
              {
                web_site_id: sender.web_site_id,
                link_id: links[i]!.link_id,
                request_key: uuid('answer', sender.web_site_id, send.ro),
                answer: send.answer,
                at: at(send, 3.05),
              },
            ]
          : [],
      ),
    )
    .execute()
}
