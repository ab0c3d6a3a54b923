import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import ReportPage from './ReportPage.tsx'

/** The page of a report: its states, its table, and how the address holds its filters. */

const columns = [
  { key: '2026-09-01', label_key: 'report_period', date: '2026-09-01', last_date: '2026-09-30', running: false },
  { key: '2026-10-01', label_key: 'report_period', date: '2026-10-01', last_date: '2026-10-31', running: true },
]
const rowOf = (
  more: Partial<ReportRow> & Pick<ReportRow, 'id' | 'class_name'>,
  numbers: [number, number],
): ReportRow => ({
  row_type: 'location',
  parent: null,
  label_key: null,
  class_id: null,
  location_id: null,
  user_id: null,
  manager_id: null,
  embed_id: null,
  system_id: null,
  part_id: null,
  channel: null,
  row_language: null,
  deleted: false,
  values: { '2026-09-01': numbers[0], '2026-10-01': numbers[1] },
  total: numbers[0] + numbers[1],
  average: numbers[0],
  previous: 10,
  ...more,
})
const dana = { row_type: 'user', parent: 'l7', location_id: 7, user_id: 12 } as const
const usage: ReportData = {
  columns,
  rows: [
    rowOf({ id: 'l7', class_name: 'Harbour Road', location_id: 7 }, [30, 12]),
    rowOf({ id: 'u12', class_name: 'Dana Whitlock', ...dana }, [30, 12]),
    rowOf({ id: 'l8', class_name: 'Mill Lane', location_id: 8, deleted: true }, [4, 0]),
  ],
  total: {
    values: { '2026-09-01': 34, '2026-10-01': 12 },
    previous_values: { '2026-09-01': 20, '2026-10-01': 0 },
    total: 46,
    average: 34,
    previous: 20,
    complete: 1,
  },
  series: [],
  people: { watched: 1, team: 9 },
  start_date: '2026/09/01',
  end_date: '2026/10/31',
  time_zone: 'America/Los_Angeles',
}
const none: ReportData = { ...usage, rows: [], total: { ...usage.total, values: {}, total: 0, previous: 0 } }

async function open(more: FakeHandlers['reports'] = {}, path = '/usage_report') {
  const api = fakeApi({
    reports: {
      getReportSettings: () => [],
      fetchUserAccessible: () => ({
        businessentities: [],
        regions: [{ id: 3, class_name: 'North' }],
        locations: [],
        users: [],
        businessentity_id: null,
        may_choose_place: true,
      }),
      getPartsViewedReport: () => usage,
      ...more,
    },
  })
  const { path: at } = await render(<ReportPage />, { session: danasSession(['view_reports']), path })
  return { ...api, at }
}
const asked = (api: Awaited<ReturnType<typeof open>>, name: string) =>
  api.made
    .filter((call) => call.name === name)
    .map(({ params }) => JSON.parse(params['json']!) as Record<string, unknown>)

test('the table has the totals first; a row opens in place, and what was deleted has a mark', async () => {
  await open()
  const names = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map((cell) => cell.textContent)
  await expect.poll(names).toHaveLength(3)
  expect(names()[0]).toMatch(/^All/)
  expect(names()[1]).toMatch(/^Harbour Road/)
  expect(names()[2]).toMatch(/^Mill Lane · deleted/i)
  await page.getByRole('button', { name: 'Harbour Road' }).click()
  await expect.poll(() => names()[2]).toMatch(/^Dana Whitlock/)
  await expect.element(page.getByText('People who watched')).toBeVisible()
})

test('a number is a link to its rows, and a zero is not', async () => {
  const api = await open({
    getUsageDetailReport: () => ({
      columns: [{ key: 'username', label_key: 'report_column_username' }],
      rows: [{ username: 'Dana Whitlock' }],
      total: { rows: 1 },
    }),
  })
  await page.getByRole('button', { name: /^Harbour Road, .*: 30$/ }).click()
  await expect.element(page.getByRole('dialog').getByText('Dana Whitlock')).toBeVisible()
  expect(api.at()).toContain('cell=')
  expect(asked(api, 'getUsageDetailReport')[0]).toMatchObject({
    type: 'location',
    businessentity_location_id: 7,
    column_name: '2026-09-01',
  })
  await expect.poll(() => page.getByRole('button', { name: /^Mill Lane, .*: 0$/ }).elements()).toHaveLength(0)
})

test('the filters of the address are those of the call, and a change is in the address', async () => {
  const api = await open({}, '/usage_report?unit=weekly&type=app&region=3')
  await expect.element(page.getByText('Harbour Road')).toBeVisible()
  expect(asked(api, 'getPartsViewedReport')[0]).toMatchObject({
    dateFilterType: 'weekly',
    report_type: 'app',
    class_id: 3,
  })
  await page.getByRole('radio', { name: 'Daily' }).click()
  await expect.poll(api.at).toContain('unit=daily')
  await expect.poll(() => asked(api, 'getPartsViewedReport').at(-1)).toMatchObject({ dateFilterType: 'daily' })
})

test('on a phone the filters are a sheet, whose button says how many are in use', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const api = await open({}, '/usage_report?type=app')
  await expect.element(page.getByRole('radio', { name: 'Weekly' })).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: /^Region/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Filters 1' }).click()
  await page.getByRole('button', { name: 'Region: All' }).click()
  await page.getByRole('menuitemradio', { name: 'North' }).click()
  await expect.poll(() => asked(api, 'getPartsViewedReport').at(-1)).toMatchObject({ class_id: 3, report_type: 'app' })
  await page.getByRole('button', { name: 'Show the report' }).click()
  await expect.element(page.getByRole('button', { name: 'Filters 2' })).toBeVisible()
})

test('a report opens as the person has set it', async () => {
  const api = await open({
    getReportSettings: () => [
      { report: 'usage', businessentity_id: null, dateFilterType: 'daily', report_type: 'api', page_size: 50 },
    ],
  })
  await expect
    .poll(() => asked(api, 'getPartsViewedReport')[0])
    .toMatchObject({
      dateFilterType: 'daily',
      report_type: 'api',
    })
})

test('without an event the filters stay, and the page says so', async () => {
  await open({ getPartsViewedReport: () => none })
  await expect.element(page.getByRole('heading', { name: 'Nothing to show here' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Weekly' })).toBeVisible()
})

test('a report that fails says so, and is asked for again', async () => {
  let fails = true
  await open({ getPartsViewedReport: () => (fails ? refusal('report_period_too_long') : usage) })
  await expect.element(page.getByRole('heading', { name: 'Couldn’t load the report' })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Harbour Road')).toBeVisible()
})

test('the rows behind a number stand by day: what, who and how, and when', async () => {
  const column = (key: string) => ({ key, label_key: `report_column_${key}` })
  const row = { username: 'Dana Whitlock', tracktype: 'portal', remote_address: '203.0.113.24' }
  await open({
    getUsageDetailReport: () => ({
      columns: ['viewed_date', 'username', 'animation_name', 'remote_address', 'tracktype'].map(column),
      rows: [
        { ...row, viewed_date: '2026-10-02T17:52:00.000Z', animation_name: 'Brake pad wear' },
        { ...row, viewed_date: '2026-10-02T16:31:00.000Z', animation_name: 'Disc brake' },
        { ...row, viewed_date: '2026-10-02T03:00:00.000Z', animation_name: 'Tire wear' },
      ],
      total: { rows: 3 },
    }),
  })
  await page.getByRole('button', { name: /^Harbour Road, .*: 30$/ }).click()
  const days = () => page.getByRole('dialog').getByRole('heading', { level: 3 }).elements()
  await expect
    .poll(() => days().map((day) => day.textContent))
    .toEqual(['Friday, Oct 2, 2026', 'Thursday, Oct 1, 2026'])
  const rows = page.getByRole('dialog').getByRole('listitem')
  await expect.element(rows.first().getByText('Brake pad wear')).toBeVisible()
  await expect.element(rows.first().getByText('10:52 AM')).toBeVisible()
  await expect.element(rows.first().getByText('Dana Whitlock')).toBeVisible()
  await expect.element(rows.first().getByText('203.0.113.24')).toBeVisible()
  await expect.element(rows.last().getByText('8:00 PM')).toBeVisible()
})

test('every regional manager has a chart on the same scale, those with most views first', async () => {
  const manager = (id: string, name: string, numbers: [number, number]) =>
    rowOf({ id, class_name: name, row_type: 'manager', manager_id: 3 }, numbers)
  await open(
    {
      getAreaManagersReport: () => ({
        ...usage,
        rows: [
          manager('m1', 'Noor Haddad', [139, 174]),
          manager('m2', 'Rosa Delgado', [570, 404]),
          rowOf({ id: 'm2l7', class_name: 'Harbour Road', parent: 'm2', location_id: 7 }, [570, 404]),
        ],
        report_range: '',
        graph_data: [],
        months: [],
        hmax: 600,
        vheight: 300,
      }),
    },
    '/area_manager_report',
  )
  const charts = page.getByRole('listitem')
  await expect.element(charts.first().getByText('Rosa Delgado')).toBeVisible()
  await expect.element(charts.first().getByText('Locations: 1')).toBeVisible()
  await expect.element(charts.nth(1).getByText('Noor Haddad')).toBeVisible()
  // Both axes end at 600.
  await expect.poll(() => page.getByText('600', { exact: true }).elements()).toHaveLength(2)
})
