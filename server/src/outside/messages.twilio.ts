import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { secondsAfter } from '../core/clock.ts'
import type { Handover, MessageProvider, OutgoingMessage, Search } from './messages/provider.ts'

/** Text messages through Twilio's Messages API (2010-04-01). */

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
/** Pages of a hundred that a search looks through. */
const mostPages = 10
/** What two clocks may differ by. */
const clockSeconds = 300

/** Somebody answered STOP, to Twilio or to the carrier: perhaps without our hearing of it. */
export const isOptOut = (code: string | null): boolean => code === '21610'

/** Where Twilio reports what becomes of a message. */
export const statusPath = '/hooks/twilio/status'

export function twilioMessages({
  messages: config,
  publicBaseUrl,
}: Pick<Config, 'publicBaseUrl'> & { messages: TwilioConfig }): MessageProvider {
  const { accountSid, authToken, apiUrl } = config
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` }
  const resource = `/2010-04-01/Accounts/${accountSid}/Messages.json`
  const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeout)])

  return {
    isOptOut,

    async send(message, signal) {
      let response: Response
      let text: string
      try {
        response = await fetch(apiUrl + resource, {
          method: 'POST',
          headers,
          body: formOf(message, config, publicBaseUrl),
          redirect: 'error',
          signal: within(signal),
        })
        text = await response.text()
      } catch (error) {
        return { outcome: neverLeft(error) ? 'later' : 'unclear', code: null, reason: reasonOf(error) }
      }
      return judged(response.status, text)
    },

    async find(message, signal) {
      const since = secondsAfter(message.writtenAt, -clockSeconds)
      const providerIds: string[] = []
      let path = `${resource}?${new URLSearchParams({ To: message.to, PageSize: '100' })}`
      for (let page = 0; page < mostPages; page += 1) {
        const response = await fetch(apiUrl + path, { headers, redirect: 'error', signal: within(signal) })
        if (!response.ok) throw new Error(`Twilio answered ${response.status} to a search`)
        const { messages, next_page_uri } = Page.parse(await response.json())
        const recent = messages.filter((m) => new Date(m.date_created) >= since)
        for (const m of recent)
          if (m.to === message.to && isSameText(m.body ?? '', message.body)) providerIds.push(m.sid)
        // The newest come first, so that a page without a recent one is the last that counts.
        if (!next_page_uri || recent.length === 0) return resultOf(providerIds)
        path = next_page_uri
      }
      return providerIds.length > 0 ? resultOf(providerIds) : { found: 'unclear' }
    },
  }
}

const resultOf = (providerIds: string[]): Search =>
  providerIds.length > 0 ? { found: 'some', providerIds } : { found: 'none' }

function formOf(message: OutgoingMessage, { from }: TwilioConfig, publicBaseUrl: string | undefined): URLSearchParams {
  const form = new URLSearchParams({ To: message.to, Body: message.body })
  if (message.from !== null) form.set('From', message.from)
  else if ('service' in from) form.set('MessagingServiceSid', from.service)
  else form.set('From', from.number)
  if (message.mediaUrl !== null) form.set('MediaUrl', message.mediaUrl)
  // The report says which message it is about: it may come before we have been told Twilio's own name of it.
  const about = new URLSearchParams({ site: String(message.webSiteId), message: message.id })
  if (publicBaseUrl) form.set('StatusCallback', `${publicBaseUrl}${statusPath}?${about}`)
  return form
}

function judged(status: number, text: string): Handover {
  const body = parsed(text)
  if (status >= 200 && status < 300) {
    const accepted = Accepted.safeParse(body)
    return accepted.success
      ? { outcome: 'taken', providerId: accepted.data.sid }
      : { outcome: 'unclear', code: null, reason: `Twilio answered ${status} without a message` }
  }
  const refused = Refused.safeParse(body)
  const code = refused.data?.code === undefined ? null : String(refused.data.code)
  const reason = `Twilio answered ${status}${refused.data?.message ? `: ${refused.data.message}` : ''}`.slice(0, 500)
  // 429 and 503 say that the request was not looked at; credentials that are refused can be mended.
  if ([401, 403, 429, 503].includes(status)) return { outcome: 'later', code, reason }
  return { outcome: status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unclear', code, reason }
}

/** Twilio sends some letters in a plainer form and puts words before those of trial accounts; our link stays as it is. */
function isSameText(theirs: string, ours: string): boolean {
  const links = ours.match(/https?:\/\/\S+/g)
  if (links) return links.every((link) => theirs.split(/\s+/).includes(link))
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(theirs).endsWith(plain(ours))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a request failed before a connection stood. */
function neverLeft(error: unknown): boolean {
  const { code, syscall } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string; syscall?: string }
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code ?? '')
  )
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return [message, cause?.message].filter(Boolean).join(': ').slice(0, 500) || String(error)
}
