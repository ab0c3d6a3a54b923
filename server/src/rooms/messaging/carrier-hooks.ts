import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db/database.ts'
import { HttpRefusal } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import { readInbound, readStatus, twiml, type InboundText, type StatusReport } from '../../outside/twilio.hooks.ts'
import { formFields, isTwilioSignature } from '../../outside/twilio.signature.ts'
import { afterFailedText } from './failures/after-failure.ts'
import { failureReason } from './failures/failure-reasons.ts'
import { recordReport } from './outbox.queries.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Command, RecipientEvents } from './recipient-events.ts'
import { findMessage, languageOfLast, sitesBetween } from './text-messages.queries.ts'
import { statusPath } from './text-messages.ts'

/**
 * The hooks of the text message provider: delivery reports and inbound messages. Both are trusted for their signature
 * only, and may arrive twice and in any order.
 */

export const inboundPath = '/hooks/twilio/inbound'

const About = z.object({ site: z.coerce.number().int().positive(), message: z.uuid() })
const yearOfSeconds = 366 * 86_400
const maxBytes = 64 * 1024

declare module '../../core/services.ts' {
  interface Services {
    /** With this the provider of text messages signs its requests; null without an account. */
    carrierToken: string | null
  }
}

type HookServices = Pick<Services, 'config' | 'carrierToken' | 'database' | 'sites' | 'clock'>
type Events = Pick<RecipientEvents, 'optedOut' | 'received' | 'replyTo' | 'textFailed'>

/** Registers the hooks of the provider if there is an account; the demo has one at the gateway. */
export function registerCarrierHooks(app: FastifyInstance, services: HookServices, events: Events): void {
  const { carrierToken } = services
  if (carrierToken === null) return
  void app.register((scope, _options, done) => {
    const fieldsOf = carrierForm(scope, carrierToken, services.config)

    scope.post(statusPath, async (request, reply) => {
      const report = readStatus(fieldsOf(request))
      const about = About.safeParse(request.query)
      // A report that cannot be parsed is acknowledged: a repetition would be no easier to parse.
      if (report && about.success) await record(services, events, about.data, report)
      return reply.code(204).send()
    })
    scope.post(inboundPath, async (request, reply) => {
      const message = readInbound(fieldsOf(request))
      const words = message && (await receive(services, events, message))
      return reply.type('text/xml; charset=utf-8').send(twiml(words))
    })
    done()
  })
}

/**
 * Lets a scope of the server read forms. Returns the function that reads the form of a signed request, with the first value
 * of each name, and refuses every other request.
 */
export function carrierForm(
  scope: FastifyInstance,
  token: string,
  { publicBaseUrl }: Pick<Config, 'publicBaseUrl'>,
): (request: FastifyRequest) => Record<string, string | undefined> {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, parsed) => parsed(null, formFields(String(body))),
  )
  return (request) => signedFields(request, token, publicBaseUrl)
}

/** Returns the form of a signed request, with the first value of each name. Refuses every other request. */
function signedFields(request: FastifyRequest, token: string, publicBaseUrl: string | undefined) {
  const fields = request.body instanceof Map ? (request.body as Map<string, string[]>) : new Map<string, string[]>()
  const given = request.headers['x-twilio-signature']
  const path = request.originalUrl
  const urls = [...(publicBaseUrl ? [publicBaseUrl + path] : []), `${request.protocol}://${request.host}${path}`]
  if (typeof given !== 'string' || !isTwilioSignature(token, given, urls, fields))
    throw new HttpRefusal(403, 'permission_denied')
  return Object.fromEntries([...fields].map(([name, values]) => [name, values[0]]))
}

async function record(
  { database, sites, clock }: HookServices,
  events: Events,
  about: z.infer<typeof About>,
  { reference, state, failure, code, optOut }: StatusReport,
): Promise<void> {
  const site = sites.byId(about.site)
  if (!site) return
  const key = { web_site_id: about.site, delivery_id: about.message }
  await database.inTenant(about.site, async (db) => {
    const message = await findMessage(db, key)
    const why = state === 'failed' ? failureReason('text', { code, words: '' }) : null
    const report = { state, failure, why, reference, code, reason: null, at: clock.now() }
    if (!message || !(await recordReport(db, key, report)) || state !== 'failed') return
    const failed = { message_id: about.message, why: why ?? ('other' as const), now: report.at }
    await afterFailedText(db, site, events, failed)
    if (optOut) await events.optedOut(db, site, message.to_number, `Twilio: ${code}`)
  })
}

/**
 * Passes a message to the web site that owns the number, else to those that wrote to the person within a year. Returns
 * the reply.
 */
async function receive(
  { database, sites, clock }: HookServices,
  events: Events,
  message: InboundText,
): Promise<string | undefined> {
  const { from, to } = message
  const since = new Date(clock.now().getTime() - yearOfSeconds * 1000)
  const ids = await sitesBetween(database.system, to, from, since)
  const concerned = ids.flatMap((id) => sites.byId(id) ?? [])
  const commanded: { site: Site; command: Command }[] = []
  for (const site of concerned) {
    const command = await database.inTenant(site.web_site_id, (db) => events.received(db, site, message))
    if (command) commanded.push({ site, command })
  }
  const [first] = commanded.map(({ site }) => site)
  const command = commanded[0]?.command
  if (!first || !command) return undefined
  const lastLanguage = (db: Db) => languageOfLast(db, first.web_site_id, from)
  const language = await database.inTenant(first.web_site_id, lastLanguage)
  return events.replyTo(
    command,
    message,
    commanded.map(({ site }) => site),
    language ?? sites.language(first.default_lang_id)?.language_code ?? 'en-US',
  )
}
