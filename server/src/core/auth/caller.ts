import type { PermissionName } from '@cutaway/contract/permissions.ts'
import {
  customerModePermissions,
  fixedPermissions,
  hiddenByFeature,
  onlyWithPassword,
  permissionNames,
  permissions,
} from '@cutaway/contract/permissions.ts'
import { roleOf, touchScreenRole, type Reach, type RoleId } from '@cutaway/contract/roles.ts'
import type { SessionUser, TouchScreenMode } from '@cutaway/contract/rooms/sessions.ts'
import { CompiledQuery } from 'kysely'
import { hash as hashOnce } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'
import type { Site } from '../tenancy.ts'

/** The caller: the user of the session cookie and the user's rights. scope.ts determines whom the user reaches. */

export interface SessionRecord {
  tokenHash: string
  user: SessionUser
  permissions: PermissionName[]
  requiredPasswordChange: boolean
  /** The site requires acceptance of the terms, and the user has not accepted them. */
  requiredTerms: boolean
  /** Null for a user who is not a touch screen. */
  touchScreenMode: TouchScreenMode | null
  /** The user closed the help video in this session. */
  helpVideoSeen: boolean
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  /** The fixed end of a free trial's session; use does not extend it. */
  endsAt: Date | null
  locationId: number | null
  /** The user must set up a second step of the login. */
  requiredSecondStep: boolean
  /** The web sites that were given to a distributor beside the own one. */
  givenSites: readonly number[]
  /** The manager who acts for the user in this session. */
  acting: { user_id: number; name: string; stay: boolean } | null
  /** The session began without a password, so it has no rights over accounts and money. */
  passwordless: boolean
  /** A page that another page frames (page-tokens.ts), not a person who logged in. */
  isPage?: true
}

export const hashToken = (token: string): string => hashOnce('sha256', token, 'base64url')

/** The role that manages the web sites that were given to it. */
export const distributorRole: RoleId = 2

/** The roles of which a business may require a second step of the login: 1 to this one. */
export const lastManagerRole: RoleId = 4

/** The columns of a user `u` and what belongs to it, for the record of a session or of an API key. */
export const userColumns = `
  u.user_id, u.user_access_id, u.username, u.first_name, u.last_name, u.email, u.is_employee, u.is_first_time_login,
  u.default_animation_mail_checked, u.default_video_type, u.terms_accepted_date, u.language_id, u.businessentity_id,
  u.location_id, u.required_password_change, u.permissions, u.time_zone,
  b.business_name, b.is_show_business_name, l.store_number, e.permissions as entity_permissions,
  case when u.user_access_id = ${distributorRole} then array(select d.distributed_site_id from distributor_sites d
    where d.web_site_id = u.web_site_id and d.user_id = u.user_id) end as given_sites,
  case when b.second_step_required and u.user_access_id <= ${lastManagerRole} then
    not exists (select from totp_secrets t where t.web_site_id = u.web_site_id and t.user_id = u.user_id
      and t.confirmed_at is not null)
    and not exists (select from passkeys p where p.web_site_id = u.web_site_id and p.user_id = u.user_id)
  else false end as required_second_step`

export const userJoins = `
left join business_entities b on b.web_site_id = u.web_site_id and b.businessentity_id = u.businessentity_id
left join locations l on l.web_site_id = u.web_site_id and l.location_id = u.location_id
left join entity_role_permissions e on e.web_site_id = u.web_site_id and e.businessentity_id = u.businessentity_id
  and e.user_access_id = u.user_access_id`

/** The condition that the business of a user `u` is not suspended. Operators of the portal keep their access. */
export const notSuspended = `(b.suspended_at is null or u.user_access_id <= ${distributorRole})`

/** Reads everything about a session, as one row for each session. Queried by primary key, many at a time. */
const sessionQuery = `
select s.web_site_id, s.token_hash, s.created_at, s.last_seen_at, s.expires_at, s.ends_at, s.adviser_until, s.help_video_seen,
  s.acting_user_id, s.acting_stay, s.passwordless, a.first_name as acting_first_name, a.last_name as acting_last_name,
  ${userColumns}
from unnest($1::int[], $2::text[]) as asked(site, hash)
join sessions s on s.web_site_id = asked.site and s.token_hash = asked.hash
join users u on u.web_site_id = s.web_site_id and u.user_id = s.user_id and u.deleted_at is null and u.active = 1
left join users a on a.web_site_id = s.web_site_id and a.user_id = s.acting_user_id
  and a.deleted_at is null and a.active = 1
${userJoins}
where (s.acting_user_id is null or a.user_id is not null) and ${notSuspended}`

export interface SessionCheck {
  /** Returns the live session of a token hash on a site, straight from the database. */
  find(site: Site, tokenHash: string): Promise<SessionRecord | null>
}

/**
 * Makes the session check. Calls that arrive while a check is in progress share the next one, so that many concurrent
 * requests cost few round trips. Results are not cached, so a logout takes effect at once on every node.
 */
export function sessionCheck(engine: Engine, clock: Clock): SessionCheck {
  interface Asked {
    site: Site
    hash: string
    resolve: (record: SessionRecord | null) => void
    reject: (error: unknown) => void
  }
  let queue: Asked[] = []
  let running = false

  async function run() {
    running = true
    // A page makes several calls at once with one session: the session is read once for all of them.
    const batch = new Map<string, Asked[]>()
    for (const asked of queue) {
      const key = `${asked.site.web_site_id} ${asked.hash}`
      const same = batch.get(key)
      if (same) same.push(asked)
      else batch.set(key, [asked])
    }
    queue = []
    try {
      const connection = await engine.connect('request')
      let rows: SessionRow[]
      try {
        const different = [...batch.values()].map(([first]) => first!)
        const parameters = [different.map((a) => a.site.web_site_id), different.map((a) => a.hash)]
        rows = (await connection.query(sessionQuery, parameters, 'session-check')).rows as unknown as SessionRow[]
      } finally {
        connection.release()
      }
      const found = new Map(rows.map((r) => [`${r.web_site_id} ${r.token_hash}`, r]))
      for (const [key, all] of batch) {
        const row = found.get(key)
        const now = clock.now()
        const record = row ? toRecord(row, all[0]!.site, now) : null
        const live = record && record.expiresAt > now ? record : null
        for (const { resolve } of all) resolve(live)
      }
    } catch (error) {
      for (const all of batch.values()) for (const { reject } of all) reject(error)
    } finally {
      running = false
      if (queue.length > 0) void run()
    }
  }

  return {
    find: (site, hash) =>
      new Promise((resolve, reject) => {
        queue.push({ site, hash, resolve, reject })
        // Waiting for the end of this turn batches the calls that arrived in the same read of the sockets. One check at
        // a time makes batches larger, which costs both processes less than two smaller ones.
        if (!running && queue.length === 1) setImmediate(() => (queue.length > 0 ? void run() : undefined))
      }),
  }
}

/** Returns a session within the transaction that has just written it. */
export async function findSession(db: Db, site: Site, tokenHash: string, now: Date): Promise<SessionRecord | null> {
  const query = CompiledQuery.raw(sessionQuery, [[site.web_site_id], [tokenHash]])
  const { rows } = await db.executeQuery<SessionRow>(query)
  return rows[0] ? toRecord(rows[0], site, now) : null
}

export interface SessionRow extends Omit<
  SessionUser,
  'terms_accepted_date' | 'business_name' | 'is_show_business_name'
> {
  web_site_id: number
  token_hash: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ends_at: Date | null
  adviser_until: Date | null
  help_video_seen: boolean
  location_id: number | null
  required_password_change: boolean
  permissions: string[] | null
  entity_permissions: string[] | null
  terms_accepted_date: Date | null
  business_name: string | null
  is_show_business_name: 0 | 1 | null
  required_second_step: boolean
  given_sites: number[] | null
  acting_user_id: number | null
  acting_stay: boolean
  acting_first_name: string | null
  acting_last_name: string | null
  passwordless: boolean
}

/** Returns whether a user has accepted the terms that the web site last asked for. */
const hasAccepted = (accepted: Date | null, { terms_asked_at }: Site): boolean =>
  accepted !== null && (terms_asked_at === null || accepted >= terms_asked_at)

/** Returns the record of a session, or of an API key in the place of one. */
export function toRecord(row: SessionRow, site: Site, now: Date): SessionRecord {
  const withAdviser = row.adviser_until !== null && row.adviser_until > now
  const touchScreenMode = row.user_access_id === touchScreenRole ? (withAdviser ? 'service_adviser' : 'customer') : null
  const granted = effectivePermissions(site, row.user_access_id, row.permissions, row.entity_permissions)
  return {
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at,
    requiredPasswordChange: row.required_password_change,
    locationId: row.location_id,
    touchScreenMode,
    requiredTerms: site.features.includes('force_terms_acceptance') && !hasAccepted(row.terms_accepted_date, site),
    helpVideoSeen: row.help_video_seen,
    givenSites: row.given_sites ?? [],
    // A manager who acts for the user has completed the own login.
    requiredSecondStep: row.required_second_step && row.acting_user_id === null,
    acting:
      row.acting_user_id === null
        ? null
        : {
            user_id: row.acting_user_id,
            name: [row.acting_first_name, row.acting_last_name].filter(Boolean).join(' '),
            stay: row.acting_stay,
          },
    passwordless: row.passwordless,
    permissions: granted.filter(
      (name) =>
        (touchScreenMode !== 'customer' || customerModePermissions.includes(name)) &&
        (!row.passwordless || !onlyWithPassword.includes(name)),
    ),
    user: {
      user_id: row.user_id,
      user_access_id: row.user_access_id,
      username: row.username,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      business_name: row.business_name ?? site.company,
      is_show_business_name: row.is_show_business_name ?? 1,
      businessentity_id: row.businessentity_id,
      is_employee: row.is_employee,
      is_first_time_login: row.is_first_time_login,
      default_animation_mail_checked: row.default_animation_mail_checked,
      default_video_type: row.default_video_type,
      store_number: row.store_number,
      terms_accepted_date: row.terms_accepted_date?.toISOString() ?? null,
      language_id: row.language_id,
      time_zone: row.time_zone,
    },
  }
}

/**
 * Returns the user's own rights, else the entity's for the role, else the role's, without the rights that the site
 * hides. Fixed rights are always those of the role.
 */
export function effectivePermissions(
  site: Pick<Site, 'features'>,
  role: number,
  own: string[] | null,
  ofEntity: string[] | null,
): PermissionName[] {
  const ofRole: readonly string[] = defaultsOfRole(role)
  const granted: readonly string[] = own ?? ofEntity ?? ofRole
  const hidden = new Set(site.features.map((f) => hiddenByFeature[f]))
  return permissionNames.filter(
    (name) => (fixedPermissions.has(name) ? ofRole : granted).includes(name) && !hidden.has(name),
  )
}

const defaults = new Map<number, PermissionName[]>()
function defaultsOfRole(role: number): PermissionName[] {
  let names = defaults.get(role)
  if (!names) {
    names = permissions.filter((p) => (p.roles as readonly RoleId[]).includes(role as RoleId)).map((p) => p.name)
    defaults.set(role, names)
  }
  return names
}

/** The signed-in user of a request. */
export class Caller {
  readonly site: Site
  readonly session: SessionRecord
  constructor(site: Site, session: SessionRecord) {
    this.site = site
    this.session = session
  }
  get user(): SessionUser {
    return this.session.user
  }
  get level(): number {
    return this.user.user_access_id
  }
  /**
   * Returns the users whom the caller's role reaches. The users themselves are checked by what calls declare
   * (scope.ts).
   */
  get reach(): Reach {
    // A framed page has the key of a manager, and is nobody who manages.
    return this.session.isPage ? 'self' : roleOf(this.level).reach
  }
  /** Returns whether the caller may name a web site in a call. */
  reachesSite(webSiteId: number): boolean {
    if (webSiteId === this.site.web_site_id || this.reach === 'allWebSites') return true
    return this.reach === 'ownWebSites' && this.session.givenSites.includes(webSiteId)
  }
  /** Returns whether the caller reaches all users and businesses of a web site. */
  reachesWholeSite(site: Site): boolean {
    const isWhole = this.reach === 'allWebSites' || this.reach === 'ownWebSites' || this.reach === 'webSite'
    return isWhole && this.reachesSite(site.web_site_id)
  }
  may(permission: PermissionName): boolean {
    return this.session.permissions.includes(permission)
  }
}
