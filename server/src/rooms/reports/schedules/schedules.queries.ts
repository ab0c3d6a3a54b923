import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of schedules and their letters. */

export type ScheduleRow = Selectable<Tables['report_schedules']>
export type NewSchedule = Omit<ScheduleRow, 'web_site_id' | 'schedule_id' | 'filter' | 'created_at'> & {
  filter: string
}

const ofSite = (db: Db, site: Pick<Site, 'web_site_id'>) =>
  db.selectFrom('report_schedules as s').selectAll('s').where('s.web_site_id', '=', site.web_site_id)

export const findSchedulesById = (db: Db, site: Site, ids: readonly number[], reach: Reach) =>
  ofSite(db, site)
    .where('s.schedule_id', 'in', [...ids])
    .where(reach.users('s.user_id'))
    .execute()

/** Returns the schedules that a user made or receives. */
export const findSchedules = (db: Db, site: Site, userId: number) =>
  ofSite(db, site)
    .where(sql<boolean>`(s.user_id = ${userId} or ${userId} = any(s.recipients))`)
    .orderBy('s.schedule_id')
    .execute()

export async function countSchedules(db: Db, site: Site, userId: number): Promise<number> {
  const row = await db
    .selectFrom('report_schedules')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const insertSchedule = (db: Db, site: Site, row: NewSchedule) =>
  db
    .insertInto('report_schedules')
    .values({ web_site_id: site.web_site_id, ...row })
    .returning(['schedule_id', 'next_at'])
    .executeTakeFirstOrThrow()

export const updateSchedule = (db: Db, site: Site, id: number, change: Partial<NewSchedule>) =>
  db
    .updateTable('report_schedules')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('schedule_id', '=', id)
    .execute()

export const deleteSchedule = (db: Db, site: Site, id: number) =>
  db.deleteFrom('report_schedules').where('web_site_id', '=', site.web_site_id).where('schedule_id', '=', id).execute()

/** Takes a person from the recipients. A schedule that nobody receives ends. */
export async function removeRecipient(db: Db, site: Site, id: number, userId: number): Promise<void> {
  await sql`update report_schedules set recipients = array_remove(recipients, ${userId})
    where web_site_id = ${site.web_site_id} and schedule_id = ${id}`.execute(db)
  await sql`delete from report_schedules
    where web_site_id = ${site.web_site_id} and schedule_id = ${id} and recipients = '{}'`.execute(db)
}

export interface LastLetter {
  schedule_id: number
  due_at: Date
  user_id: number
  state: 'waiting' | 'queued' | 'nothing' | 'refused' | 'failed'
  reason: string | null
  mail_state: string | null
  failure_reason: string | null
}

/** Returns the letters of the last time of each schedule, with what became of their mails. */
export async function findLastLetters(db: Db, site: Site, ids: readonly number[]): Promise<LastLetter[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LastLetter>`
    select l.schedule_id, l.due_at, l.user_id, l.state, l.reason, m.state as mail_state, m.failure_reason
    from unnest(${[...ids]}::int[]) as asked(schedule_id)
    cross join lateral (select max(due_at) as due_at from report_letters x
      where x.web_site_id = ${site.web_site_id} and x.schedule_id = asked.schedule_id) as latest
    join report_letters l on l.web_site_id = ${site.web_site_id} and l.schedule_id = asked.schedule_id
      and l.due_at = latest.due_at
    left join report_mails m on m.web_site_id = l.web_site_id and m.mail_id = l.mail_id
    order by l.schedule_id, l.user_id`.execute(db)
  return rows
}

/** Locks a schedule whose time has come; undefined if another node has it, or it is not due any more. */
export const lockDue = (db: Db, site: Pick<Site, 'web_site_id'>, id: number, now: Date) =>
  ofSite(db, site)
    .where('s.schedule_id', '=', id)
    .where('s.next_at', '<=', now)
    .where('s.paused_because', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const findSchedule = (db: Db, site: Pick<Site, 'web_site_id'>, id: number) =>
  ofSite(db, site).where('s.schedule_id', '=', id).executeTakeFirst()

export interface LetterKey {
  web_site_id: number
  schedule_id: number
  due_at: string
  user_id: number
}

export async function insertLetters(db: Db, keys: readonly LetterKey[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .insertInto('report_letters')
    .values([...keys])
    .onConflict((c) => c.doNothing())
    .execute()
}

const ofKey = ({ web_site_id, schedule_id, due_at, user_id }: LetterKey) =>
  sql<boolean>`web_site_id = ${web_site_id} and schedule_id = ${schedule_id} and due_at = ${due_at}::timestamptz
    and user_id = ${user_id}`

/** Locks a letter that is still to be written. */
export const lockLetter = (db: Db, key: LetterKey) =>
  db
    .selectFrom('report_letters')
    .select('user_id')
    .where(ofKey(key))
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()

export interface Outcome {
  state: LastLetter['state']
  reason?: string | null
  mail_id?: string | null
}
export const endLetter = (db: Db, key: LetterKey, outcome: Outcome) =>
  db.updateTable('report_letters').set(outcome).where(ofKey(key)).execute()

/** Makes the letters of a time that did not go out wait again. Returns their readers. */
export async function reopenLetters(db: Db, site: Site, id: number, dueAt: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update report_letters l set state = 'waiting', reason = null, mail_id = null
    where l.web_site_id = ${site.web_site_id} and l.schedule_id = ${id} and l.due_at = ${dueAt}
      and (l.state in ('failed', 'refused') or exists (select from report_mails m
        where m.web_site_id = l.web_site_id and m.mail_id = l.mail_id and m.state = 'failed'))
    returning l.user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
