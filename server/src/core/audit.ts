import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import { inSite } from './db/in-site.ts'
import type { Site } from './tenancy.ts'

/**
 * The audit log: who changed what, written in the transaction of the change. The application role may insert and select
 * rows, but cannot update or delete them.
 */

export interface AuditTarget {
  /** 'link', 'user', …. */
  kind: string
  id: number | string
}

/** Fields that a handler adds to the audit row of its call. */
export interface AuditNote {
  target?: AuditTarget | undefined
  /** The values before and after the change. Fields whose names look like secrets are left out. */
  before?: object | null | undefined
  after?: object | null | undefined
  /** The user who called, if the call itself has no session (login, for example). */
  userId?: number | undefined
  /** The business that the entry concerns, if it is not that of the user acted for or of the caller. */
  businessId?: number | undefined
  /** The user of the call is only who the entry is about: the caller does nothing in that user's place. */
  onlyAboutUser?: true | undefined
  /** Another web site, whose log has the entry too: the one that an operator has added. */
  alsoOn?: number | undefined
}

export interface AuditEntry extends AuditNote {
  at: Date
  action: string
  /** 'ok', or the message key of a refusal whose changes were committed. */
  outcome: string
  /** Null for customers and other programs. */
  user_id: number | null
  /** The name of a caller of another web site, whose users this one does not see. */
  user_name?: string | null
  /** The name of the caller, for the log of another web site. */
  caller_name?: string | null
  /** The user whom the call acted for, if that is not the caller. */
  acted_for: number | null
  /** The API key that made the call. */
  api_key_id?: number | null
  ip: string
  user_agent: string
  request_id: string
}

/** Writes an entry, and the same one into the log of the web site `alsoOn`. */
export async function writeAudit(db: Db, site: Pick<Site, 'web_site_id'>, entry: AuditEntry): Promise<void> {
  const { alsoOn, caller_name, ...rest } = entry
  if (alsoOn !== undefined) {
    const there = { ...rest, user_name: caller_name ?? null }
    await inSite(db, alsoOn, () => writeAudit(db, { web_site_id: alsoOn }, there))
  }
  const {
    at,
    action,
    outcome,
    user_id,
    user_name,
    acted_for,
    api_key_id,
    target,
    before,
    after,
    ip,
    user_agent,
    request_id,
  } = entry
  const changed = target?.kind === 'user' ? Number(target.id) : NaN
  // Several users, who are one thing of an entry, are of the business of the person who changed them.
  const subject = acted_for ?? (Number.isInteger(changed) ? changed : user_id)
  await db
    .insertInto('audit_log')
    .values({
      web_site_id: site.web_site_id,
      at,
      action,
      outcome,
      user_id,
      user_name: user_name ?? null,
      acted_for,
      api_key_id: api_key_id ?? null,
      businessentity_id:
        entry.businessId ??
        sql<number | null>`(select businessentity_id from users
          where web_site_id = ${site.web_site_id} and user_id = ${subject}::int)`,
      target_kind: target?.kind ?? null,
      target_id: target === undefined ? null : String(target.id),
      before: jsonOf(before),
      after: jsonOf(after),
      ip,
      user_agent,
      request_id,
    })
    .execute()
}

/** Writes entries of one kind of change to many records, in one statement. Each names its business. */
export async function writeAudits(
  db: Db,
  site: Site,
  entries: readonly (AuditEntry & { businessId: number })[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ target, before, after, businessId, ...entry }) => ({
    ...entry,
    businessentity_id: businessId,
    target_kind: target?.kind ?? null,
    target_id: target === undefined ? null : String(target.id),
    before: withoutSecretFields(before ?? null),
    after: withoutSecretFields(after ?? null),
  }))
  await sql`insert into audit_log (web_site_id, at, action, outcome, user_id, acted_for, businessentity_id, target_kind,
      target_id, before, after, ip, user_agent, request_id)
    select ${site.web_site_id}::int, r.at, r.action, r.outcome, r.user_id, r.acted_for, r.businessentity_id, r.target_kind,
      r.target_id, r.before, r.after, r.ip, r.user_agent, r.request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(at timestamptz, action text, outcome text, user_id int,
      acted_for int, businessentity_id int, target_kind text, target_id text, before jsonb, after jsonb, ip text,
      user_agent text, request_id text)`.execute(db)
}

const jsonOf = (facts: object | null | undefined) =>
  facts === null || facts === undefined ? null : JSON.stringify(withoutSecretFields(facts))

const secretField = /password|token|secret|hash|api_?key|authorization|cookie|card|cvv/i

/** Returns a copy without the fields whose names look like secrets, at any depth. */
export function withoutSecretFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretFields)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      secretField.test(name) ? [] : [[name, withoutSecretFields(inner)]],
    ),
  )
}
