import { z } from 'zod'
import { endpoint, file, jsonParam, may, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** The audit log as administrators read it: who changed what, as whom, when and from where. */

export const auditPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const

const Person = z.object({ user_id: Id, name: z.string() })

export const AuditEntry = z.object({
  entry: Id,
  at: z.string(),
  /** The user who made the change; null for customers, other programs and failed logins. */
  who: Person.nullable(),
  /** The user in whose place it was made, if that is not the same. */
  as: Person.nullable(),
  /** 'banner.delete': the thing, then the verb. */
  action: z.string(),
  /** 'ok', or the message key of the refusal. */
  outcome: z.string(),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
  ip: z.string(),
  user_agent: z.string(),
  /** The change was made with an API key. */
  is_by_key: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  /** A user who made changes, or for whom they were made. */
  person: Id.nullable().default(null),
  /** An action, or the beginning of actions up to the dot. */
  action: z.string().max(60).default(''),
  period: z.enum(auditPeriods).default('month'),
  /** A name, an address, or the id of a record. */
  search: z.string().trim().max(100).default(''),
  /** The web site whose log is read: the caller’s, or another one that the caller manages. */
  web_site_id: Id.optional(),
}
const person = { person: unscoped('a filter: the rows are those of the caller’s business') }

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/getAuditLog/:json',
  who: may('view_audit_log'),
  site: 'web_site_id',
  owns: person,
  notForCustomers: true,
  summary:
    'Returns the audit log, the latest entry first: of the caller’s business, or of the web site for roles that reach it.',
  params: z.object({
    json: jsonParam(
      z.object({
        ...filters,
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(500).default(10),
      }),
    ),
  }),
  reply: z.object({ rows: z.array(AuditEntry), total: z.int() }),
})

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/getAuditEntry/:entry/:web_site_id?',
  who: may('view_audit_log'),
  site: 'web_site_id',
  owns: { entry: unscoped('the handler looks only among the entries of the caller’s business') },
  notForCustomers: true,
  summary: 'Returns an entry with the values before and after the change; 404 outside the caller’s business.',
  params: z.object({ entry: PathId, web_site_id: PathId.optional() }),
  reply: AuditEntry.extend({
    /** The fields that changed, or that the entry names; secrets are left out. */
    fields: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  }),
})

export const getAuditFilters = endpoint({
  method: 'GET',
  path: '/getAuditFilters/:web_site_id?',
  who: may('view_audit_log'),
  site: 'web_site_id',
  notForCustomers: true,
  summary: 'Returns the people and the actions of the last year, for the filters.',
  params: z.object({ web_site_id: PathId.optional() }),
  reply: z.object({ people: z.array(Person), actions: z.array(z.string()) }),
})

/** The most lines of a CSV file. */
export const mostAuditLines = 50_000

export const auditLogCsv = endpoint({
  method: 'GET',
  path: '/auditLogCsv/:json',
  who: may('view_audit_log'),
  site: 'web_site_id',
  owns: person,
  notForCustomers: true,
  limit: { max: 10 },
  summary: 'Returns the filtered audit log as CSV, at most 50,000 lines.',
  params: z.object({ json: jsonParam(z.object(filters)) }),
  reply: file('text/csv'),
})
