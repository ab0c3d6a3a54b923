import { contract } from '@cutaway/contract'
import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from '../../core/import/table.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { generateEvents } from './testing.ts'

/** Reports: every number equals the rows behind it and a count in plain SQL, for every role, period and time zone. */

const { reports: r } = contract
let w: World
let elena: Person
let dana: Person
let businessId: number

beforeAll(async () => {
  w = await world()
  await generateEvents(w)
  elena = await w.loggedIn('enterprise')
  dana = await w.loggedIn('advisor')
  businessId = (await elena.me()).businessentity_id!
}, 120_000)
afterAll(() => w.close())

const zones = ['America/Los_Angeles', 'Asia/Jerusalem', 'Australia/Sydney', 'Asia/Kathmandu', 'UTC']
const inZone = async (zone: string) => {
  await w.database.system.updateTable('web_sites').set({ time_zone: zone }).where('web_site_id', '=', 31).execute()
  await w.running.services.sites.refresh()
}

type Details = (cell: object) => Promise<number>

/** The ids of a row, as the drill-down takes them. */
const cellOf = (row: ReportRow) => ({
  type: row.row_type,
  ...(row.class_id === null ? {} : { class_id: row.class_id }),
  ...(row.location_id === null ? {} : { businessentity_location_id: row.location_id }),
  ...(row.user_id === null ? {} : { user_id: row.user_id }),
  ...(row.manager_id === null ? {} : { manager_id: row.manager_id }),
  ...(row.embed_id === null ? {} : { embed_id: row.embed_id }),
  ...(row.part_id === null ? {} : { part_id: row.part_id }),
  ...(row.system_id === null ? {} : { system_id: row.system_id }),
})

/** A row is the sum of its children, the total that of all, and every sampled cell the number of its rows. */
async function expectExplained(data: ReportData, count: Details, { many = 12 } = {}) {
  const periods = data.columns.filter(({ date }) => date !== undefined)
  for (const row of data.rows) {
    const children = data.rows.filter(({ parent }) => parent === row.id)
    if (children.length === 0) continue
    for (const { key } of periods)
      expect(row.values[key]).toBe(children.reduce((sum, child) => sum + child.values[key]!, 0))
  }
  const cells = data.rows.flatMap((row) =>
    Object.entries(row.values).flatMap(([key, n]) =>
      n > 0 && periods.some((p) => p.key === key) ? [{ row, key, n }] : [],
    ),
  )
  const step = Math.max(1, Math.floor(cells.length / many))
  for (const { row, key, n } of cells.filter((_, i) => i % step === 0))
    expect([row.id, key, await count({ ...cellOf(row), column_name: key })]).toEqual([row.id, key, n])
  expect(await count({ type: 'total' })).toBe(data.total.total)
}

describe('every number is explained by its rows', () => {
  const units = ['daily', 'weekly', 'monthly'] as const
  test.each([
    [
      'usage',
      'getPartsViewedReport',
      'getUsageDetailReport',
      [{ report_type: 'website' }, { report_type: 'website_and_app' }, { group_by: 'film' }],
    ],
    [
      'sent',
      'getEmailSentReport',
      'getEmailSentDetailReport',
      [{ report_type: 'email' }, { report_type: 'email_and_sms_combined' }],
    ],
    ['own videos', 'getUserCustomVideoSentReport', 'getEmailSentDetailReport', [{}]],
    ['links', 'getGenerateLinkGraphReport', 'getGenerateLinkReportExists', [{}]],
    ['managers', 'getAreaManagersReport', 'getAreaManagersPartsViewedDetails', [{}]],
    ['log-ins', 'getLoginTrackReport', 'getLoginTrackLoginDetails', [{}]],
  ] as const)('%s', async (name, report, detail, kinds) => {
    for (const kind of kinds)
      for (const dateFilterType of units) {
        const json = { dateFilterType, ...kind }
        const data = await elena.call(r[report], { params: { json } as never })
        if (dateFilterType === 'monthly') expect(data.total.total, name).toBeGreaterThan(0)
        const ofVideos = name === 'own videos' ? { report_type: 'custom_video' } : {}
        const count: Details = async (cell) => {
          const { total, rows } = await elena.call(r[detail], {
            params: { json: { ...json, ...ofVideos, ...cell, size: 500 } } as never,
          })
          if (total.rows <= 500) expect(rows).toHaveLength(total.rows)
          return total.rows
        }
        await expectExplained(data, count, { many: 5 })
      }
  })

  test('frequently viewed: shares add up to 100, and a film’s number is that of its rows', async () => {
    const data = await elena.call(r.getFrequentlyViewedPartsReport, { params: { json: {} } as never })
    const shares = data.rows.map(({ values }) => values['share']!)
    expect(Math.round(shares.reduce((a, b) => a + b, 0) * 10)).toBe(1000)
    const [first] = data.rows
    const rows = await elena.call(r.getUsageDetailReport, {
      params: { json: { ...cellOf(first!), column_name: 'views' } } as never,
    })
    expect(rows.total.rows).toBe(first!.values['views'])
  })
})

/** Opens an embed on a page, and reports that a frame of its film was decoded. */
async function watchOn(referer: string, url: string, watcher = 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0') {
  const visitor = w.visitor()
  const { pathname, search } = new URL(url)
  const headers = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0',
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
    referer,
  }
  const page = await (await visitor.request(`${pathname}${search}`, { headers })).text()
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!) as {
    report: { view: object }
  }
  await visitor.request('/api/v1/embedViewed', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': watcher },
    body: JSON.stringify({ ...data.report.view, view_key: randomUUID() }),
  })
}

test('embedded views: people count, programs do not, and the drill-down names film, owner and website', async () => {
  const add = (fields: object) =>
    elena.call(contract.embeds.addIframe, {
      body: { web_site_id: 31, embed_type: 'single', part_id: 'BRKDSC', domain_name: 'northgate.example', ...fields },
    })
  const embed = await add({})
  const menu = await add({ embed_type: 'menu', part_id: '', domain_name: 'pinewood.example' })
  await watchOn('https://www.northgate.example/brakes', embed.url)
  await watchOn('https://northgate.example/brakes', embed.url)
  await watchOn('https://northgate.example/', embed.url, 'Googlebot/2.1')
  await watchOn('https://pinewood.example/', menu.url)
  await w.database.system.updateTable('embeds').set({ deleted_at: new Date() }).execute()

  // Others of the business have embeds too: these are Elena's.
  const { user_id } = await elena.me()
  const json = { dateFilterType: 'daily' as const, filter_user_id: user_id }
  const data = await elena.call(r.getEmbeddedAnimationsViewedReport, {
    params: { json: { dateFilterType: 'daily', user_id } } as never,
  })
  const count: Details = async (cell) => {
    const details = await elena.call(r.getEmbeddedAnimationsDetailReport, {
      params: { json: { ...json, ...cell } } as never,
    })
    return details.total.rows
  }
  const top = data.rows.filter(({ parent }) => parent === null)
  expect(top.map(({ class_name, total, deleted }) => [class_name, total, deleted])).toEqual([
    ['Disc brake · northgate.example', 2, true],
    ['Menu · pinewood.example', 1, true],
  ])
  await expectExplained(data, count)
  const details = await elena.call(r.getEmbeddedAnimationsDetailReport, {
    params: { json: { ...json, type: 'embed', embed_id: embed.id } } as never,
  })
  expect(details.rows.map(({ animation_name, username, host }) => [animation_name, username, host])).toEqual([
    ['Disc brake', 'Elena Voss', 'northgate.example'],
    ['Disc brake', 'Elena Voss', 'www.northgate.example'],
  ])
  const rival = await w.loggedIn('enterprise2')
  const all = { dateFilterType: 'daily' as const }
  expect(await rival.send(r.getEmbeddedAnimationsViewedReport, { params: { json: all } as never })).toMatchObject({
    message: 'no_records_found',
  })
})

test.each(zones)('periods in %s are those of a count in plain SQL by local date', async (zone) => {
  await inZone(zone)
  for (const json of [
    { dateFilterType: 'monthly' as const },
    { dateFilterType: 'daily' as const, start_date: '2026/10/20', end_date: '2026/11/04' },
    { dateFilterType: 'daily' as const, start_date: '2026/03/05', end_date: '2026/03/12' },
  ]) {
    const data = await elena.call(r.getPartsViewedReport, { params: { json } as never })
    for (const { key, last_date } of data.columns) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from views
        where web_site_id = 31 and businessentity_id = ${businessId} and what in ('film', 'loop') and tracktype = 'portal'
          and (viewed_at at time zone ${zone})::date between ${key}::date and ${last_date!}::date`.execute(
        w.database.system,
      )
      expect([zone, key, data.total.values[key]]).toEqual([zone, key, rows[0]!.n])
    }
  }
  await inZone('America/Los_Angeles')
})

describe('who sees what', () => {
  const usage = (person: Person, json: object = {}) =>
    person.send(r.getPartsViewedReport, { params: { json } as never })

  test('a manager of a region sees its locations, a manager of a location that one, as plain SQL counts them', async () => {
    for (const name of ['regional', 'location', 'edumanager', 'staff'] as const) {
      const person = await w.loggedIn(name)
      const { user_id } = await person.me()
      const places =
        name === 'regional'
          ? sql`select l.location_id from user_location_classes m join location_class_locations l on l.class_id = m.class_id where m.user_id = ${user_id}`
          : sql`select location_id from users where user_id = ${user_id}`
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from views where web_site_id = 31
        and businessentity_id = ${businessId} and what in ('film', 'loop') and tracktype = 'portal'
        and location_id in (${places}) and (viewed_at at time zone 'America/Los_Angeles')::date
          between '2026-09-01' and '2026-09-30'`.execute(w.database.system)
      const { data } = await usage(person, { start_date: '2026/09/01', end_date: '2026/09/30' })
      expect([name, data!.total.total]).toEqual([name, rows[0]!.n])
    }
  })

  test('Dana sees her location, but no name of a colleague, in the report and behind it', async () => {
    const { data } = await usage(dana)
    const users = data!.rows.filter(({ row_type }) => row_type === 'user')
    expect(users.map(({ class_name, label_key }) => class_name || label_key).toSorted()).toEqual([
      'Dana Whitlock',
      'report_colleagues',
    ])
    const rows = await dana.call(r.getUsageDetailReport, { params: { json: { type: 'total', size: 500 } } as never })
    expect(rows.total.rows).toBe(data!.total.total)
    expect(new Set(rows.rows.map(({ username }) => username))).toEqual(new Set(['Dana Whitlock', null]))
    expect(rows.columns.map(({ key }) => key)).not.toContain('remote_address')
  })

  test('a filter outside the scope is refused, not emptied', async () => {
    const rival = await (await w.loggedIn('enterprise2')).me()
    const liam = await w.loggedIn('location')
    const { user_id } = await elena.me()
    const other = await w.database.system
      .selectFrom('locations')
      .select(['location_id'])
      .where('web_site_id', '=', 31)
      .where('businessentity_id', '=', businessId)
      .orderBy('location_id')
      .execute()
    const own = await w.database.system
      .selectFrom('users')
      .select('location_id')
      .where('username', '=', 'location')
      .where('web_site_id', '=', 31)
      .executeTakeFirstOrThrow()
    const strange = other.find(({ location_id }) => location_id !== own.location_id)!.location_id
    for (const [person, json] of [
      [elena, { businessentity_id: rival.businessentity_id }],
      [elena, { user_id: rival.user_id }],
      [elena, { users: [rival.user_id] }],
      [liam, { businessentity_location_id: strange }],
      [dana, { user_id }],
    ] as const)
      expect(await usage(person, json)).toMatchObject({ http: 403, status: 0 })
    expect(await usage(await w.loggedIn('super'))).toMatchObject({
      status: 0,
      message: 'Please select business entity',
    })
    expect(await usage(await w.loggedIn('super'), { businessentity_id: rival.businessentity_id })).toMatchObject({
      status: 1,
    })
  })

  test('someone without the right is refused', async () => {
    expect(await usage(await w.loggedIn('student'))).toMatchObject({ http: 403 })
  })
})

describe('bad input', () => {
  test.each([
    [
      'a period that ends before it begins',
      { start_date: '2026/05/02', end_date: '2026/05/01' },
      'report_period_reversed',
    ],
    ['ten years', { start_date: '2016/05/02', end_date: '2026/05/01' }, 'report_period_too_long'],
  ])('%s', async (_, json, message) => {
    expect(await elena.send(r.getPartsViewedReport, { params: { json } as never })).toMatchObject({
      status: 0,
      message,
    })
  })
  test('a brand that does not exist has no rows', async () => {
    expect(await elena.send(r.getPartsViewedReport, { params: { json: { brand_id: 4711 } } as never })).toMatchObject({
      status: 1,
      message: 'no_records_found',
      data: { rows: [] },
    })
  })
  test('malformed JSON, and a filter of more than 4 KB', async () => {
    const path = '/api/v1/getPartsViewedReport/'
    expect((await elena.request(`${path}${encodeURIComponent('{"dateFilterType":')}`)).status).toBe(400)
    expect((await elena.request(`${path}${encodeURIComponent(JSON.stringify({ x: 'y'.repeat(4200) }))}`)).status).toBe(
      400,
    )
  })
  test('a report asked for twice at once is answered twice, alike', async () => {
    const [a, b] = await Promise.all(
      [elena, elena].map((p) => p.call(r.getPartsViewedReport, { params: { json: {} } as never })),
    )
    expect(a).toEqual(b)
  })
})

test('raw data is CSV with a byte order mark, without formulas, and holds every row', async () => {
  const read = async (call: 'getUsageRawDataReport' | 'getEmailSentRawDataReport') => {
    const response = await elena.request(`/api/v1/${call}/${encodeURIComponent('{}')}`)
    return {
      text: Buffer.from(await response.arrayBuffer()).toString(),
      name: response.headers.get('content-disposition'),
    }
  }
  const usage = await read('getUsageRawDataReport')
  expect(usage.name).toContain('usage_report.csv')
  expect(usage.text.startsWith('\uFEFF')).toBe(true)
  const { total } = await elena.call(r.getPartsViewedReport, { params: { json: {} } as never })
  expect(usage.text.trimEnd().split('\r\n')).toHaveLength(total.total + 1)
  expect((await read('getEmailSentRawDataReport')).text).toContain("'=1+1")
})

test('a spreadsheet and raw data keep Hebrew and Thai, and a name that begins like a formula is text', async () => {
  const { system } = w.database
  const rename = (username: string, first_name: string, last_name: string) =>
    system
      .updateTable('users')
      .set({ first_name, last_name })
      .where('web_site_id', '=', 31)
      .where('username', '=', username)
      .execute()
  await rename('advisor', 'דנה', 'ויטלוק')
  await rename('staff', 'สุดา', 'ใจดี')
  await rename('location', '=HYPERLINK("https://evil.example")', '')
  try {
    const path = `/api/v1/getReportSpreadsheet/${encodeURIComponent(JSON.stringify({ report: 'usage' }))}`
    const response = await elena.request(path)
    expect(response.headers.get('content-disposition')).toContain('usage_report.xlsx')
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { rows } = await readTable(bytes)
    const names = rows.map(([, [name]]) => name!.trim())
    expect(names).toContain('דנה ויטלוק')
    expect(names).toContain('สุดา ใจดี')
    expect(names).toContain('=HYPERLINK("https://evil.example")')
    const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString()
    expect(sheet).toContain('<c ')
    expect(sheet).not.toMatch(/<f[ >/]/)
    const raw = await elena.request(`/api/v1/getUsageRawDataReport/${encodeURIComponent('{}')}`)
    const csv = Buffer.from(await raw.arrayBuffer()).toString()
    for (const name of ['דנה ויטלוק', 'สุดา ใจดี', `'=HYPERLINK(`]) expect(csv).toContain(name)
    const { total } = await elena.call(r.getPartsViewedReport, { params: { json: {} } as never })
    expect(Number(rows[0]![1].at(-1))).toBe(total.total)
  } finally {
    await rename('advisor', 'Dana', 'Whitlock')
    await rename('location', 'Liam', 'Ferris')
    await rename('staff', 'Stella', 'Nyman')
  }
})

test('people and places without an event are added on demand', async () => {
  const json = { report_type: 'api' as const, include_zero_usage_results: true }
  const { rows, total } = await elena.call(r.getPartsViewedReport, { params: { json } as never })
  expect(total.total).toBe(0)
  expect(rows.filter(({ row_type }) => row_type === 'location')).not.toHaveLength(0)
  expect(rows.map(({ class_name }) => class_name)).toContain('Dana Whitlock')
})

test('Elena’s choice of how a report opens is kept', async () => {
  const setting = {
    report: 'usage' as const,
    businessentity_id: null,
    dateFilterType: 'weekly' as const,
    report_type: 'app',
    page_size: 50,
  }
  await elena.call(r.saveReportSetting, { body: setting })
  expect(await elena.call(r.getReportSettings)).toEqual([setting])
  expect(await dana.call(r.getReportSettings)).toEqual([])
})

test('a report reads the index of its business, and no table', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select user_id, count(*) from report_views e
    where e.web_site_id = 31 and e.businessentity_id = ${businessId} and e.at >= now() - interval '30 days'
      and e.at < now() and e.kind = any(array['website']) group by 1`.execute(w.database.system)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('views_for_reports')
})
