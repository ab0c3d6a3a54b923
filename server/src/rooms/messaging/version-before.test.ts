import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { systemClock } from '../../core/clock.ts'
import { readConfig } from '../../core/config.ts'
import { makeDatabase, type Database } from '../../core/db/database.ts'
import { embeddedEngine } from '../../core/db/engine.embedded.ts'
import { makeJobs, type Jobs } from '../../core/jobs/jobs.ts'
import { makeLog } from '../../core/observability/log.ts'
import { siteDirectory, type SiteDirectory } from '../../core/tenancy.ts'
import { testDatabase } from '../../testing/database.ts'
import { everyoneWilling } from '../../testing/recipients.ts'
import { mailWorker } from './mail.ts'
import { registerOutbox, requeueStale } from './outbox.ts'
import { moveLeftovers, registerVersionBefore } from './version-before.ts'

/**
 * Mails and text messages of the previous release: the migration of its rows, and what its nodes queue while they still
 * run.
 */

const at = new Date('2026-03-01T10:00:00Z')

async function oldMail({ system }: Database, state: string, more: Record<string, unknown> = {}): Promise<string> {
  const row = {
    web_site_id: 31,
    mail_id: randomUUID(),
    to_address: 'anna@garage.test',
    from_name: 'Garage',
    reply_to: 'garage@garage.test',
    subject: state,
    html: 'h',
    text: 't',
    language_code: 'en-US',
    created_at: at,
    state,
    attempts: 1,
    ...more,
  }
  await system
    .insertInto('mails')
    .values(row as never)
    .execute()
  return row.mail_id
}
async function oldText({ system }: Database, state: string, more: Record<string, unknown> = {}): Promise<string> {
  const row = {
    web_site_id: 31,
    message_id: randomUUID(),
    kind: 'sms',
    to_number: '+15035550142',
    body: 'b',
    segments: 1,
    language_code: 'en-US',
    created_at: at,
    state,
    attempts: 1,
    ...more,
  }
  await system
    .insertInto('messages')
    .values(row as never)
    .execute()
  return row.message_id
}
const delivery = ({ system }: Database, id: string) =>
  system.selectFrom('deliveries').selectAll().where('delivery_id', '=', id).executeTakeFirst()

test(
  'the migration moves all that has ended, and leaves to the nodes that still run what is under way',
  { timeout: 60_000 },
  async () => {
    const database = makeDatabase(await embeddedEngine({}), { statementTimeoutSeconds: 30 })
    const migrator = new Migrator({
      db: database.system,
      provider: { getMigrations: () => Promise.resolve(migrations) },
    })
    expect((await migrator.migrateTo('0012-sharing')).error).toBeUndefined()
    await sql`insert into languages (language_id, language_code, name, direction) values (50, 'en-US', 'English', 'ltr')`.execute(
      database.system,
    )
    await sql`insert into brands (brand_id, name, vehicle_kind) values (1, 'Any', 'car')`.execute(database.system)
    await sql`insert into web_sites select (json_populate_record(null::web_sites, ${JSON.stringify({
      web_site_id: 31,
      name: 'Garage',
      company: 'Garage',
      mark: 'G',
      brand_colour: '#112233',
      brand_id: 1,
      driverside: 'left',
      default_lang_id: 50,
      default_video_type: 'narrated',
      vehicle_layout_view: '',
      country_code_iso: 'US',
      currency: 'USD',
      time_zone: 'UTC',
      free_trail_time: 1,
      free_trail_limit: 1,
      contact_email: 'garage@garage.test',
      contact_phone: '1',
      settings: {},
      updated_at: at,
    })}::json)).*`.execute(database.system)
    const later = new Date('2026-03-01T10:05:00Z')
    const ids = {
      kept: await oldMail(database, 'kept', { sent_at: later }),
      sent: await oldMail(database, 'sent', { sent_at: later }),
      failed: await oldMail(database, 'failed', { given_up_at: later, last_error: 'no such user' }),
      unknown: await oldMail(database, 'unknown', { given_up_at: later }),
      bounced: await oldMail(database, 'bounced', { sent_at: at, bounced_at: later, bounce_reason: '5.1.1 gone' }),
      waiting: await oldMail(database, 'waiting'),
      delivered: await oldText(database, 'delivered', { delivered_at: later, provider_id: 'SM1' }),
      undelivered: await oldText(database, 'undelivered', { given_up_at: later, error_code: '30003' }),
      sending: await oldText(database, 'sending', { handed_at: at }),
    }
    expect((await migrator.migrateToLatest()).error).toBeUndefined()
    const moved = Object.fromEntries(
      await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await delivery(database, id)] as const)),
    )
    expect(moved).toMatchObject({
      kept: { channel: 'mail', state: 'sent', carrier: 'outbox', sent_at: later, due_at: null, created_at: at },
      sent: { state: 'sent', carrier: 'smtp' },
      failed: { state: 'failed', failure: 'rejected', last_error: 'no such user', ended_at: later },
      unknown: { state: 'outcome_unknown', ended_at: later },
      bounced: { state: 'failed', failure: 'bounced', last_error: '5.1.1 gone', ended_at: later },
      delivered: { channel: 'text', state: 'delivered', carrier_reference: 'SM1', ended_at: later },
      undelivered: { state: 'failed', failure: 'undelivered', error_code: '30003' },
    })
    expect([moved['waiting'], moved['sending']]).toEqual([undefined, undefined])
    await database.close()
  },
)

describe('beside nodes of the previous version', () => {
  let database: Database
  let remove: () => Promise<void>
  let sites: SiteDirectory
  let jobs: Jobs
  beforeAll(async () => {
    ;({ database, remove } = await testDatabase())
    sites = await siteDirectory(database, 31, () => undefined)
    const log = makeLog({ logLevel: 'silent' })
    jobs = makeJobs(database.engine, log, { pollSeconds: 0.5 })
    const services = { config: readConfig({}), database, sites, jobs, clock: systemClock, log }
    registerOutbox(services, [mailWorker(services, everyoneWilling)])
    registerVersionBefore(services)
    await jobs.start()
  })
  afterAll(async () => {
    await jobs.stop(1)
    sites.stop()
    await remove()
  })

  test('a mail that such a node queued is delivered by the node that gets its job', async () => {
    const mail_id = await oldMail(database, 'waiting', { attempts: 0, created_at: new Date() })
    await jobs.enqueue(database.system, 'mail.deliver', { web_site_id: 31, mail_id }, { singletonKey: mail_id })
    await expect.poll(async () => (await delivery(database, mail_id))?.state).toBe('pending')
    await requeueStale({ database, jobs }, -1)
    await expect.poll(async () => (await delivery(database, mail_id))?.state).toBe('sent')
  })

  test('a mail with a job is left alone; one without a job and a finished one are moved', async () => {
    const theirs = await oldMail(database, 'waiting')
    const job = { web_site_id: 31, mail_id: theirs }
    const tomorrow = new Date(Date.now() + 86_400_000)
    await jobs.enqueue(database.system, 'mail.deliver', job, { singletonKey: theirs, startAfter: tomorrow })
    const lost = await oldMail(database, 'sending')
    const ended = await oldMail(database, 'kept', { sent_at: at })
    await moveLeftovers(database.system)
    expect(await delivery(database, theirs)).toBeUndefined()
    expect((await delivery(database, lost))?.state).toBe('pending')
    expect((await delivery(database, ended))?.state).toBe('sent')
    // A second run changes nothing.
    await moveLeftovers(database.system)
    expect((await delivery(database, ended))?.attempts).toBe(1)
  })

  test('a message that such a node was sending is looked up first', async () => {
    const id = await oldText(database, 'sending', { handed_at: at })
    await moveLeftovers(database.system)
    const attempts = await database.system
      .selectFrom('delivery_attempts')
      .select(['attempt', 'result', 'started_at'])
      .where('delivery_id', '=', id)
      .execute()
    expect(attempts).toEqual([{ attempt: 1, result: 'abandoned', started_at: at }])
  })
})
