import type * as contract from '@cutaway/contract/rooms/integrations/lti.ts'
import { type LtiPlatform, mostPlatforms } from '@cutaway/contract/rooms/integrations/lti.ts'
import { webAddress } from '@cutaway/contract/web-address.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { refusedHost } from '../../../outside/webhooks/webhooks.ts'
import { newAddressKey, newSigningKey } from './keys.ts'
import * as queries from './lti.queries.ts'
import { courseFilms } from './own-film.ts'

/** The learning platforms that a user registered for the business. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    lti_platform: queries.ListedPlatform
  }
}

export const ltiPlatformRecords: RecordLoader<queries.ListedPlatform> = {
  find: queries.findPlatformsById,
  idOf: ({ platform_id }) => platform_id,
}

export const ltiPlatforms: Handlers<typeof contract> = {
  ...courseFilms,

  getLtiPlatforms: async ({ caller, site, db, origin }) =>
    (await queries.findPlatforms(db, site, caller.user.user_id)).map((row) => shown(row, origin)),

  makeLtiPlatform: async (call) => {
    const { caller, site, db, services, origin, audit } = call
    const { user_id, businessentity_id } = caller.user
    if (businessentity_id === null) return fail('lti_no_business')
    const fields = checked(call, call.body)
    await queries.lockPlatforms(db, site, businessentity_id)
    if ((await queries.findPlatforms(db, site, user_id)).length >= mostPlatforms) fail('too_many_lti_platforms')
    const { issuer, client_id: clientId } = fields
    if (await queries.isRegistered(db, site, { businessId: businessentity_id, issuer, clientId }))
      fail('lti_platform_exists')
    const address_key = newAddressKey()
    const id = await queries.insertPlatform(db, site, {
      ...fields,
      address_key,
      user_id,
      businessentity_id,
      created_at: services.clock.now(),
      ...(await newSigningKey(services.config, site.web_site_id, address_key)),
    })
    const row = await queries.findPlatform(db, site, id)
    audit({ target: { kind: 'lti_platform', id }, after: audited(row) })
    return answer(shown(row, origin), { message: 'lti_platform_made' })
  },

  updateLtiPlatform: async (call) => {
    const { body, site, db, origin, audit } = call
    const before = call.owned.platform_id
    const { platform_id, active, ...given } = body
    const fields = checked(call, { ...fieldsOf(before), ...withoutUndefined(given) })
    await queries.lockPlatforms(db, site, before.businessentity_id)
    const { issuer, client_id: clientId } = fields
    const wanted = { businessId: before.businessentity_id, issuer, clientId, except: platform_id }
    if (await queries.isRegistered(db, site, wanted)) fail('lti_platform_exists')
    await queries.updatePlatform(db, site, platform_id, {
      ...fields,
      ...(active === undefined ? {} : { active: active === 1 }),
      forget_keys: fields.jwks_url !== before.jwks_url || issuer !== before.issuer,
    })
    // Another issuer's people are other people, even if it numbers them alike.
    if (issuer !== before.issuer) await queries.unlinkPeople(db, site, platform_id)
    const row = await queries.findPlatform(db, site, platform_id)
    audit({ before: audited(before), after: audited(row) })
    return answer(shown(row, origin), { message: 'lti_platform_saved' })
  },

  unlinkLtiPeople: async ({ owned, site, db, audit }) => {
    const unlinked = await queries.unlinkPeople(db, site, owned.platform_id.platform_id)
    audit({ after: { unlinked } })
    return answer({ unlinked }, { message: 'lti_people_unlinked' })
  },

  deleteLtiPlatform: async ({ owned, site, db, services, audit }) => {
    const row = owned.platform_id
    await queries.unlinkPeople(db, site, row.platform_id)
    await queries.updatePlatform(db, site, row.platform_id, { deleted_at: services.clock.now() })
    audit({ before: audited(row) })
    return answer({ deleted: 1 as const }, { message: 'lti_platform_deleted' })
  },
}

const withoutUndefined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const fieldsOf = (row: queries.PlatformRow): queries.PlatformFields => {
  const { name, issuer, client_id, auth_url, jwks_url, token_url, deployment_ids, maps_people } = row
  return { name, issuer, client_id, auth_url, jwks_url, token_url, deployment_ids, maps_people }
}

function checked(call: Pick<AnyCall, 'services'>, fields: queries.PlatformFields): queries.PlatformFields {
  return {
    ...fields,
    name: sanitiseLine(fields.name),
    auth_url: checkedUrl(call, fields.auth_url),
    jwks_url: checkedUrl(call, fields.jwks_url),
    token_url: checkedUrl(call, fields.token_url),
    deployment_ids: [...new Set(fields.deployment_ids)],
  }
}

/** Returns the URL in its normal form. Its host is looked up and checked with each request (outside/webhooks/guarded-get.ts). */
function checkedUrl({ services }: Pick<AnyCall, 'services'>, given: string): string {
  const normal = webAddress(given) ?? fail('lti_url_not_valid')
  const { protocol, hostname } = new URL(normal)
  if (!services.config.privateWebhooks) {
    if (refusedHost(hostname)) fail('lti_url_not_public')
    if (protocol !== 'https:') fail('lti_url_not_secure')
  }
  return normal
}

const audited = (row: queries.ListedPlatform) => ({ ...fieldsOf(row), active: row.active ? 1 : 0 })

const shown = (row: queries.ListedPlatform, origin: string): LtiPlatform => ({
  id: row.platform_id,
  ...fieldsOf(row),
  active: row.active ? 1 : 0,
  tool: {
    login_url: `${origin}/lti/${row.address_key}/login`,
    launch_url: `${origin}/lti/${row.address_key}/launch`,
    jwks_url: `${origin}/lti/${row.address_key}/jwks`,
  },
  people: row.people,
  created_at: row.created_at.toISOString(),
  last_launch_at: row.last_launch_at?.toISOString() ?? null,
  last_problem: row.last_problem,
  last_problem_at: row.last_problem_at?.toISOString() ?? null,
})
