import { domainOf } from '@cutaway/contract/rooms/embeds/domains.ts'
import { embedCode } from '@cutaway/contract/rooms/embeds/code.ts'
import type * as contract from '@cutaway/contract/rooms/embeds/embeds.ts'
import type * as menuContract from '@cutaway/contract/rooms/embeds/menu.ts'
import { type Embed, testSiteDays } from '@cutaway/contract/rooms/embeds/fields.ts'
import type { BodyOf } from '@cutaway/contract/endpoint.ts'
import { roleOf } from '@cutaway/contract/roles.ts'
import { createHash, randomBytes } from 'node:crypto'
import { secondsAfter } from '../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, denied, fail, notFound } from '../../core/http/errors.ts'
import type { Owner, RecordLoader } from '../../core/scope.ts'
import { text } from '../../core/texts.ts'
import { brandOf } from '../catalogue/brands.ts'
import { textFor } from '../catalogue/library/library.ts'
import { tileOf } from '../catalogue/tiles.ts'
import { isProven, proofRecord } from './domain-proof.ts'
import * as queries from './embeds.queries.ts'
import { canPlay, withOwnFilms } from '../catalogue/library/own-films.ts'
import { filmsOfBrand, filmsOfEmbed } from './films.ts'
import { stateOf } from './state.ts'

/** The managers of embeds: that of a user on the page of a film, and that of a business. */

declare module '../../core/scope.ts' {
  interface RecordKinds {
    embed: queries.EmbedRow
  }
}

export const embedRecords: RecordLoader<queries.EmbedRow> = {
  find: queries.findEmbedsById,
  idOf: ({ embed_id }) => embed_id,
}

export const embedUrl = (origin: string, token: string): string => `${origin}/e/${token}`

type Call = Pick<AnyCall, 'db' | 'site' | 'services' | 'origin'>
/** A call that waits for name servers holds no transaction meanwhile: read `call.db` again after it. */
type WaitingCall = Call & Pick<AnyCall, 'endTransaction'>

function shown({ site, services, origin }: Call, row: queries.ListedEmbed): Embed {
  const films = filmsOfEmbed(services.library, site, row)
  const now = services.clock.now()
  const language = services.sites.language(row.language_id) ?? site.languages[0]!
  const [first] = films
  const name = first ? textFor(first.of.texts, language.language_code).name : row.part_id
  const title = row.animation_name || titleOf({ site, services }, row, name, language.language_code)
  const url = embedUrl(origin, row.token)
  return {
    id: row.embed_id,
    user_id: row.user_id,
    businessentity_id: row.businessentity_id,
    web_site_id: site.web_site_id,
    embed_type: row.embed_type,
    part_id: row.part_id,
    sub_system_ids: row.sub_system_ids,
    tag_name: row.embed_type === 'single' ? name : '',
    animation_name: title,
    own_name: row.animation_name,
    domain_name: row.domain_name,
    domain_temp: row.domain_temp,
    temporary_domain: row.domain_temp,
    temporary_until: row.temp_until?.toISOString() ?? null,
    width: row.width,
    height: row.height,
    brand_id: row.brand_id,
    language_id: row.language_id,
    follows_visitor: row.follows_visitor,
    url,
    code: embedCode({ url, title, width: row.width, height: row.height }),
    films: films.length,
    poster_url: first ? tileOf(first, language.language_code, now).poster_url : null,
    state: stateOf(row, films.length, now),
    blocked_on: row.blocked_on,
    views: row.views,
    created_at: row.created_at.toISOString(),
  }
}

/** The name of an embed without its own: that of its film, of its systems, or that of the menu. */
function titleOf(
  { site, services }: Pick<Call, 'site' | 'services'>,
  { embed_type, sub_system_ids }: queries.EmbedRow,
  film: string,
  tag: string,
): string {
  if (embed_type === 'single') return film
  if (embed_type === 'menu') return text(site, tag, 'embed_all_films')
  const wanted = new Set(sub_system_ids)
  return services.library.systems
    .flatMap(({ sub_systems }) => sub_systems.filter(({ id }) => wanted.has(id)))
    .map(({ name }) => name[tag] ?? name['en-US'] ?? '')
    .join(', ')
    .slice(0, 200)
}

/** Returns the call with a library that also finds the videos of a business among the ids. */
async function seeing(call: Call, partIds: readonly string[], businessId: number | null | 'any'): Promise<Call> {
  const { db, site, services, origin } = call
  const library = await withOwnFilms(db, site, services.library, partIds, businessId)
  return { db, site, origin, services: { ...services, library } }
}

async function allShown(call: Call, rows: readonly queries.ListedEmbed[]): Promise<Embed[]> {
  const seen = await seeing(
    call,
    rows.map(({ part_id }) => part_id),
    'any',
  )
  return rows.map((row) => shown(seen, row))
}

const read = async (call: Call, id: number) =>
  (await allShown(call, [await queries.findListedEmbed(call.db, call.site, id, call.services.clock.now())]))[0]!

type Fields = Omit<BodyOf<typeof contract.addIframe>, 'user_id'>

/** Returns what an embed shows, as it is stored. */
function contentOf({ site, services }: Call, body: Fields) {
  const { brand_id } = brandOf(site, body.brand_id ?? 0)
  const { library } = services
  const language = services.sites.language(String(body.language_id ?? site.default_lang_id))
  if (!language || !site.languages.some(({ language_id }) => language_id === language.language_id)) badRequest()
  const shared = {
    embed_type: body.embed_type,
    brand_id,
    language_id: language.language_id,
    follows_visitor: body.follows_visitor,
  }
  if (body.embed_type === 'menu') return { ...shared, part_id: '', sub_system_ids: [] }
  const numbered = /^\d+$/.test(body.part_id) ? [Number(body.part_id)] : []
  if (body.embed_type === 'single') {
    const film =
      library.film(body.part_id) ??
      filmsOfBrand(library, site, brand_id).find(({ of }) => numbered.includes(of.subSystem.id)) ??
      fail('Part no found')
    if (!canPlay(film)) fail('Part no found')
    return { ...shared, part_id: film.partId, sub_system_ids: [] }
  }
  const known = new Set(library.systems.flatMap(({ sub_systems }) => sub_systems.map(({ id }) => id)))
  const wanted = body.sub_system_ids ?? numbered
  const sub_system_ids = [...new Set(wanted)].filter((id) => known.has(id))
  if (sub_system_ids.length === 0) fail('embed_systems_missing')
  const content = { ...shared, part_id: String(sub_system_ids[0]), sub_system_ids }
  if (filmsOfEmbed(library, site, content).length === 0) fail('embed_systems_missing')
  return content
}

/** A domain of a form: '' if the field is empty. Refuses what is no domain. */
const stored = (typed: string) => (typed === '' ? '' : (domainOf(typed) ?? fail('domain_name_not_valid')))

/** Refuses a domain that is taken. Hold the lock of the web site's embeds. */
async function claim({ db, site }: Call, of: queries.Claim, proven: ReadonlySet<string>): Promise<void> {
  const taken = await queries.findTaken(db, site, of)
  if (taken && !taken.is_of_others) fail('domain_name_already_exists')
  if (taken && !proven.has(of.domain)) fail('domain_name_of_another_business')
}

/** Returns the domains that others have, and of which the business has proven that they are its own. */
async function provenOf(call: WaitingCall, claims: readonly queries.Claim[]): Promise<Set<string>> {
  const { db, site, services } = call
  const ofOthers: queries.Claim[] = []
  for (const of of claims) if ((await queries.findTaken(db, site, of))?.is_of_others) ofOthers.push(of)
  if (ofOthers.length === 0) return new Set()
  await call.endTransaction()
  const proven = await Promise.all(
    ofOthers.map(async ({ domain, businessentity_id }) =>
      (await isProven(services, site, businessentity_id, domain)) ? [domain] : [],
    ),
  )
  return new Set(proven.flat())
}

/** Returns the row of a valid form; `former` is the embed that it changes. */
async function rowOf(call: WaitingCall, body: Fields, owner: Owner, former?: queries.EmbedRow) {
  if (body.web_site_id === undefined) fail('website id id required')
  const content = contentOf(await seeing(call, [body.part_id], owner.businessentity_id), body)
  const domain_name = stored(body.domain_name)
  const domain_temp = stored(body.domain_temp ?? body.temporary_domain ?? '')
  if (domain_name === '' && domain_temp === '') fail('embed_domain_missing')
  const claimed = { ...content, user_id: owner.user_id, businessentity_id: owner.businessentity_id }
  const claims = [...new Set([domain_name, domain_temp])]
    .filter(Boolean)
    .map((domain) => ({ ...claimed, domain, except: former?.embed_id }))
  // Name servers are asked before the lock, and outside of the transaction, so that no connection waits for them.
  const proven = await provenOf(call, claims)
  await queries.lockEmbeds(call.db, call.site)
  for (const one of claims) await claim(call, one, proven)
  const now = call.services.clock.now()
  // The same test site keeps its end; one that has ended begins again.
  const isKept = former?.domain_temp === domain_temp && former.temp_until !== null && former.temp_until > now
  const of_business = former?.of_business ?? false
  return {
    ...content,
    domain_name,
    domain_temp,
    temp_until: domain_temp === '' ? null : isKept ? former.temp_until : secondsAfter(now, testSiteDays * 24 * 3600),
    width: body.width ?? former?.width ?? '100%',
    height: body.height ?? former?.height ?? (of_business ? '640' : '100%'),
    animation_name: body.animation_name,
  }
}

const audited = (row: Pick<queries.EmbedRow, 'embed_type' | 'part_id' | 'domain_name' | 'domain_temp'>) => ({
  embed_type: row.embed_type,
  part_id: row.part_id,
  domain_name: row.domain_name,
  domain_temp: row.domain_temp,
})

async function add(call: AnyCall, body: Fields, owner: Owner, businessId: number | null) {
  const { site, services } = call
  const of_business = businessId !== null
  const entity = businessId ?? owner.businessentity_id
  const row = await rowOf(call, body, { ...owner, businessentity_id: entity })
  const { db } = call
  const limits = await queries.findLimits(db, site, entity)
  const limit = of_business ? limits.embed_limit : limits.embed_limit_of_user
  const counted = of_business ? { businessentity_id: businessId } : { user_id: owner.user_id }
  if (limit !== null && (await queries.countEmbeds(db, site, counted)) >= limit)
    fail(of_business ? 'embedded_animations_limit_for_this_businessentity_is_over' : 'embedded_limit_over')
  const id = await queries.insertEmbed(db, site, {
    ...row,
    height: body.height ?? (of_business ? '640' : '100%'),
    token: randomBytes(16).toString('base64url'),
    user_id: owner.user_id,
    businessentity_id: entity,
    of_business,
    created_at: services.clock.now(),
  })
  call.audit({ target: { kind: 'embed', id }, businessId: entity ?? undefined, after: audited(row) })
  return answer(await read(call, id), { message: 'embed_added' })
}

async function change(call: AnyCall, body: Fields & { id: number }, former: queries.EmbedRow) {
  const owner = { user_id: former.user_id, businessentity_id: former.businessentity_id, location_id: null }
  const row = await rowOf(call, body, owner, former)
  // Somebody may have deleted it meanwhile.
  if (!(await queries.updateEmbed(call.db, call.site, body.id, row))) notFound()
  call.audit({ businessId: former.businessentity_id ?? undefined, before: audited(former), after: audited(row) })
  return answer(await read(call, body.id), { message: 'embed_saved' })
}

async function remove({ db, site, services, audit }: AnyCall, row: queries.EmbedRow) {
  if (!(await queries.updateEmbed(db, site, row.embed_id, { deleted_at: services.clock.now() }))) notFound()
  audit({ businessId: row.businessentity_id ?? undefined, before: audited(row) })
  return answer(null, { message: 'embed_deleted' })
}

interface Checked {
  params: { part_id: string; name: string }
  owner: Owner
}

async function checkDomain(call: AnyCall & Checked) {
  const { params, owner, db, site, services } = call
  const domain = domainOf(params.name) ?? fail('domain_name_not_valid')
  const embed_type = params.part_id === 'menu' ? 'menu' : /^\d+$/.test(params.part_id) ? 'systems' : 'single'
  const part_id = embed_type === 'menu' ? '' : (services.library.film(params.part_id)?.partId ?? params.part_id)
  const taken = await queries.findTaken(db, site, {
    domain,
    embed_type,
    part_id,
    user_id: owner.user_id,
    businessentity_id: owner.businessentity_id,
  })
  if (!taken) fail('domain_name_available')
  if (!taken.is_of_others) return answer({ id: taken.embed_id, proof: null }, { message: 'domain_name_already_exists' })
  const business = owner.businessentity_id
  await call.endTransaction()
  if (await isProven(services, site, business, domain)) fail('domain_name_available')
  const proof = business === null ? null : proofRecord(services, site, business, domain)
  return answer({ id: null, proof }, { message: 'domain_name_of_another_business' })
}

const firstPage = { page: 1, sort: 'created', descending: true, search: '' } as const

export const embeds: Handlers<typeof contract> = {
  getEmbeddedAnimationsLimit: async ({ owner, owned, db, site }) => {
    const business = owned.businessentity_id
    const { embed_limit, embed_limit_of_user } = await queries.findLimits(
      db,
      site,
      business?.businessentity_id ?? owner.businessentity_id,
    )
    const limit_user_embedded = business ? embed_limit : embed_limit_of_user
    const embeddedCount = await queries.countEmbeds(
      db,
      site,
      business ? { businessentity_id: business.businessentity_id } : { user_id: owner.user_id },
    )
    return answer(business ? { limit_user_embedded } : limit_user_embedded, {
      beside: { limit_user_embedded, embeddedCount },
    })
  },

  getEmbeddedAnimations: async (call) => {
    const { params, owner, db, site, services } = call
    const counted = { user_id: owner.user_id }
    const { rows, total } = await queries.listEmbeds(db, site, counted, params.list ?? firstPage, services.clock.now())
    const md5IframeArray = rows.map(({ token }) => createHash('md5').update(token).digest('hex'))
    const embeddedCount = params.list?.search ? await queries.countEmbeds(db, site, counted) : total
    return answer(await allShown(call, rows), { beside: { embeddedCount, total, md5IframeArray } })
  },

  getSingleEmbeddedAnimation: (call) => read(call, call.params.id),
  checkDomainNameAlreadyExists: checkDomain,
  checkTempDomainNameAlreadyExists: checkDomain,
  addIframe: (call) => add(call, call.body, call.owner, null),
  updateIframe: (call) => change(call, call.body, call.owned.id),
  deleteIframe: (call) => remove(call, call.owned.id),
}

export const embedMenu: Handlers<typeof menuContract> = {
  getNewEmbeddedAnimation: async (call) => {
    const { params, owned, db, site, services } = call
    const { businessentity_id } = owned.businessentity_id
    const { rows, total } = await queries.listEmbeds(
      db,
      site,
      { businessentity_id },
      params.list ?? firstPage,
      services.clock.now(),
    )
    return answer(await allShown(call, rows), { beside: { total } })
  },

  getEmbeddedMenuSystems: ({ params, site, services }) => {
    const tag = (services.sites.language(params.language_id) ?? site.languages[0]!).language_code
    const now = services.clock.now()
    const films = filmsOfBrand(services.library, site, site.brand_id)
    return services.library.systems
      .map(({ id, name, sub_systems }) => ({
        system_id: id,
        system_name: name[tag] ?? name['en-US'] ?? '',
        sub_systems: sub_systems
          .map((sub) => ({
            sub_system_id: sub.id,
            sub_system_name: sub.name[tag] ?? sub.name['en-US'] ?? '',
            films: films
              .filter(({ of }) => of.subSystem.id === sub.id)
              .map((film) => {
                const { part_id, part_name, duration, poster_url } = tileOf(film, tag, now)
                return { part_id, part_name, duration, poster_url }
              }),
          }))
          .filter((sub) => sub.films.length > 0),
      }))
      .filter((system) => system.sub_systems.length > 0)
  },

  addEmbeddedAnimation: (call) => {
    // Without a business in the request it is the own one, which a role that reaches only itself does not manage.
    const own = roleOf(call.caller.level).reach === 'self' ? denied() : call.owner.businessentity_id
    const businessId = call.owned.businessentity_id?.businessentity_id ?? own ?? fail('Please select business entity')
    return add(call, call.body, call.owner, businessId)
  },
  updateEmbeddedAnimation: (call) => change(call, call.body, call.owned.id),
  deleteEmbeddedAnimation: (call) => remove(call, call.owned.id),
  getEmbeddedAnimation: (call) => read(call, call.params.id),
}
