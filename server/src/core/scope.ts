import { isFileReply, type Endpoint, type FieldOf } from '@cutaway/contract/endpoint.ts'
import { roleOf } from '@cutaway/contract/roles.ts'
import { declaredField, fieldsOf, recordFields, valuesOf, type Field } from '@cutaway/contract/scope.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AuditTarget } from './audit.ts'
import type { Caller } from './auth/caller.ts'
import type { Db } from './db/database.ts'
import { badRequest, denied, HttpRefusal, notFound, Refusal } from './http/errors.ts'
import type { Services } from './services.ts'
import type { Site } from './tenancy.ts'

/**
 * Enforces the scope that calls declare in the contract, before the handler runs: the web site, the user whom the call
 * acts for, and the records that it names. Foreign and missing ids get the same response: 403 for users and web sites,
 * 404 for records.
 */

/** The user whom a call acts for. */
export interface Owner {
  user_id: number
  businessentity_id: number | null
  location_id: number | null
}

/** Kinds of records and their rows. Each room adds its kinds by module augmentation and registers a loader for each. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by the rooms
export interface RecordKinds {}

export interface RecordLoader<Row> {
  /** Returns the rows of the ids within reach, in one query and in any order. */
  find(db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<readonly Row[]>
  idOf(row: Row): number
}
export type RecordLoaders = { [Kind in keyof RecordKinds]: RecordLoader<RecordKinds[Kind]> }

/** Callers without a session, by kind of `who`: the result type of the kind's resolver. Rooms add their kinds. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by the rooms
export interface Holders {}

export interface HolderRequest {
  /** From the declared field, the Authorization header, or a screen's cookie; undefined if none was sent. */
  token: string | undefined
  /** For linkHolder: also accepts a link that no longer works. */
  ended: boolean
  site: Site
  db: Db
  services: Services
  /** The remote address. */
  ip: string
}
/** Returns the object that the token stands for, or throws a refusal. */
export type HolderResolvers = { [Kind in keyof Holders]: (request: HolderRequest) => Promise<Holders[Kind]> }

export interface Registered {
  records: RecordLoaders
  holders: HolderResolvers
}

/** Limits a query to rows of users in reach. */
export interface Reach {
  /** Returns the condition for `column`, which holds a user's id: 'b.user_id'. */
  users(column: string): RawBuilder<SqlBool>
  /**
   * Returns the condition for rows that the people of a location share with its managers. `table` has businessentity_id
   * and location_id; null is every location of the business.
   */
  place(table: string): RawBuilder<SqlBool>
  /** Returns the condition for `column`, which holds the id of a business that the caller may name. */
  businesses(column: string): RawBuilder<SqlBool>
  /** Returns the condition for locations. `table` has businessentity_id and location_id. */
  locations(table: string): RawBuilder<SqlBool>
  /** Returns the condition for regions. `table` has businessentity_id and class_id. */
  regions(table: string): RawBuilder<SqlBool>
}

/** Returns the users whom a caller reaches on a site, by the table of roles. */
export function reachOf(caller: Caller, site: Site): Reach {
  const places = reachedPlaces(caller, site)
  return {
    users(column) {
      const user = sql.ref(column)
      const others = reachedUsers(caller, site, user)
      if (site !== caller.site) return others ?? sql<SqlBool>`false`
      const self = sql<SqlBool>`${user} = ${caller.user.user_id}`
      return others ? sql<SqlBool>`(${self} or ${others})` : self
    },
    place(table) {
      const { businessentity_id } = caller.user
      if (site !== caller.site || businessentity_id === null) return sql<SqlBool>`false`
      const location = sql.ref(`${table}.location_id`)
      return sql<SqlBool>`(${sql.ref(`${table}.businessentity_id`)} = ${businessentity_id}
        and (${location} is null or ${location} = ${caller.session.locationId}::int or ${places.locations(table)}))`
    },
    ...places,
  }
}

const none = () => sql<SqlBool>`false`

/** Limits the reach to one user. */
export const reachOfUser = (userId: number): Reach => ({
  users: (column) => sql<SqlBool>`${sql.ref(column)} = ${userId}`,
  place: none,
  businesses: none,
  locations: none,
  regions: none,
})

/** Limits the caller's reach to what belongs to a user: the user's own records, and the places of the user's business. */
function reachWithin(reach: Reach, caller: Caller, site: Site, owner: Owner): Reach {
  const isCaller = site === caller.site && owner.user_id === caller.user.user_id
  const within = (condition: RawBuilder<SqlBool>, column: string) =>
    isCaller ? condition : sql<SqlBool>`(${condition} and ${sql.ref(column)} = ${owner.businessentity_id}::int)`
  return {
    ...reachOfUser(owner.user_id),
    businesses: (column) => within(reach.businesses(column), column),
    locations: (table) => within(reach.locations(table), `${table}.businessentity_id`),
    regions: (table) => within(reach.regions(table), `${table}.businessentity_id`),
  }
}

/** The businesses, locations and regions of a role: all of the web site, or within the own business. */
function reachedPlaces(caller: Caller, site: Site): Pick<Reach, 'businesses' | 'locations' | 'regions'> {
  const { reach } = caller
  if (caller.reachesWholeSite(site)) {
    const all = () => sql<SqlBool>`true`
    return { businesses: all, locations: all, regions: all }
  }
  const { businessentity_id } = caller.user
  if (site !== caller.site || businessentity_id === null) return { businesses: none, locations: none, regions: none }
  const own = (column: string) => sql<SqlBool>`${sql.ref(column)} = ${businessentity_id}`
  const ofBusiness = (table: string) => own(`${table}.businessentity_id`)
  if (reach === 'business') return { businesses: own, locations: ofBusiness, regions: ofBusiness }
  if (reach === 'regions')
    return {
      businesses: own,
      locations: (table) =>
        sql<SqlBool>`(${ofBusiness(table)} and ${inOwnRegions(caller, site, sql.ref(`${table}.location_id`))})`,
      regions: (table) => sql<SqlBool>`exists (select from user_location_classes mine
        where mine.web_site_id = ${site.web_site_id} and mine.class_id = ${sql.ref(`${table}.class_id`)}
          and mine.user_id = ${caller.user.user_id})`,
    }
  const { locationId } = caller.session
  return {
    businesses: reach === 'location' ? own : none,
    locations: (table) =>
      sql<SqlBool>`(${ofBusiness(table)} and ${sql.ref(`${table}.location_id`)} = ${locationId}::int)`,
    regions: (table) => sql<SqlBool>`exists (select from location_class_locations ofOwn
      where ofOwn.web_site_id = ${site.web_site_id} and ofOwn.class_id = ${sql.ref(`${table}.class_id`)}
        and ofOwn.location_id = ${locationId}::int)`,
  }
}

/**
 * Returns the condition that a location is in a region of a regional manager. A deleted region gives no reach. The names
 * of the inner tables are long, so that none hides the table of `location`.
 */
const inOwnRegions = (caller: Caller, site: Site, location: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from location_class_locations reached_link
  join user_location_classes mine on mine.web_site_id = reached_link.web_site_id and mine.class_id = reached_link.class_id
  join location_classes reached_class on reached_class.web_site_id = reached_link.web_site_id
    and reached_class.class_id = reached_link.class_id and reached_class.deleted_at is null
  where reached_link.web_site_id = ${site.web_site_id} and reached_link.location_id = ${location}
    and mine.user_id = ${caller.user.user_id})`

function reachedUsers(caller: Caller, site: Site, user: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  const { reach } = caller
  const { ofRoles } = roleOf(caller.level)
  if (caller.reachesWholeSite(site)) return sql<SqlBool>`true`
  const { businessentity_id } = caller.user
  if (reach === 'self' || site !== caller.site || businessentity_id === null) return undefined
  const { locationId } = caller.session
  const conditions = [sql<SqlBool>`target.businessentity_id = ${businessentity_id}`]
  if (reach === 'location') conditions.push(sql<SqlBool>`target.location_id = ${locationId}::int`)
  if (reach === 'regions') conditions.push(inOwnRegions(caller, site, sql.ref('target.location_id')))
  if (ofRoles) conditions.push(sql<SqlBool>`target.user_access_id = any(${[...ofRoles]}::int[])`)
  return sql<SqlBool>`exists (select from users target
    where target.web_site_id = ${site.web_site_id} and target.user_id = ${user}
      and ${sql.join(conditions, sql` and `)})`
}

/**
 * Returns the given users if the caller reaches each of them; throws 403 otherwise. The caller's own id costs no query.
 */
export async function findOwners(caller: Caller, site: Site, db: () => Db, ids: readonly number[]): Promise<Owner[]> {
  const own = site === caller.site ? caller.user.user_id : undefined
  const others = [...new Set(ids.filter((id) => id !== own))]
  if (others.length === 0) return ids.map(() => ownerOf(caller))
  const mayReach = caller.reach !== 'self'
  const found = mayReach
    ? await db()
        .selectFrom('users')
        .select(['user_id', 'businessentity_id', 'location_id'])
        .where('web_site_id', '=', site.web_site_id)
        .where('user_id', 'in', others)
        .where(reachOf(caller, site).users('users.user_id'))
        .execute()
    : []
  const byId = new Map<number, Owner>(found.map((owner) => [owner.user_id, owner]))
  return ids.map((id) => (id === own ? ownerOf(caller) : (byId.get(id) ?? denied())))
}

const ownerOf = ({ user, session }: Caller): Owner => ({
  user_id: user.user_id,
  businessentity_id: user.businessentity_id,
  location_id: session.locationId,
})

/** The part of a request that enforcing a scope reads and fills. */
export interface Scoped {
  readonly params: unknown
  readonly body: unknown
  site: Site
  readonly caller: Caller
  readonly callerOrNull: Caller | null
  readonly db: Db
  readonly services: Services
  owner: Owner | Owner[] | undefined
  owned: Record<string, unknown>
  holder: unknown
  /** The first record that the call names, for the audit log. */
  target: AuditTarget | undefined
  /** The remote address. */
  readonly ip: string
  /** From the Authorization header. */
  readonly bearerToken: string | undefined
  /** The credential of a paired screen. */
  readonly screenToken: string | undefined
}

/** Returns the checks that run before the handler of a call; undefined if the call declares none. */
export function enforcerOf(
  endpoint: Endpoint,
  { records, holders }: Registered,
): ((call: Scoped) => Promise<void>) | undefined {
  const fields = fieldsOf(endpoint)
  const fieldNamed = (name: string | undefined) => fields.filter((field) => field.name === name)
  const steps: ((call: Scoped) => Promise<void> | void)[] = []

  const { who, site, actsFor } = endpoint
  const siteFields = fieldNamed(declaredField(site))
  if (siteFields.length > 0) steps.push((call) => enterSite(call, siteFields, typeof site === 'object'))

  if (who.kind === 'linkHolder' || who.kind === 'thirdParty' || who.kind === 'screen') {
    const resolve = (holders as Record<string, ((request: HolderRequest) => Promise<unknown>) | undefined>)[who.kind]
    if (!resolve) throw new Error(`${endpoint.path}: nothing resolves ${who.kind}`)
    const tokens = who.kind === 'linkHolder' ? fieldNamed(who.field) : []
    const ended = who.kind === 'linkHolder' && who.ended
    steps.push(async (call) => {
      const [token] =
        who.kind === 'linkHolder' ? given(tokens, call) : [who.kind === 'screen' ? call.screenToken : call.bearerToken]
      const { site: ofSite, services } = call
      const request: HolderRequest = {
        token: typeof token === 'string' ? token : undefined,
        ended,
        site: ofSite,
        services,
        ip: call.ip,
        get db() {
          return call.db
        },
      }
      call.holder = await resolve(request).catch((error: unknown) => {
        // A browser saves whatever it receives: a refusal must not look like a file.
        throw error instanceof Refusal && isFileReply(endpoint.reply) ? new HttpRefusal(404, 'not_found') : error
      })
    })
  }

  const userFields = fieldNamed(declaredField(actsFor))
  if (userFields.length > 0) steps.push((call) => actFor(call, userFields, typeof actsFor === 'object'))

  for (const [name, kind] of recordFields(endpoint)) {
    const loader = (records as Record<string, RecordLoader<unknown> | undefined>)[kind]
    if (!loader) throw new Error(`${endpoint.path}: nothing loads records of kind ${kind}`)
    steps.push((call) => loadOwned(call, { name, kind }, fieldNamed(name), loader, fieldNamed(declaredField(actsFor))))
  }

  if (steps.length === 0) return undefined
  return async (call) => {
    for (const step of steps) {
      const pending = step(call)
      if (pending) await pending
    }
  }
}

const given = (fields: readonly Field[], call: Scoped): unknown[] => fields.flatMap((field) => valuesOf(field, call))
const idsOf = (fields: readonly Field[], call: Scoped): number[] =>
  given(fields, call).map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : badRequest()))

/** Sets the web site of the call: the own one, or one that the role reaches. Must run before the first query. */
function enterSite(call: Scoped, fields: readonly Field[], isOwnOnly: boolean): Promise<void> | void {
  const [id, ...more] = new Set(idsOf(fields, call))
  if (id === undefined) return
  if (more.length > 0) badRequest()
  if (id === call.site.web_site_id) return
  const { callerOrNull: caller } = call
  if (!caller?.reachesSite(id)) denied()
  if (isOwnOnly) notFound()
  const { sites } = call.services
  const enter = () => {
    call.site = sites.byId(id) ?? denied()
  }
  // The caller may have added the web site a moment ago, before this node has read it.
  return sites.byId(id) ? enter() : sites.refresh().then(enter)
}

function actFor(call: Scoped, fields: readonly Field[], isSelfOnly: boolean): Promise<void> | void {
  const ids = idsOf(fields, call)
  const { caller, site } = call
  const isList = fields.some((field) => field.isList)
  const isOwn = site === caller.site && ids.every((id) => id === caller.user.user_id)
  if (isOwn) {
    call.owner = isList ? ids.map(() => ownerOf(caller)) : ownerOf(caller)
    return
  }
  if (isSelfOnly) denied()
  // On another web site the caller is not a valid owner: the call must name a user of that site.
  if (ids.length === 0) return isList ? void (call.owner = []) : denied()
  return findOwners(caller, site, () => call.db, ids).then((owners) => {
    call.owner = isList ? owners : owners[0]
  })
}

/** Loads the records of a field. If the call names the user whom it acts for, the records must belong to that user. */
async function loadOwned(
  call: Scoped,
  { name, kind }: { name: string; kind: string },
  fields: readonly Field[],
  loader: RecordLoader<unknown>,
  userFields: readonly Field[],
): Promise<void> {
  const ids = idsOf(fields, call)
  const isList = fields.some((field) => field.isList)
  if (ids.length === 0) {
    call.owned[name] = isList ? [] : undefined
    return
  }
  const { owner } = call
  const namesOwner = owner !== undefined && !Array.isArray(owner) && given(userFields, call).length > 0
  const reached = reachOf(call.caller, call.site)
  const reach = namesOwner ? reachWithin(reached, call.caller, call.site, owner) : reached
  const rows = await loader.find(call.db, call.site, [...new Set(ids)], reach)
  const byId = new Map(rows.map((row) => [loader.idOf(row), row]))
  const found = ids.map((id) => byId.get(id) ?? notFound())
  call.owned[name] = isList ? found : found[0]
  call.target ??= { kind, id: ids.join() }
}

// ── what handlers see ──────────────────────────────────────────────────────────────────────────────────────────────

type IsList<E, Name extends string> = NonNullable<FieldOf<E, Name>> extends readonly unknown[] ? true : false

/** The owner of a call that declares actsFor; a list if the field is a list. */
export type OwnerOf<E> = E extends { actsFor?: infer A }
  ? [NonNullable<A>] extends [string | { onlySelf: string }]
    ? [NonNullable<A>] extends [string]
      ? IsList<E, NonNullable<A>> extends true
        ? Owner[]
        : Owner
      : Owner
    : never
  : never

type RecordOf<Kind> = Kind extends keyof RecordKinds ? RecordKinds[Kind] : never
type Found<Value, Kind> =
  NonNullable<Value> extends readonly unknown[]
    ? RecordOf<Kind>[]
    : null extends Value
      ? RecordOf<Kind> | undefined
      : undefined extends Value
        ? RecordOf<Kind> | undefined
        : RecordOf<Kind>

/** The records that a call names, by field. */
export type OwnedOf<E> = E extends { owns?: infer O }
  ? {
      [Name in keyof NonNullable<O> & string as NonNullable<O>[Name] extends string ? Name : never]: Found<
        FieldOf<E, Name>,
        NonNullable<O>[Name]
      >
    }
  : never

/** The object that the token of a call without a session stands for. */
export type HolderOf<E> = E extends { who: { kind: infer Kind } }
  ? Kind extends keyof Holders
    ? Holders[Kind]
    : never
  : never
