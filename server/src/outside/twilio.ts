import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { secondsAfter } from '../core/clock.ts'
import type { Carrier, DeliveryResult, Search } from './carrier.ts'
import { isBeforeConnection, parsedJson } from './requests.ts'

/** Sends text messages through Twilio's Messages API (2010-04-01). */

type TwilioConfig = Extract<Config['messages'], { kind: 'twilio' }>

const Accepted = z.object({ sid: z.string().min(1) })
const Refused = z.object({ code: z.number().optional(), message: z.string().optional() })
const Page = z.object({
  messages: z.array(
    z.object({ sid: z.string(), to: z.string(), body: z.string().nullable(), date_created: z.string() }),
  ),
  next_page_uri: z.string().startsWith('/').nullish(),
})

const timeout = 30_000
/** Maximum pages of a hundred messages that a search reads. */
const mostPages = 10
/** Tolerated difference between two clocks, in seconds. */
const clockSeconds = 300

export interface OutgoingMessage {
  /** E.164. */
  to: string
  /** A number of the sender's own; null: the default of the account. */
  from: string | null
  body: string
  mediaUrl: string | null
  writtenAt: Date
  /** URL for Twilio's status reports of the message; null: no reports. */
  statusCallback: string | null
}

/** Returns whether a Twilio code says that the recipient sent STOP, to Twilio or to the mobile carrier. */
export const isOptOut = (code: string | null): boolean => code === '21610'

/** Makes a carrier that sends through a Twilio account. */
export function twilioCarrier(config: TwilioConfig): Carrier<OutgoingMessage> {
  const { accountSid, authToken, apiUrl } = config
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` }
  const resource = `/2010-04-01/Accounts/${accountSid}/Messages.json`
  const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeout)])

  return {
    name: 'twilio',

    async send(message, signal) {
      let response: Response
      let text: string
      try {
        response = await fetch(apiUrl + resource, {
          method: 'POST',
          headers,
          body: formOf(message, config),
          redirect: 'error',
          signal: within(signal),
        })
        text = await response.text()
      } catch (error) {
        return {
          outcome: isBeforeConnection(error) ? 'temporary_failure' : 'outcome_unknown',
          code: null,
          reason: reasonOf(error),
        }
      }
      return resultOf(response.status, text)
    },

    async find(message, signal) {
      const since = secondsAfter(message.writtenAt, -clockSeconds)
      const references: string[] = []
      let path = `${resource}?${new URLSearchParams({ To: message.to, PageSize: '100' })}`
      for (let page = 0; page < mostPages; page += 1) {
        const response = await fetch(apiUrl + path, { headers, redirect: 'error', signal: within(signal) })
        if (!response.ok) throw new Error(`Twilio returned ${response.status} for a search`)
        const { messages, next_page_uri } = Page.parse(await response.json())
        const recent = messages.filter((m) => new Date(m.date_created) >= since)
        for (const m of recent)
          if (m.to === message.to && isSameText(m.body ?? '', message.body)) references.push(m.sid)
        // The newest come first, so a page without a recent message is the last one to read.
        if (!next_page_uri || recent.length === 0) return searchOf(references)
        path = next_page_uri
      }
      return references.length > 0 ? searchOf(references) : { found: 'unclear' }
    },
  }
}

const searchOf = (references: string[]): Search =>
  references.length > 0 ? { found: 'some', references } : { found: 'none' }

function formOf(message: OutgoingMessage, { from }: TwilioConfig): URLSearchParams {
  const form = new URLSearchParams({ To: message.to, Body: message.body })
  if (message.from !== null) form.set('From', message.from)
  else if ('service' in from) form.set('MessagingServiceSid', from.service)
  else form.set('From', from.number)
  if (message.mediaUrl !== null) form.set('MediaUrl', message.mediaUrl)
  if (message.statusCallback !== null) form.set('StatusCallback', message.statusCallback)
  return form
}

function resultOf(status: number, text: string): DeliveryResult {
  const body = parsedJson(text)
  if (status >= 200 && status < 300) {
    const accepted = Accepted.safeParse(body)
    return accepted.success
      ? { outcome: 'accepted', reference: accepted.data.sid }
      : { outcome: 'outcome_unknown', code: null, reason: `Twilio answered ${status} without a message` }
  }
  const refused = Refused.safeParse(body)
  const code = refused.data?.code === undefined ? null : String(refused.data.code)
  const reason = `Twilio answered ${status}${refused.data?.message ? `: ${refused.data.message}` : ''}`.slice(0, 500)
  // With 429 and 503 the request was not processed. Refused credentials can be corrected.
  if ([401, 403, 429, 503].includes(status)) return { outcome: 'temporary_failure', code, reason }
  return status >= 400 && status < 500 && status !== 408
    ? { outcome: 'permanent_failure', code, reason, optOut: isOptOut(code) }
    : { outcome: 'outcome_unknown', code, reason }
}

/**
 * Returns whether a text from Twilio is the same as ours. Twilio replaces some letters and adds a prefix for trial
 * accounts, but leaves links unchanged.
 */
function isSameText(theirs: string, ours: string): boolean {
  const links = ours.match(/https?:\/\/\S+/g)
  if (links) return links.every((link) => theirs.split(/\s+/).includes(link))
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(theirs).endsWith(plain(ours))
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return [message, cause?.message].filter(Boolean).join(': ').slice(0, 500) || String(error)
}
