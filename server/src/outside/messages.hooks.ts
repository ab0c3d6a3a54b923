import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import type { Db } from '../core/db/database.ts'
import { HttpRefusal } from '../core/http/errors.ts'
import type { Services } from '../core/services.ts'
import type { Site } from '../core/tenancy.ts'
import { text } from '../core/texts.ts'
import { isOptOut, statusPath } from './messages.twilio.ts'
import { keywordOf, type Keyword } from './messages/keywords.ts'
import { languageOfLast, sitesBetween, takeReport, type Report } from './messages/messages.queries.ts'
import { formFields, isTwilioSignature } from './twilio-signature.ts'

/**
 * What Twilio tells us: what became of a message, and what people answer. Both are requests of a machine elsewhere, believed
 * for their signature only. They may come twice and in any order.
 */

export interface MessageHooks {
  /** Somebody wants no more text messages. In the transaction of the web site; may come more than once. */
  optedOut(db: Db, site: Site, number: string, words: string): Promise<void>
  /** Somebody wants them again. */
  optedIn(db: Db, site: Site, number: string, words: string): Promise<void>
}

export const inboundPath = '/hooks/twilio/inbound'

const About = z.object({ site: z.coerce.number().int().positive(), message: z.uuid() })
const Status = z.object({
  MessageSid: z.string().min(1).max(64),
  MessageStatus: z.string(),
  ErrorCode: z.string().optional(),
})
const number = z.string().regex(/^\+?\d{3,15}$/)
const Inbound = z.object({
  From: number,
  To: number,
  Body: z.string().max(2000).default(''),
  /** Set where Twilio itself minds the words, and has answered already. */
  OptOutType: z.enum(['STOP', 'START', 'HELP']).optional().catch(undefined),
})

const states: Record<string, Report['state']> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

const yearOfSeconds = 366 * 86_400
const maxBytes = 64 * 1024

type HookServices = Pick<Services, 'config' | 'database' | 'sites' | 'clock'>

/** The addresses that Twilio calls, where the configuration has an account. */
export function registerMessageHooks(app: FastifyInstance, services: HookServices, hooks: MessageHooks): void {
  const { messages, publicBaseUrl } = services.config
  if (messages.kind !== 'twilio') return
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, parsed) => parsed(null, formFields(String(body))),
    )
    const fieldsOf = (request: FastifyRequest) => believed(request, messages, publicBaseUrl)

    scope.post(statusPath, async (request, reply) => {
      const fields = Status.safeParse(fieldsOf(request))
      const about = About.safeParse(request.query)
      if (fields.success && about.success) await report(services, hooks, about.data, fields.data)
      // What we do not understand will be no clearer when it comes again.
      return reply.code(204).send()
    })
    scope.post(inboundPath, async (request, reply) => {
      const fields = Inbound.safeParse(fieldsOf(request))
      const answer = fields.success ? await receive(services, hooks, fields.data) : undefined
      return reply.type('text/xml; charset=utf-8').send(twiml(answer))
    })
    done()
  })
}

type Twilio = Extract<Config['messages'], { kind: 'twilio' }>

/** The form of a request that Twilio has signed, the first value of each name. Refuses every other request. */
function believed(request: FastifyRequest, { authToken }: Twilio, publicBaseUrl: string | undefined) {
  const fields = request.body instanceof Map ? (request.body as Map<string, string[]>) : new Map<string, string[]>()
  const given = request.headers['x-twilio-signature']
  const path = request.originalUrl
  const urls = [...(publicBaseUrl ? [publicBaseUrl + path] : []), `${request.protocol}://${request.host}${path}`]
  if (typeof given !== 'string' || !isTwilioSignature(authToken, given, urls, fields))
    throw new HttpRefusal(403, 'permission_denied')
  return Object.fromEntries([...fields].map(([name, values]) => [name, values[0]]))
}

async function report(
  { database, sites, clock }: HookServices,
  hooks: MessageHooks,
  about: z.infer<typeof About>,
  { MessageSid, MessageStatus, ErrorCode }: z.infer<typeof Status>,
): Promise<void> {
  const state = states[MessageStatus.toLowerCase()]
  const site = sites.byId(about.site)
  if (!state || !site) return
  const key = { web_site_id: about.site, message_id: about.message }
  const errorCode = ErrorCode && ErrorCode !== '0' ? ErrorCode.slice(0, 20) : null
  await database.inTenant(about.site, async (db) => {
    const to = await takeReport(db, key, { providerId: MessageSid, state, errorCode, at: clock.now() })
    if (to !== undefined && isOptOut(errorCode)) await hooks.optedOut(db, site, to, `Twilio: ${errorCode}`)
  })
}

/** Gives effect to a word, on the web site whose number it went to. Answers what to say; undefined: nothing. */
async function receive(
  { database, sites, clock }: HookServices,
  hooks: MessageHooks,
  { From, To, Body, OptOutType }: z.infer<typeof Inbound>,
): Promise<string | undefined> {
  const keyword = (OptOutType?.toLowerCase() as Keyword | undefined) ?? keywordOf(Body)
  if (!keyword) return undefined
  const since = new Date(clock.now().getTime() - yearOfSeconds * 1000)
  const ids = await sitesBetween(database.system, To, From, since)
  const concerned = ids.flatMap((id) => sites.byId(id) ?? [])
  for (const site of concerned)
    await database.inTenant(site.web_site_id, async (db) => {
      if (keyword === 'stop') await hooks.optedOut(db, site, From, Body)
      if (keyword === 'start') await hooks.optedIn(db, site, From, Body)
    })
  const [first] = concerned
  if (!first || OptOutType) return undefined
  const language = await database.inTenant(first.web_site_id, (db) => languageOfLast(db, first.web_site_id, From))
  const tag = language ?? sites.language(first.default_lang_id)?.language_code ?? 'en-US'
  return text(tag, `text_message_${keyword}`, {
    company: [...new Set(concerned.map((s) => s.company))].join(', '),
    phone: first.contact_phone,
    email: first.contact_email,
  })
}

const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An answer as Twilio reads it. */
const twiml = (words: string | undefined) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${words === undefined ? '' : `<Message>${escaped(words)}</Message>`}</Response>`
