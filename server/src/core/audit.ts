import type { Db } from './db/database.ts'
import type { Site } from './tenancy.ts'

/**
 * The audit log: who changed what, written in the transaction of the change. The role of requests may add rows and read
 * them, and can neither change nor delete one.
 */

export interface AuditTarget {
  /** 'link', 'user', …. */
  kind: string
  id: number | string
}

/** What a handler adds to the row of its call. */
export interface AuditNote {
  target?: AuditTarget | undefined
  /** What it was before and is after the change; fields that look like secrets are left out. */
  before?: object | null | undefined
  after?: object | null | undefined
  /** The user who called, where the call itself has no session, as the log-in has. */
  userId?: number | undefined
}

export interface AuditEntry extends AuditNote {
  at: Date
  action: string
  /** 'ok', or the message key of a refusal that was kept. */
  outcome: string
  /** Null for customers and other programs. */
  user_id: number | null
  /** The user whom the call acted for, where that is somebody else. */
  acted_for: number | null
  ip: string
  user_agent: string
  request_id: string
}

export async function writeAudit(db: Db, site: Site, entry: AuditEntry): Promise<void> {
  const { at, action, outcome, user_id, acted_for, target, before, after, ip, user_agent, request_id } = entry
  await db
    .insertInto('audit_log')
    .values({
      web_site_id: site.web_site_id,
      at,
      action,
      outcome,
      user_id,
      acted_for,
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

const jsonOf = (facts: object | null | undefined) =>
  facts === null || facts === undefined ? null : JSON.stringify(withoutSecretFields(facts))

const secretField = /password|token|secret|hash|api_?key|authorization|cookie|card|cvv/i

/** A copy without the fields whose names say that they are secrets, at any depth. */
export function withoutSecretFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretFields)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      secretField.test(name) ? [] : [[name, withoutSecretFields(inner)]],
    ),
  )
}
