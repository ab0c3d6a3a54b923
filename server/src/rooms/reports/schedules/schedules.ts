import type * as contract from '@cutaway/contract/rooms/reports/schedules.ts'
import { mostSchedules, type ReportSchedule, type ScheduledFilter } from '@cutaway/contract/rooms/reports/schedules.ts'
import type { z } from 'zod'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { filterOf, scopeOf } from '../scope.ts'
import { findUsers } from '../scope.queries.ts'
import { findUsers as findNames } from '../names.queries.ts'
import { previewLetter, writeLetter, type Plan } from './compose.ts'
import { nextAfter } from './due.ts'
import { enqueueLetter } from './jobs.ts'
import * as queries from './schedules.queries.ts'

/** Schedules of reports, and their letters as people see them. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    report_schedule: queries.ScheduleRow
  }
}
export const scheduleRecords: RecordLoader<queries.ScheduleRow> = {
  find: queries.findSchedulesById,
  idOf: ({ schedule_id }) => schedule_id,
}

type Given = Omit<Plan, 'filter'> & {
  filter: z.output<typeof ScheduledFilter>
  recipients: number[]
  time_zone?: string | undefined
}
const targetOf = (id: number) => ({ kind: 'report_schedule', id })

/** Checks that the caller may see what is sent, and that its readers are people of the business. */
async function checked(call: AnyCall, { filter, recipients }: Pick<Given, 'filter' | 'recipients'>): Promise<void> {
  const scope = await scopeOf(call, filter.businessentity_id)
  await filterOf(call, scope, filter)
  const known = new Set(
    (await findUsers(call.db, call.site, scope)).flatMap(({ user_id, is_deleted }) => (is_deleted ? [] : [user_id])),
  )
  const own = call.caller.user.user_id
  if (recipients.some((id) => id !== own && !known.has(id))) fail('report_recipient_not_found')
}

const rowOf = (call: AnyCall, given: Given) => ({
  report: given.report,
  filter: JSON.stringify(stored(given.filter)),
  frequency: given.frequency,
  weekday: given.frequency === 'weekly' ? given.weekday : null,
  month_day: given.frequency === 'monthly' ? given.month_day : null,
  hour: given.hour,
  recipients: [...new Set(given.recipients)],
  with_csv: given.with_csv,
  only_with_events: given.only_with_events,
  paused_because: null,
  time_zone: given.time_zone ?? null,
  next_at: nextAfter(call.services.clock.now(), given, given.time_zone ?? call.site.time_zone),
})

/** The filter as calls take it: all is -1. */
const stored = (filter: Given['filter']) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? -1]])),
  )

/** What of a schedule the audit log keeps. */
const noted = ({ report, frequency, hour, recipients }: Given) => ({
  report,
  frequency,
  hour,
  recipients: recipients.join(', '),
})

export const schedules: Handlers<typeof contract> = {
  getReportSchedules: async ({ caller, site, db }) => {
    const own = caller.user.user_id
    const rows = await queries.findSchedules(db, site, own)
    const letters = Map.groupBy(
      await queries.findLastLetters(
        db,
        site,
        rows.map(({ schedule_id }) => schedule_id),
      ),
      ({ schedule_id }) => schedule_id,
    )
    const people = rows.flatMap(({ user_id, recipients }) => [user_id, ...recipients])
    const found = await findNames(db, site, [...new Set(people)])
    const nameOf = (id: number) => found.find(({ user_id }) => user_id === id)?.name ?? ''
    return rows.map((row): ReportSchedule => {
      const isOwn = row.user_id === own
      // Whoever only receives it does not learn who else does.
      const shown = isOwn ? row.recipients : [own]
      const last = (letters.get(row.schedule_id) ?? []).filter(({ user_id }) => shown.includes(user_id))
      return {
        id: row.schedule_id,
        report: row.report as ReportSchedule['report'],
        filter: row.filter,
        frequency: row.frequency,
        weekday: row.weekday ?? 1,
        month_day: row.month_day ?? 1,
        hour: row.hour,
        recipients: shown.map((user_id) => ({ user_id, name: nameOf(user_id) })),
        with_csv: row.with_csv,
        only_with_events: row.only_with_events,
        time_zone: row.time_zone ?? site.time_zone,
        is_own: isOwn,
        owner: nameOf(row.user_id),
        paused_because: row.paused_because,
        next_at: row.next_at.toISOString(),
        last: lastOf(last, nameOf),
      }
    })
  },
  addReportSchedule: async (call) => {
    const { body, caller, site, db, audit } = call
    await checked(call, body)
    if ((await queries.countSchedules(db, site, caller.user.user_id)) >= mostSchedules)
      fail('report_too_many_schedules')
    const row = await queries.insertSchedule(db, site, { user_id: caller.user.user_id, ...rowOf(call, body) })
    audit({ target: targetOf(row.schedule_id), after: noted(body) })
    return { id: row.schedule_id, next_at: row.next_at.toISOString() }
  },
  changeReportSchedule: async (call) => {
    const { body, site, db, audit } = call
    await checked(call, body)
    const row = rowOf(call, body)
    await queries.updateSchedule(db, site, body.id, row)
    audit({ after: noted(body) })
    return { id: body.id, next_at: row.next_at.toISOString() }
  },
  pauseReportSchedule: async ({ body, owned, site, db, services, audit }) => {
    const next_at = nextAfter(services.clock.now(), owned.id, owned.id.time_zone ?? site.time_zone)
    await queries.updateSchedule(
      db,
      site,
      body.id,
      body.paused ? { paused_because: 'person' } : { paused_because: null, next_at },
    )
    audit({ after: { paused: body.paused } })
    return null
  },
  deleteReportSchedule: async ({ params, site, db }) => {
    await queries.deleteSchedule(db, site, params.id)
    return null
  },
  leaveReportSchedule: async ({ body, caller, site, db }) => {
    await queries.removeRecipient(db, site, body.id, caller.user.user_id)
    return null
  },
  sendReportNow: async (call) => {
    const { body, caller, site, db, services, origin } = call
    const own = caller.user.user_id
    await checked(call, { ...body, recipients: [own] })
    const plan = { ...body, filter: stored(body.filter), only_with_events: false }
    const outcome = await writeLetter(db, services, site, plan, { at: services.clock.now(), userId: own, origin })
    if (outcome.state !== 'queued') fail('report_letter_no_address')
    return null
  },
  getNextReportLetter: async ({ params: { json }, site, services }) => ({
    next_at: nextAfter(services.clock.now(), json, json.time_zone ?? site.time_zone).toISOString(),
  }),
  previewReportLetter: async (call) => {
    const { body, caller, site, db, services, origin } = call
    const own = caller.user.user_id
    await checked(call, { ...body, recipients: [own] })
    const plan = { ...body, filter: stored(body.filter) }
    return (
      (await previewLetter(db, services, site, plan, { at: services.clock.now(), userId: own, origin })) ?? notFound()
    )
  },
  resendReportLetters: async ({ body, site, db, services, audit }) => {
    const [last] = await queries.findLastLetters(db, site, [body.id])
    const readers = last ? await queries.reopenLetters(db, site, body.id, last.due_at) : notFound()
    for (const user_id of readers)
      await enqueueLetter(db, services, {
        web_site_id: site.web_site_id,
        schedule_id: body.id,
        due_at: last!.due_at.toISOString(),
        user_id,
      })
    audit(readers.length > 0 ? { after: { sent_again: readers.length } } : false)
    return null
  },
}

/** What became of the letters of one time. A mail that the recipient's server refused later has failed too. */
function lastOf(letters: readonly queries.LastLetter[], nameOf: (id: number) => string): ReportSchedule['last'] {
  const [first] = letters
  if (!first) return null
  const failure = ({ state, reason, mail_state, failure_reason }: queries.LastLetter) =>
    state === 'failed' || state === 'refused'
      ? (reason ?? 'error')
      : mail_state === 'failed'
        ? (failure_reason ?? 'error')
        : null
  return {
    at: first.due_at.toISOString(),
    sent: letters.filter((letter) => letter.state === 'queued' && failure(letter) === null).length,
    nothing: letters.filter(({ state }) => state === 'nothing').length,
    failures: letters.flatMap((letter) => {
      const reason = failure(letter)
      return reason === null ? [] : [{ name: nameOf(letter.user_id), reason }]
    }),
  }
}
