import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { Person, World } from '../../testing/world.ts'

/** Shared by tests of conversations: Dana's films, what customers write back, and the calls of the portal. */

const sdk = createRequire(import.meta.url)('twilio') as {
  getExpectedTwilioSignature(token: string, url: string, fields: Record<string, string>): string
}
const { conversations, sharing } = contract
const token = 'the token of the account'
const base = 'https://films.portal.test'
export const marcus = '+15035550142'
/** The key with which the mail provider signs inbound mail. */
export const key = 'the signing key of the mail provider'

/** The settings of a world whose customers write back by text message and by mail. */
export const carriers = {
  PUBLIC_BASE_URL: base,
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: token,
  TWILIO_FROM: '+15550100999',
  // No server listens at this address: the messages stay in the outbox.
  TWILIO_API_URL: 'http://127.0.0.1:9',
  REPLY_DOMAIN: 'reply.portal.test',
  REPLY_SIGNING_KEY: key,
}
export const usual = { tab: 'all', page: 1, size: 30, search: '' } as const

/** Returns functions on the world of a test. `as` is read with each call, because the world begins later. */
export function conversing(as: () => { w: World; dana: Person }) {
  const today = () => as().w.clock.now().toISOString().slice(0, 10)
  const film = { brand_id: 1, lang_id: 50, driverside: 'left' as const }
  const sendText = (more: object = {}, who = as().dana) =>
    who.call(sharing.sendSms, {
      body: {
        ...film,
        moNumber: marcus,
        opt_in_date: today(),
        emailMessage: 'Your pads are at 2 mm:',
        selectedList: [{ part_id: 'BRKDSC' }],
        customer_name: 'Marcus Hale',
        ...more,
      },
    })
  const sendMail = () =>
    as().dana.call(sharing.sendEmail, {
      body: {
        ...film,
        customer_name: 'Joan Pell',
        email: {
          toEmail: 'joan@mailbox.example',
          subject: 'Your brakes',
          emailMessage: 'Hi Joan',
          selectedList: [{ part_id: 'BRKDSC' }],
        },
      },
    })

  async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    return as()
      .w.visitor()
      .request(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          host: 'films.portal.test',
          origin: '',
          ...headers,
        },
      })
  }
  /** Marcus, or another person, sends a text. Returns the carrier's reply. */
  async function writes(Body: string, { from = marcus, sid = randomUUID() }: { from?: string; sid?: string } = {}) {
    const path = '/hooks/twilio/inbound'
    const fields = { From: from, To: '+15550100999', Body, MessageSid: sid }
    const signature = sdk.getExpectedTwilioSignature(token, base + path, fields)
    return (await post(path, fields, { 'x-twilio-signature': signature })).text()
  }

  const list = async (who = as().dana, more: { tab?: 'mine' | 'unassigned' | 'may_stop'; search?: string } = {}) => {
    const { user_id } = await who.me()
    return who.call(conversations.getConversations, { params: { json: { user_id, ...usual, ...more } } })
  }
  const thread = (customer_id: number, who = as().dana) =>
    who.call(conversations.getConversation, { params: { customer_id } })
  const first = async (who = as().dana) => (await list(who)).rows[0]!
  const answer = (customer_id: number, text: string, more: object = {}, who = as().dana) =>
    who.send(conversations.answerCustomer, {
      body: { customer_id, channel: 'sms', text, request_key: randomUUID(), ...more },
    })
  const outbox = () => as().w.database.system.selectFrom('messages').selectAll().orderBy('created_at').execute()
  /** The carrier reports that a text message was not delivered. */
  const fails = async (message_id: string, ErrorCode = '30006') => {
    const path = `/hooks/twilio/status?site=31&message=${message_id}`
    const fields = { MessageSid: `SM${message_id}`, MessageStatus: 'undelivered', ErrorCode }
    const signature = sdk.getExpectedTwilioSignature(token, base + path, fields)
    expect((await post(path, fields, { 'x-twilio-signature': signature })).status).toBe(204)
  }

  return { answer, fails, first, list, outbox, post, sendMail, sendText, thread, today, writes }
}
