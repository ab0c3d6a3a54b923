import { allCalls } from '@cutaway/contract'
import type * as contract from '@cutaway/contract/rooms/users/audit.ts'
import { mostAuditLines, type AuditEntry, type auditPeriods } from '@cutaway/contract/rooms/users/audit.ts'
import { stringify } from 'csv-stringify/sync'
import { secondsAfter } from '../../../core/clock.ts'
import { withoutSecretFields } from '../../../core/audit.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { denied, notFound } from '../../../core/http/errors.ts'
import * as queries from './audit.queries.ts'

/** The audit log for administrators. A business sees its own entries; roles that reach the web site see all of it. */

const days: Record<(typeof auditPeriods)[number], number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

/** Returns the business whose entries the caller sees; null: those of the whole web site. */
function businessOf({ caller, site }: AnyCall): number | null {
  if (caller.reachesWholeSite(site)) return null
  if (site !== caller.site) denied()
  return caller.user.businessentity_id ?? denied()
}

type Filters = { person: number | null; action: string; period: keyof typeof days; search: string }

const filterOf = (call: AnyCall, { person, action, period, search }: Filters): queries.AuditFilter => ({
  businessId: businessOf(call),
  since: secondsAfter(call.services.clock.now(), -days[period] * 24 * 3600),
  person,
  action,
  search,
})

/** An empty name: a user of another web site, such as the operator. */
const person = (id: number | null, name: string | null) => (id === null ? null : { user_id: id, name: name ?? '' })

const shown = (row: queries.AuditRow): AuditEntry => ({
  entry: row.audit_id,
  at: row.at.toISOString(),
  who: person(row.user_id, row.who_name),
  as: person(row.acted_for, row.as_name),
  action: row.action,
  outcome: row.outcome,
  target:
    row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id ?? '', name: row.target_name ?? '' },
  ip: row.ip,
  user_agent: row.user_agent,
  is_by_key: row.api_key_id !== null,
})

/** Returns a value as text: lists joined by commas, objects as JSON. */
const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map((one) => textOf(one) ?? '').join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the fields that an entry names, without those that the change left as they were. */
function fieldsOf({ before, after }: { before: object | null; after: object | null }) {
  // Entries of earlier releases are read with today's rule about secrets.
  const [old, now] = [before ?? {}, after ?? {}].map((facts) => withoutSecretFields(facts) as Record<string, unknown>)
  return [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
    .map((name) => ({ name, before: textOf(old![name]), after: textOf(now![name]) }))
    .filter((field) => field.before !== field.after)
}

/** Collects ids by kind, so that one query names them all. */
function idsByKind(pairs: readonly (readonly [queries.NamedKind, number])[]): Map<queries.NamedKind, number[]> {
  const ids = new Map<queries.NamedKind, number[]>()
  for (const [kind, id] of pairs) ids.set(kind, [...(ids.get(kind) ?? []), id])
  return ids
}

/** The ids of the records that an entry is about: several locations are one thing, 'location 4,7'. */
const targetsOf = ({ target_kind, target_id }: queries.AuditRow): (readonly [queries.NamedKind, number])[] =>
  queries.isNamedKind(target_kind) && /^\d{1,9}(,\d{1,9})*$/.test(target_id ?? '')
    ? target_id!.split(',').map((id) => [target_kind, Number(id)] as const)
    : []

/** Returns entries with the names of the records that they are about: today's, else the one that the entry itself has. */
async function withTargetNames<Row extends queries.AuditRow>({ db, site }: AnyCall, rows: readonly Row[]) {
  const found = await queries.findNames(db, site, idsByKind(rows.flatMap(targetsOf)))
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return rows.map((row) => {
    const now = targetsOf(row).flatMap(([kind, id]) => names.get(`${kind} ${id}`) || [])
    return { ...row, target_name: row.target_name ?? (now.join(', ') || row.recorded_name) }
  })
}

/** Fields whose values are ids of places, and the kind of place. */
const placeFields: Readonly<Record<string, queries.NamedKind>> = {
  businessentity_id: 'business',
  businessentity_location_id: 'location',
  location_id: 'location',
  location_class_ids: 'region',
  class_ids: 'region',
  locations: 'location',
}

/** Replaces the ids of places by their names; several lists of ids are written with semicolons. */
async function withPlaceNames({ db, site }: AnyCall, row: { before: object | null; after: object | null }) {
  const sides = [row.before, row.after].map((facts) => (facts ?? {}) as Record<string, unknown>)
  const pairs = sides.flatMap((facts) =>
    Object.entries(facts).flatMap(([name, value]) => {
      const kind = placeFields[name]
      if (kind === undefined) return []
      return [value].flat(2).flatMap((id) => (Number.isInteger(id) ? [[kind, Number(id)] as const] : []))
    }),
  )
  if (pairs.length === 0) return row
  const found = await queries.findNames(db, site, idsByKind(pairs))
  const named = (value: unknown, kind: queries.NamedKind): unknown =>
    Array.isArray(value)
      ? value.some(Array.isArray)
        ? value.map((one) => [named(one, kind)].flat().join(', ')).join('; ')
        : value.map((one) => named(one, kind))
      : (found.find((place) => place.kind === kind && place.id === value)?.name ?? value)
  const [before, after] = sides.map((facts) =>
    Object.fromEntries(
      Object.entries(facts).map(([name, value]) => {
        const kind = placeFields[name]
        return [name, kind === undefined ? value : named(value, kind)]
      }),
    ),
  )
  return { before: before!, after: after! }
}

const actions = [
  ...new Set(allCalls().flatMap(({ endpoint: { audit } }) => (audit && 'action' in audit ? [audit.action] : []))),
].toSorted()

export const auditLog: Handlers<typeof contract> = {
  getAuditLog: async (call) => {
    const { json } = call.params
    const filter = filterOf(call, json)
    const page = { size: json.size, offset: (json.page - 1) * json.size }
    const rows = await withTargetNames(call, await queries.findEntries(call.db, call.site, filter, page))
    return { rows: rows.map(shown), total: await queries.countEntries(call.db, call.site, filter) }
  },

  getAuditEntry: async (call) => {
    const found = (await queries.findEntry(call.db, call.site, businessOf(call), call.params.entry)) ?? notFound()
    const [row = found] = await withTargetNames(call, [found])
    return { ...shown(row), fields: fieldsOf(await withPlaceNames(call, row)) }
  },

  getAuditFilters: async (call) => {
    const people = await queries.findPeople(call.db, call.site, businessOf(call))
    return { people: people.map(({ user_id, name, username }) => ({ user_id, name: name ?? username })), actions }
  },

  auditLogCsv: async (call) => {
    const filter = filterOf(call, call.params.json)
    const found = await queries.findWholeEntries(call.db, call.site, filter, mostAuditLines)
    const rows = await withTargetNames(call, found)
    call.reply.header('content-disposition', 'attachment; filename="audit_log.csv"')
    return stringify(
      rows.map((row) => ({
        at: row.at.toISOString(),
        who: row.who_name ?? row.user_id ?? '',
        as: row.as_name ?? row.acted_for ?? '',
        action: row.action,
        outcome: row.outcome,
        target: [row.target_kind, row.target_name ?? row.target_id].filter(Boolean).join(' '),
        changes: fieldsOf(row)
          .map(({ name, before, after }) => `${name}: ${before ?? ''} -> ${after ?? ''}`)
          .join('\n'),
        address: row.ip,
        device: row.user_agent,
      })),
      {
        header: true,
        bom: true,
        escape_formulas: true,
        columns: ['at', 'who', 'as', 'action', 'outcome', 'target', 'changes', 'address', 'device'],
      },
    )
  },
}
