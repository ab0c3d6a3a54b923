import type * as contract from '@cutaway/contract/rooms/branding/domains.ts'
import type { SenderDomain } from '@cutaway/contract/rooms/branding/domains.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { checkDomain, formerRecordState, recordStates } from '../../messaging/domains/check.ts'
import { newDkimKey } from '../../messaging/domains/dkim-key.ts'
import * as keys from '../../messaging/domains/domains.queries.ts'
import { keyFor, sendsAs } from '../../messaging/domains/sender.ts'
import { domainOf, identityOf } from '../../messaging/mail-identity.ts'
import { findOwner } from './addresses.queries.ts'
import { domainsToCheck, senderDomainsOf } from './domains.queries.ts'

/** The domains of sender addresses: which allow our mail, and the signing keys of businesses. */

const checkJob = 'branding.checkDomain'
const About = z.object({ web_site_id: z.int(), domain: z.string() })
/** Seconds for which a removed key still signs mail that was queued before; mail is tried for about a day. */
const keptAfterRemoval = 2 * 86_400

export const domains: Handlers<typeof contract> = {
  getSenderDomains: async (call) => {
    const { owner, caller, site, db, services } = call
    const { businessentity_id } = await findOwner(db, site, owner.user_id)
    const names = await namesOf(db, site, owner.user_id)
    const known = await Promise.all(names.map((domain) => load(db, services, site, businessentity_id, domain)))
    const { noReply } = await identityOf(db, services.config, site)
    await call.endTransaction()
    return answer(await Promise.all(known.map((one) => shown(services, one))), {
      beside: {
        site_address: noReply,
        may_set_up: caller.level <= 3 && businessentity_id !== null ? 1 : 0,
        is_stand_in: services.dns.isStandIn ? 1 : 0,
      },
    })
  },

  setUpSenderDomain: async (call) => {
    const { body, owner, site, db, audit } = call
    const { businessentity_id } = await findOwner(db, site, owner.user_id)
    if (businessentity_id === null) fail('sender_no_business')
    await namedDomain(call)
    const selector = `cutaway${businessentity_id}${randomBytes(2).toString('hex')}`
    const key = { businessentity_id, domain: body.domain, selector, private_key: await newDkimKey() }
    await keys.insertBusinessDomain(db, site, key)
    audit({ target: { kind: 'business', id: businessentity_id }, after: { domain: body.domain } })
    return lookUp(call, 'sender_domain_set_up')
  },

  removeSenderDomain: async (call) => {
    const { body, owner, site, db, services, audit } = call
    const { businessentity_id } = await findOwner(db, site, owner.user_id)
    if (businessentity_id === null) fail('sender_no_business')
    await namedDomain(call)
    const key = { businessentity_id, domain: body.domain }
    if (!(await keys.removeBusinessDomain(db, site, key, services.clock.now()))) fail('sender_domain_no_key')
    audit({ target: { kind: 'business', id: businessentity_id }, before: { domain: body.domain } })
    const known = await load(db, services, site, businessentity_id, body.domain)
    await call.endTransaction()
    return answer(await shown(services, known), { message: 'sender_domain_removed' })
  },

  checkSenderDomain: async (call) => {
    await namedDomain(call)
    return lookUp(call, 'sender_domain_checked')
  },
}

type DomainCall = AnyCall & { body: { user_id: number; domain: string }; owner: { user_id: number } }

/** Refuses a domain that none of the user's sender addresses has. */
async function namedDomain({ body, owner, site, db }: DomainCall): Promise<void> {
  if (!(await namesOf(db, site, owner.user_id)).includes(body.domain)) fail('sender_domain_not_yours')
}

/** Looks the domain up and returns it. No transaction is open meanwhile. */
async function lookUp(call: DomainCall, message: string) {
  const { body, owner, site, services } = call
  await call.endTransaction()
  if (!(await checkDomain(services, site.web_site_id, body.domain))) fail('dns_not_reached')
  const { businessentity_id } = await findOwner(call.db, site, owner.user_id)
  const known = await load(call.db, services, site, businessentity_id, body.domain)
  await call.endTransaction()
  return answer(await shown(services, known), { message })
}

/** Returns the domains of a user's addresses and of the business's default, without free-mail providers. */
const namesOf = async (db: Db, site: Site, userId: number): Promise<string[]> => {
  const emails = await senderDomainsOf(db, site, userId)
  return [...new Set(emails.filter((email) => !isWebmail(email)).map((email) => domainOf(email).toLowerCase()))]
}

interface Known {
  domain: string
  check: keys.DomainCheck | undefined
  /** The business's own key, published or not. */
  own: keys.BusinessDomain | undefined
  /** Keys that still sign mail on its way. */
  former: keys.FormerKey[]
  as: ReturnType<typeof sendsAs>
}

async function load(
  db: Db,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  site: Site,
  entityId: number | null,
  domain: string,
): Promise<Known> {
  const check = await keys.findCheck(db, site, domain)
  const owned = entityId === null ? [] : await keys.findBusinessDomains(db, site, entityId)
  const since = secondsAfter(clock.now(), -keptAfterRemoval)
  const of = { businessentity_id: entityId ?? 0, domain }
  const former = entityId === null ? [] : await keys.findFormerKeys(db, site, of, since)
  const { dkim } = await identityOf(db, config, site)
  const ownKey = keyFor(domain, owned, check)
  const as = sendsAs(domain, { check, ownKey, siteDomain: dkim?.domainName })
  return { domain, check, own: ownKey ?? owned.find((key) => key.domain === domain), former, as }
}

async function shown(services: Services, { domain, check, own, former, as }: Known): Promise<SenderDomain> {
  const lookUps = [
    ...(own ? [recordStates(services, own, check)] : []),
    ...former.map(async (key) => [
      await formerRecordState(services, key, secondsAfter(key.removed_at, keptAfterRemoval)),
    ]),
  ]
  const records = await Promise.all(lookUps).catch((error: unknown) => {
    services.log.warn({ err: error, domain }, 'the records of a mail domain could not be looked up')
    return []
  })
  return {
    domain,
    ...as,
    policy: check?.policy ?? 'none',
    checked_at: check?.checked_at.toISOString() ?? null,
    has_key: own?.domain === domain ? 1 : 0,
    records: records.flat(),
  }
}

/** Queues the lookup of an address's domain in the transaction that stores the address. */
export async function queueDomainCheck(
  { db, site, services }: Pick<AnyCall, 'db' | 'site' | 'services'>,
  email: string,
): Promise<void> {
  if (isWebmail(email)) return
  const about = { web_site_id: site.web_site_id, domain: domainOf(email).toLowerCase() }
  await services.jobs.enqueue(db, checkJob, about, { singletonKey: `${about.web_site_id} ${about.domain}` })
}

/** Registers the lookups: one for each new address, and every night all domains. Call before the jobs start. */
export function registerDomainChecks(services: Services): void {
  services.jobs.define(checkJob, { data: About, concurrency: 2 }, async ({ web_site_id, domain }) => {
    if (!(await checkDomain(services, web_site_id, domain))) throw new Error(`no name server responds for ${domain}`)
  })
  services.jobs.every('branding.checkDomains', '37 2 * * *', async () => {
    await keys.deleteRemovedDomains(services.database.system, secondsAfter(services.clock.now(), -keptAfterRemoval))
    for (const about of await domainsToCheck(services.database.system))
      await services.jobs.enqueue(services.database.system, checkJob, about, {
        singletonKey: `${about.web_site_id} ${about.domain}`,
      })
  })
}
