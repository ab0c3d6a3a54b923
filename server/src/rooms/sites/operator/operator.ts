import type * as contract from '@cutaway/contract/rooms/sites/operator.ts'
import type { WebSiteData, WebSiteFields } from '@cutaway/contract/rooms/sites/operator.ts'
import { distributorRole } from '../../../core/auth/caller.ts'
import { deriveTheme } from '../../../core/brand.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { inSite } from '../../../core/db/in-site.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { denied, fail, notFound } from '../../../core/http/errors.ts'
import { EmptyImage } from '../../../core/storage/logos.ts'
import { InvalidImage } from '../../../core/storage/images.ts'
import { countryByCode } from '../countries.ts'
import { hasLogo, logoUrl, storeLogo } from '../site-logos.ts'
import { coloursOf, nearestReadable } from './colours.ts'
import * as distributors from './distributors.queries.ts'
import { checkHosts, hostChecks, queueHostCheck } from './host-checks.ts'
import * as save from './save.queries.ts'
import * as list from './web-sites.queries.ts'

/** The web sites as the operator manages them. */

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)
const thirtyDays = 30 * 24 * 3600

/** Returns the ids of the web sites that the caller manages, also of those that this node has not read yet. */
async function managedIds({ caller, services }: AnyCall): Promise<number[]> {
  const ids = await list.allWebSiteIds(services.database.system)
  return ids.filter((id) => caller.reachesSite(id))
}

/** The web site of the operator's own session, and the one that answers unknown hosts. */
const isNeeded = ({ caller, services }: AnyCall, id: number) =>
  id === caller.site.web_site_id || id === services.config.defaultWebSiteId

const nameOf = ({ caller: { user } }: AnyCall) => `${user.first_name} ${user.last_name}`.trim() || user.username

const isSuper = ({ caller }: AnyCall) => caller.reach === 'allWebSites'

/**
 * Returns the distributors of a web site, for the super user. Call it before the first query of the transaction: it reads
 * several tenants by a connection of its own, and the embedded engine has only one.
 */
const distributorsOf = (call: AnyCall, id: number) =>
  isSuper(call) ? distributors.findDistributorsOf(call.services.database.system, id) : []

async function dataOf(
  call: AnyCall,
  id: number,
  record: save.WebSiteRecord,
  given: readonly number[],
): Promise<WebSiteData> {
  const { db } = call
  return {
    ...record.fields,
    web_site_id: id,
    distributors: [...given],
    state: await list.findState(db, id),
    host_checks: await hostChecks(db, id, record.fields.hosts),
    out_of_service_at: record.out_of_service_at?.toISOString() ?? null,
    is_needed: flag(isNeeded(call, id)),
    people: await save.countPeople(db, id),
    version: record.version,
    changed_by: record.changed_by,
    changed_at: record.version === 1 ? '' : record.changed_at.toISOString(),
  }
}

/** Refuses fields that contradict each other, or that another web site or the library contradicts. */
async function check({ services }: AnyCall, fields: WebSiteFields, id: number | undefined): Promise<void> {
  const nearest = nearestReadable(fields.brand_colour)
  if (nearest !== null) fail('brand_colour_not_readable', { nearest })
  if (!fields.language_ids.includes(fields.default_lang_id)) fail('default_language_missing')
  if (!fields.brand_ids.includes(fields.brand_id)) fail('default_brand_missing')
  if (!countryByCode(fields.country_code_iso)) fail('web_site_choice_unknown')
  for (const host of fields.hosts) refuseTaken(services.sites.all(), host, id)
  const unknown = fields.settings.sample_films.find((partId) => !services.library.film(partId))
  if (unknown !== undefined) fail('sample_film_unknown', { part_id: unknown })
  if (fields.logo !== '' && !(await hasLogo(services, fields.logo))) fail('site_logo_unknown')
}

function refuseTaken(sites: { web_site_id: number; name: string; hosts: string[] }[], host: string, id?: number) {
  const other = sites.find((site) => site.web_site_id !== id && site.hosts.includes(host))
  if (other) fail('host_taken', { host })
}

/** Runs a write; two operators who take the same host name at once, or name what does not exist, are refused. */
async function written(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'web_site_hosts_host_key') fail('host_taken')
    if (code === '23503') fail('web_site_choice_unknown')
    throw error
  }
}

/** Returns a list without repetitions. */
const once = <T>(values: readonly T[]): T[] => [...new Set(values)]

const cleaned = (fields: WebSiteFields): WebSiteFields => ({
  ...fields,
  hosts: once(fields.hosts),
  language_ids: once(fields.language_ids),
  brand_ids: once(fields.brand_ids),
  features: save.inCatalogueOrder(fields.features),
  settings: { ...fields.settings, sample_films: once(fields.settings.sample_films.filter((one) => one !== '')) },
})

/** Returns the fields that differ, as they were and as they are, for the audit log. */
function difference(before: WebSiteFields, after: WebSiteFields) {
  const names = Object.keys(after) as (keyof WebSiteFields)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (fields: WebSiteFields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}

const sameHosts = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

export const operator: Handlers<typeof contract> = {
  getWebSites: async (call) => {
    const { body, services } = call
    const { system } = services.database
    const ids = await managedIds(call)
    const now = services.clock.now()
    const since = secondsAfter(now, -thirtyDays)
    const [{ rows, total }, summary, totals] = await Promise.all([
      list.listWebSites(system, ids, body, since),
      list.summariseWebSites(system, ids),
      list.totalWebSites(system, ids, body, since),
    ])
    const shown = rows.map(({ web_site_id }) => web_site_id)
    const weeks = await list.countWeeks(system, shown, now)
    return answer(
      rows.map(({ brand_colour, logo, host, out_of_service_at, ...row }) => {
        const { brand, on_brand } = deriveTheme(brand_colour)
        return {
          ...row,
          logo: logoUrl(logo),
          brand,
          on_brand,
          host: host ?? '',
          weeks: weeks.get(row.web_site_id) ?? [],
          out_of_service_at: out_of_service_at?.toISOString() ?? null,
          is_needed: flag(isNeeded(call, row.web_site_id)),
        }
      }),
      { beside: { total, ...summary, totals } },
    )
  },

  getWebSite: async (call) => {
    const { site } = call
    const given = await distributorsOf(call, site.web_site_id)
    const { db } = call
    const record = (await save.findWebSite(db, site.web_site_id)) ?? notFound()
    return dataOf(call, site.web_site_id, record, given)
  },

  getWebSiteChoices: async (call) => {
    const all = isSuper(call) ? await distributors.listDistributors(call.services.database.system, distributorRole) : []
    const { db } = call
    return {
      languages: await list.findLanguages(db),
      brands: await list.findBrands(db),
      distributors: all.map(({ user_id, name, web_site }) => ({ user_id, name, web_site })),
    }
  },

  uploadWebSiteLogo: async ({ upload, services }) => {
    try {
      const logo = await storeLogo(services, upload.bytes)
      return { logo, url: logoUrl(logo) }
    } catch (error) {
      if (error instanceof EmptyImage) fail('site_logo_empty')
      if (error instanceof InvalidImage) fail('site_logo_not_valid')
      throw error
    }
  },

  getBrandColours: ({ params }) => coloursOf(`#${params.colour}`),

  checkWebSiteHost: ({ body, services }) => {
    refuseTaken(services.sites.all(), body.host, body.web_site_id)
    return null
  },

  checkWebSiteHosts: async (call) => {
    const { site, services } = call
    await checkHosts(services, site.web_site_id)
    return hostChecks(call.db, site.web_site_id, site.hosts)
  },

  addWebSite: async (call) => {
    const { caller, db, body, services, audit } = call
    const fields = cleaned(body)
    await check(call, fields, undefined)
    const id = await save.nextWebSiteId(db)
    await written(() => inSite(db, id, () => save.insertWebSite(db, id, fields, nameOf(call))))
    if (caller.reach === 'ownWebSites')
      await distributors.giveWebSite(db, { web_site_id: caller.site.web_site_id, user_id: caller.user.user_id }, id)
    await queueHostCheck(db, services, id)
    audit({ target: { kind: 'web_site', id }, after: fields, alsoOn: id })
    return { web_site_id: id }
  },

  updateWebSite: async (call) => {
    const { site, body, services, audit } = call
    const id = site.web_site_id
    const given = await distributorsOf(call, id)
    const chosen = body.distributors === undefined ? undefined : await chosenDistributors(call, body.distributors)
    const { db } = call
    const former = (await save.findWebSite(db, id, { lock: true })) ?? notFound()
    if (former.version !== body.version) fail('web_site_changed', await dataOf(call, id, former, given))
    const fields = cleaned({ ...former.fields, ...body.changes })
    await check(call, fields, id)
    const removed = former.fields.language_ids.filter(
      (language) => !fields.language_ids.includes(language) && !body.languages_confirmed.includes(language),
    )
    const used = await save.countLanguageUsers(db, id, removed)
    if (used.length > 0) fail('web_site_languages_used', used)
    const isMoved =
      fields.country_code_iso !== former.fields.country_code_iso || fields.currency !== former.fields.currency
    if (isMoved && body.reason === '' && (await save.countPeople(db, id)) > 0) fail('web_site_reason_missing')

    const by = nameOf(call)
    await written(() => save.writeWebSite(db, id, fields, { former, by, now: services.clock.now() }))
    if (chosen) await setDistributors(call, id, chosen, given)
    if (!sameHosts(former.fields.hosts, fields.hosts)) await queueHostCheck(db, services, id)
    const { before, after } = difference(former.fields, fields)
    const names = chosen ? { distributors: chosen.filter((one) => one.isChosen).map(({ name }) => name) } : {}
    const reason = isMoved && body.reason !== '' ? { reason: body.reason } : {}
    audit({ target: { kind: 'web_site', id }, before, after: { ...after, ...names, ...reason } })
    return dataOf(call, id, (await save.findWebSite(db, id)) ?? notFound(), body.distributors ?? given)
  },

  takeWebSiteOutOfService: async (call) => {
    const { site, db, services, audit } = call
    const id = site.web_site_id
    if (isNeeded(call, id)) fail('web_site_needed')
    await save.setOutOfService(db, id, services.clock.now())
    const ended_sessions = await save.endSessions(db, id)
    audit({ target: { kind: 'web_site', id }, before: { state: 'live' }, after: { state: 'out_of_service' } })
    return answer({ web_site_id: id, ended_sessions }, { message: 'web_site_taken_out' })
  },

  putWebSiteBackInService: async (call) => {
    const { site, db, audit } = call
    const id = site.web_site_id
    await save.setOutOfService(db, id, null)
    audit({ target: { kind: 'web_site', id }, before: { state: 'out_of_service' }, after: { state: 'live' } })
    return answer({ web_site_id: id }, { message: 'web_site_put_back' })
  },
}

/** Returns all distributors and which of them are chosen. Only the super user may choose. */
async function chosenDistributors(call: AnyCall, chosen: readonly number[]) {
  if (!isSuper(call)) denied()
  const all = await distributors.listDistributors(call.services.database.system, distributorRole)
  const marked = all.map((one) => ({ ...one, isChosen: chosen.includes(one.user_id) }))
  if (marked.filter(({ isChosen }) => isChosen).length !== once(chosen).length) fail('web_site_choice_unknown')
  return marked
}

/** Gives the web site to the chosen distributors, and takes it from the others. */
async function setDistributors(
  { db }: AnyCall,
  id: number,
  all: Awaited<ReturnType<typeof chosenDistributors>>,
  former: readonly number[],
): Promise<void> {
  for (const { isChosen, ...one } of all) {
    if (isChosen === former.includes(one.user_id)) continue
    // oxlint-disable-next-line no-await-in-loop -- a handful of people, each in the tenant of their own web site
    await inSite(db, one.web_site_id, () =>
      isChosen ? distributors.giveWebSite(db, one, id) : distributors.takeWebSite(db, one, id),
    )
  }
}
