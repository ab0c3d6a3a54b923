import { contract } from '@cutaway/contract'
import { funnelGroups } from '@cutaway/contract/rooms/reports/filters.ts'
import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import { sql, type RawBuilder } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { generateEvents } from './testing.ts'

/**
 * Every cell of every report is a count of the tables that this file makes itself: it reads all events of the business
 * with their local day, and adds them up in its own way. For each period, role and time zone, around changes of clocks.
 */

const { reports: r } = contract
let w: World
let elena: Person
let businessId: number
beforeAll(async () => {
  w = await world()
  await generateEvents(w)
  elena = await w.loggedIn('enterprise')
  businessId = (await elena.me()).businessentity_id!
  await answered()
}, 120_000)
afterAll(() => w.close())

/** Some sends have a link that is opened, half watched, answered, approved, or taken back. */
async function answered() {
  const { system } = w.database
  const { rows } = await sql<{ recipient_id: number; user_id: number }>`
    select r.recipient_id, s.user_id from send_recipients r join sends s on s.send_id = r.send_id
    where r.web_site_id = 31 and not r.is_suppressed and r.link_id is null and s.businessentity_id = ${businessId}
    order by 1 limit 60`.execute(system)
  for (const [n, { recipient_id, user_id }] of rows.entries()) {
    const { link_id } = await system
      .insertInto('links')
      .values({
        web_site_id: 31,
        token: `fact-${n}`,
        kind: 'email',
        user_id,
        businessentity_id: businessId,
        location_id: null,
        brand_id: 1,
        driverside: 'left',
        language_id: 50,
        fingerprint: null,
        watched_mail_id: null,
        told_answer_id: null,
        asks: null,
        taken_up_by: null,
        expires_at: new Date('2030-01-01'),
      })
      .returning('link_id')
      .executeTakeFirstOrThrow()
    await system.updateTable('send_recipients').set({ link_id }).where('recipient_id', '=', recipient_id).execute()
    if (n % 2 === 0)
      await sql`insert into link_views (web_site_id, link_id, view_key, part_id, language_id, opened_at, first_frame_at,
          last_at, watched_percent)
        values (31, ${link_id}, ${randomUUID()}, 'BRKDSC', 50, now(), now(), now(), ${n % 4 === 0 ? 80 : 20})`.execute(
        system,
      )
    const answers = n % 6 === 0 ? ['approve'] : n % 6 === 2 ? ['approve', 'withdraw'] : n % 6 === 3 ? ['ask'] : []
    for (const [i, answer] of answers.entries())
      await system
        .insertInto('link_answers')
        .values({
          web_site_id: 31,
          link_id,
          request_key: randomUUID(),
          answer: answer as 'approve',
          at: new Date(Date.now() - 60_000 + i * 1000),
          handled_at: null,
          handled_by: null,
        })
        .execute()
  }
}

interface Event {
  day: string
  class_id: number
  location_id: number
  user_id: number
  part_id: string
  kind: string
  language_id: number
  embed_id: number | null
  steps?: string[]
}

/** What each report counts, told a second time. */
const tables: Record<string, RawBuilder<unknown>> = {
  views: sql`select web_site_id, businessentity_id, viewed_at as at, class_id, location_id, user_id, part_id, tracktype as kind, language_id,
    null::text[] as steps from views where what <> 'pdf'`,
  sends: sql`select s.web_site_id, s.businessentity_id, s.created_at as at, s.class_id, s.location_id, s.user_id, s.part_ids[1] as part_id, s.channel as kind,
      s.language_id, null::text[] as steps
    from sends s join send_recipients r on r.send_id = s.send_id
    where not r.is_suppressed and not exists (select from deliveries d
      where d.delivery_id in (r.mail_id, r.message_id) and d.state = 'failed')`,
  links: sql`select web_site_id, businessentity_id, created_at as at, class_id, location_id, user_id, '' as part_id, kind, language_id,
    null::text[] as steps from links where kind in ('websitePromotion', 'pdf')`,
  videos: sql`select s.web_site_id, s.businessentity_id, s.created_at as at, s.class_id, s.location_id, s.user_id, v.part_id, s.channel as kind,
      s.language_id, null::text[] as steps
    from sends s join send_recipients r on r.send_id = s.send_id join custom_videos v on v.part_id = any(s.part_ids)
    where s.web_site_id = v.web_site_id and not r.is_suppressed and not exists (select from deliveries d
      where d.delivery_id in (r.mail_id, r.message_id) and d.state = 'failed')`,
  embeds: sql`select v.web_site_id, v.businessentity_id, v.viewed_at as at, v.class_id, v.location_id, m.user_id, v.part_id, 'embed' as kind,
      50 as language_id, v.embed_id, null::text[] as steps
    from embed_views v join embeds m on m.embed_id = v.embed_id where v.machine is null`,
  logins: sql`select web_site_id, businessentity_id, at, class_id, location_id, user_id, '' as part_id, kind, 0 as language_id, null::text[] as steps
    from logins`,
  funnel: sql`select s.web_site_id, s.businessentity_id, s.created_at as at, s.class_id, s.location_id, s.user_id, s.part_ids[1] as part_id,
      s.channel as kind, s.language_id,
      array_remove(array['sent',
        case when d.state in ('sent', 'delivered') or v.n > 0 or a.last <> 'withdraw' then 'delivered' end,
        case when v.n > 0 or a.last <> 'withdraw' then 'opened' end,
        case when v.most >= 50 then 'half_watched' end,
        case when a.last <> 'withdraw' then 'answered' end,
        case when a.last = 'approve' then 'approved' end], null) as steps
    from sends s join send_recipients r on r.send_id = s.send_id
    left join deliveries d on d.delivery_id = coalesce(r.mail_id, r.message_id)
    left join (select link_id, count(*) as n, max(watched_percent) as most from link_views
      where first_frame_at is not null group by 1) v on v.link_id = r.link_id
    left join (select distinct on (link_id) link_id, answer as last from link_answers where answer <> 'action'
      order by link_id, at desc, answer_id desc) a on a.link_id = r.link_id
    where not r.is_suppressed and coalesce(d.failure, '') <> 'suppressed'`,
}

async function eventsOf(table: string, zone: string): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select to_char(e.at at time zone ${zone}, 'YYYY-MM-DD') as day, coalesce(e.class_id, 0) as class_id,
      coalesce(e.location_id, 0) as location_id, e.user_id, e.part_id, e.kind, e.language_id, e.steps,
      ${table === 'embeds' ? sql`e.embed_id` : sql`null::int as embed_id`}
    from (${tables[table]!}) as e where e.web_site_id = 31 and e.businessentity_id = ${businessId}`.execute(
    w.database.system,
  )
  return rows
}

const kinds =
  (...of: string[]) =>
  (event: Event) =>
    of.includes(event.kind)
const all = () => true
interface Told {
  name: string
  call: 'getPartsViewedReport'
  detail: 'getUsageDetailReport'
  json?: object
  table: string
  counts: (event: Event) => boolean
  /** Sent with the drill-down alone. */
  more: object
}
const reports = [
  ['usage, website', 'getPartsViewedReport', 'getUsageDetailReport', {}, 'views', kinds('portal')],
  [
    'usage, app',
    'getPartsViewedReport',
    'getUsageDetailReport',
    { report_type: 'app' },
    'views',
    kinds('kiosk', 'loop'),
  ],
  [
    'usage, website and app',
    'getPartsViewedReport',
    'getUsageDetailReport',
    { report_type: 'website_and_app' },
    'views',
    kinds('portal', 'kiosk', 'loop'),
  ],
  ['usage, API', 'getPartsViewedReport', 'getUsageDetailReport', { report_type: 'api' }, 'views', kinds('api')],
  ['usage by film', 'getPartsViewedReport', 'getUsageDetailReport', { group_by: 'film' }, 'views', kinds('portal')],
  ['sent, email', 'getEmailSentReport', 'getEmailSentDetailReport', {}, 'sends', kinds('email')],
  ['sent, SMS', 'getEmailSentReport', 'getEmailSentDetailReport', { report_type: 'sms' }, 'sends', kinds('sms', 'mms')],
  [
    'sent, email and SMS',
    'getEmailSentReport',
    'getEmailSentDetailReport',
    { report_type: 'email_and_sms_combined' },
    'sends',
    all,
  ],
  [
    'sent, social',
    'getEmailSentReport',
    'getEmailSentDetailReport',
    { report_type: 'social_share' },
    'sends',
    kinds('social'),
  ],
  [
    'own videos sent',
    'getUserCustomVideoSentReport',
    'getEmailSentDetailReport',
    {},
    'videos',
    all,
    { report_type: 'custom_video' },
  ],
  ['embedded views', 'getEmbeddedAnimationsViewedReport', 'getEmbeddedAnimationsDetailReport', {}, 'embeds', all],
  ['links', 'getGenerateLinkGraphReport', 'getGenerateLinkReportExists', {}, 'links', all],
  ['log-ins', 'getLoginTrackReport', 'getLoginTrackLoginDetails', {}, 'logins', all],
  ['managers', 'getAreaManagersReport', 'getAreaManagersPartsViewedDetails', {}, 'views', kinds('portal')],
].map(
  ([name, call, detail, json, table, counts, more = {}]) => ({ name, call, detail, json, table, counts, more }) as Told,
)

const periods = [
  { dateFilterType: 'daily' },
  { dateFilterType: 'weekly' },
  { dateFilterType: 'monthly' },
  // The clocks of Los Angeles, Jerusalem and Sydney change within these.
  { dateFilterType: 'daily', start_date: '2026/10/20', end_date: '2026/11/04' },
  { dateFilterType: 'daily', start_date: '2026/03/05', end_date: '2026/03/12' },
] as const
const zones = ['America/Los_Angeles', 'Asia/Jerusalem', 'Australia/Sydney', 'Asia/Kathmandu', 'UTC']

const inZone = async (zone: string) => {
  await w.database.system.updateTable('web_sites').set({ time_zone: zone }).where('web_site_id', '=', 31).execute()
  await w.running.services.sites.refresh()
}

/** Whether an event belongs to a row, by the ids that the row shows. `hidden`: the names of colleagues are. */
function isOf(row: ReportRow, event: Event, own: number | null): boolean {
  const user = own === null || event.user_id === own ? event.user_id : 0
  if (row.class_id !== null && row.class_id !== event.class_id) return false
  if (row.location_id !== null && row.location_id !== event.location_id) return false
  if (row.user_id !== null && row.user_id !== user) return false
  if (row.part_id !== null && row.part_id !== event.part_id) return false
  if (row.embed_id !== null && row.embed_id !== event.embed_id) return false
  if (row.channel !== null && row.channel !== event.kind) return false
  return row.row_language === null || row.row_language === event.language_id
}

/** Compares every cell. The reports by system and by manager have rows that events do not name; films and the total do. */
function expectSame(name: string, data: ReportData, events: Event[], own: number | null) {
  const told: Record<string, number> = {}
  const shown: Record<string, number> = {}
  for (const { key, last_date } of data.columns) {
    const inColumn = events.filter(({ day }) => day >= key && day <= last_date!)
    told[`all ${key}`] = inColumn.length
    shown[`all ${key}`] = data.total.values[key]!
    for (const row of data.rows) {
      if (row.row_type === 'system' || row.manager_id !== null) continue
      told[`${row.id} ${key}`] = inColumn.filter((event) => isOf(row, event, own)).length
      shown[`${row.id} ${key}`] = row.values[key]!
    }
  }
  expect({ name, ...shown }).toEqual({ name, ...told })
}

const cellOf = (row: ReportRow, column_name: string) => ({
  column_name,
  type: row.row_type,
  ...Object.fromEntries(
    Object.entries({
      class_id: row.class_id,
      businessentity_location_id: row.location_id,
      user_id: row.user_id,
      manager_id: row.manager_id,
      embed_id: row.embed_id,
      system_id: row.system_id,
      part_id: row.part_id,
      channel: row.channel,
      row_language: row.row_language,
    }).filter(([, value]) => value !== null),
  ),
})

test.each(zones)('every cell of every report, for each period, in %s', async (zone) => {
  await inZone(zone)
  const events = Object.fromEntries(
    await Promise.all(Object.keys(tables).map(async (table) => [table, await eventsOf(table, zone)] as const)),
  )
  for (const { name, call, json, table, counts } of reports)
    for (const period of periods) {
      const data = await elena.call(r[call], { params: { json: { ...period, ...json } } as never })
      expectSame(`${name}, ${zone}, ${JSON.stringify(period)}`, data, events[table]!.filter(counts), null)
    }
  await inZone('America/Los_Angeles')
})

test.each(['regional', 'location', 'advisor', 'edumanager', 'staff'])('what a person of role %s sees', async (name) => {
  const zone = 'America/Los_Angeles'
  const person = await w.loggedIn(name)
  const me = await person.me()
  const { rows } = await sql<{ location_id: number }>`
    select l.location_id from user_location_classes m
      join location_class_locations l on l.class_id = m.class_id and ${me.user_access_id} = 4 where m.user_id = ${me.user_id}
    union select location_id from users where user_id = ${me.user_id} and ${me.user_access_id} <> 4`.execute(
    w.database.system,
  )
  const own = me.user_access_id === 6 ? me.user_id : null
  const mine = new Set(rows.map(({ location_id }) => location_id))
  for (const { name: report, call, detail, json, table, counts, more } of reports) {
    const events = (await eventsOf(table, zone)).filter((event) => counts(event) && mine.has(event.location_id))
    for (const period of periods.slice(0, 3)) {
      const data = await person.call(r[call], { params: { json: { ...period, ...json } } as never })
      expectSame(`${report} of ${name}`, data, events, own)
      // The drill-down lists the same events: the total and some cells.
      const cells = data.rows.flatMap((row) => data.columns.map(({ key }) => ({ row, key, n: row.values[key] ?? 0 })))
      const chosen = cells.filter(({ n }) => n > 0).filter((_, i, found) => i % Math.ceil(found.length / 3) === 0)
      const count = async (cell: object) =>
        (await person.call(r[detail], { params: { json: { ...period, ...json, ...more, ...cell } } as never })).total
          .rows
      expect(await count({})).toBe(data.total.total)
      for (const { row, key, n } of chosen)
        expect([row.id, key, await count(cellOf(row, key))]).toEqual([row.id, key, n])
    }
  }
})

test.each(reports.map((report) => [report.name, report] as const))(
  '%s: every cell, average and total is the number of the rows behind it',
  async (_, { call, detail, json, more }) => {
    const period = { dateFilterType: 'weekly', start_date: '2026/10/05', end_date: '2026/11/22' }
    const data = await elena.call(r[call], { params: { json: { ...period, ...json } } as never })
    const told: Record<string, number> = {}
    const listed: Record<string, number> = {}
    for (const row of [undefined, ...data.rows])
      for (const { key } of [...data.columns, { key: 'total' }]) {
        const of = row ?? data.total
        const n = key === 'total' ? of.total : of.values[key]!
        const cell = row ? cellOf(row, key) : { column_name: key }
        told[`${row?.id} ${key}`] = n
        const { total } = await elena.call(r[detail], {
          params: { json: { ...period, ...json, ...more, ...cell, size: 1 } } as never,
        })
        listed[`${row?.id} ${key}`] = total.rows
      }
    expect(listed).toEqual(told)
  },
)

test.each(zones)('films by their views, with the people who watched them, in %s', async (zone) => {
  await inZone(zone)
  const events = (await eventsOf('views', zone)).filter(kinds('portal'))
  for (const period of periods) {
    const data = await elena.call(r.getFrequentlyViewedPartsReport, { params: { json: period } as never })
    const [from, to] = [data.start_date, data.end_date].map((day) => day.replaceAll('/', '-'))
    const inPeriod = events.filter(({ day }) => day >= from! && day <= to!)
    const films = Map.groupBy(inPeriod, ({ part_id }) => part_id)
    expect(
      Object.fromEntries(data.rows.map(({ part_id, values }) => [part_id, [values['views'], values['people']]])),
    ).toEqual(
      Object.fromEntries(
        [...films].map(([id, of]) => [id, [of.length, new Set(of.map(({ user_id }) => user_id)).size]]),
      ),
    )
    expect(data.total.values['views']).toBe(inPeriod.length)
  }
  await inZone('America/Los_Angeles')
})

test('every link that was made is listed, with its opens and answers as the tables have them', async () => {
  const data = await elena.call(r.getGenerateLinkGraphReport, { params: { json: {} } as never })
  const [from, to] = [data.start_date, data.end_date].map((day) => day.replaceAll('/', '-'))
  const { rows } = await sql<{ made: number; opened: number; answered: number }>`
    select count(*)::int as made,
      (count(*) filter (where link_id in (select link_id from link_views where first_frame_at is not null)))::int as opened,
      (count(*) filter (where link_id in (select link_id from link_answers)))::int as answered
    from links where web_site_id = 31 and businessentity_id = ${businessId} and kind in ('websitePromotion', 'pdf')
      and (created_at at time zone 'America/Los_Angeles')::date between ${from}::date and ${to}::date`.execute(
    w.database.system,
  )
  const sums = Object.fromEntries(
    data.series.map(({ key, values }) => [key, Object.values(values).reduce((a, b) => a + b, 0)]),
  )
  expect(sums).toEqual(rows[0])
  expect(rows[0]!.opened).toBeGreaterThan(0)
})

test.each(funnelGroups)(
  'the funnel by %s: every step is the number of its rows, and of the tables',
  async (group_by) => {
    const json = { group_by, report_range: 'Last Twelve Months' }
    const data = await elena.call(r.getFunnelReport, { params: { json } as never })
    const from = data.start_date.replaceAll('/', '-')
    const events = (await eventsOf('funnel', 'America/Los_Angeles')).filter(({ day }) => day >= from)
    const count = async (cell: object) =>
      (await elena.call(r.getFunnelDetailReport, { params: { json: { ...json, ...cell } } as never })).total.rows
    const steps = data.columns.map(({ key }) => key).filter((key) => key !== 'rate')
    for (const [i, step] of steps.entries()) {
      const reached = (event: Event) => event.steps!.includes(step)
      expect([step, data.total.values[step]]).toEqual([step, events.filter(reached).length])
      expect(await count({ column_name: step })).toBe(data.total.values[step])
      if (i > 0)
        expect(await count({ column_name: `lost_${step}` })).toBe(
          events.filter((event) => event.steps!.includes(steps[i - 1]!) && !reached(event)).length,
        )
      for (const row of data.rows)
        expect([row.id, step, row.values[step]]).toEqual([
          row.id,
          step,
          events.filter((event) => reached(event) && isOf(row, event, null)).length,
        ])
    }
    const [row] = data.rows
    expect(await count(cellOf(row!, 'opened'))).toBe(row!.values['opened'])
    // Few sends have no rate; the others come in its order.
    const rates = data.rows.map(({ values }) => values['rate'])
    expect(data.rows.every(({ total, values }) => total >= 20 === 'rate' in values)).toBe(true)
    expect(rates).toEqual(rates.toSorted((a, b) => (b ?? -1) - (a ?? -1)))
  },
)
