import type { FastifyInstance } from 'fastify'
import { routes } from '@cutaway/contract/routes.ts'
import type { Services } from '../../../core/services.ts'
import { text } from '../../../core/texts.ts'
import { findOwner, languageOf } from '../../billing/life/buyer.ts'
import { carrierForm } from '../../messaging/carrier-hooks.ts'
import { voiceTwiml } from '../../../outside/twilio.hooks.ts'
import type { NumberRow } from './numbers.queries.ts'

/** Answers calls to the numbers of businesses: a spoken text in the language of the business, then the shop's telephone. */

export function registerVoice(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'carrierToken' | 'database' | 'sites'>,
): void {
  const { carrierToken } = services
  if (carrierToken === null) return
  void app.register((scope, _options, done) => {
    const fieldsOf = carrierForm(scope, carrierToken, services.config)
    scope.post(routes.callInbound.path, async (request, reply) => {
      const { To: to } = fieldsOf(request)
      return reply.type('text/xml; charset=utf-8').send(await answerCall(services, to ?? ''))
    })
    done()
  })
}

/** Returns what happens to a call: a number that is nobody's any more says so by hanging up. */
export async function answerCall(
  { database, sites }: Pick<Services, 'database' | 'sites'>,
  to: string,
): Promise<string> {
  const owner = await database.system
    .selectFrom('phone_numbers')
    .select('web_site_id')
    .where('phone_number', '=', to)
    .where('state', '=', 'owned')
    .executeTakeFirst()
  const site = owner && sites.byId(owner.web_site_id)
  if (!site) return voiceTwiml({ kind: 'reject' })
  return database.inTenant(site.web_site_id, async (db) => {
    const of: NumberRow | undefined = await db
      .selectFrom('phone_numbers')
      .selectAll()
      .where('web_site_id', '=', site.web_site_id)
      .where('phone_number', '=', to)
      .where('state', '=', 'owned')
      .executeTakeFirst()
    if (!of) return voiceTwiml({ kind: 'reject' })
    const person = await findOwner(db, site, of.businessentity_id)
    const { language_code: tag } = languageOf(sites, site, person)
    const shop = person?.business_name ?? site.name
    const standard = of.forward_to === '' ? 'call_unanswered' : 'call_greeting'
    const words = of.spoken_text === '' ? text(site, tag, standard, { shop }) : of.spoken_text
    return voiceTwiml({ kind: 'answer', words, tag, forwardTo: of.forward_to })
  })
}
