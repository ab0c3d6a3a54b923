import type { ReportData, ReportName, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import type { Frequency } from '@cutaway/contract/rooms/reports/schedules.ts'
import { formatChange, formatCount, formatDayMonth, formatMonth, formatRange } from '../../../core/formats.ts'
import { button, facts, paragraph, small, type Block, type Letter } from '../../messaging/letter/letter.ts'
import type { Words } from '../../messaging/mail.ts'
import { chartSize, type Bar } from './chart.ts'

/** The letter about a report: what happened, a picture, the rows at the top, and the way to the page. */

export interface About {
  report: ReportName
  frequency: Frequency
  /** The first and the last day that it is about. */
  from: string
  to: string
  data: ReportData
  /** The page of the report, with its filters; the page of schedules. */
  link: string
  settings: string
  hasCsv: boolean
}

const mostRows = 10
const moment = (day: string) => new Date(`${day}T00:00:00Z`)

/** The name of the report, as pages have it. */
export const titleKey: Record<ReportName, string> = {
  usage: 'nav_usage_report',
  sent: 'nav_sent_report',
  videos: 'nav_videos_report',
  embeds: 'nav_embeds_report',
  links: 'nav_links_report',
  existing: 'nav_existing_links',
  frequent: 'nav_frequently_viewed',
  managers: 'nav_area_manager',
  logins: 'nav_logins_report',
  funnel: 'nav_funnel',
}

const isRanking = ({ columns }: ReportData) => columns.some(({ date }) => date === undefined)

/** Returns the number that the letter is about, and the one of the time before. */
export function mainNumbers(data: ReportData): { now: number; before: number } {
  if (isRanking(data)) return { now: data.total.total, before: data.total.previous }
  const [before, now] = data.columns.slice(-2).map(({ key }) => data.total.values[key] ?? 0)
  return { now: now ?? 0, before: before ?? 0 }
}

/** Returns the bars of the picture: the columns of time, the steps of the funnel, or the films at the top. */
export function barsOf(data: ReportData, report: ReportName, tag: string, say: (key: string) => string): Bar[] {
  if (report === 'funnel')
    return data.columns
      .filter(({ key }) => key !== 'rate')
      .map(({ key, label_key }) => ({ label: say(label_key), value: data.total.values[key] ?? 0, isMain: true }))
  if (isRanking(data))
    return data.rows
      .slice(0, 10)
      .map(({ total }, i) => ({ label: formatCount(i + 1, tag), value: total, isMain: true }))
  return data.columns.map(({ key, date = key, last_date }, i) => ({
    label:
      last_date !== undefined && last_date.slice(0, 7) === date.slice(0, 7) && isMonth(date, last_date)
        ? formatMonth(moment(date), tag)
        : formatDayMonth(moment(date), tag),
    value: data.total.values[key] ?? 0,
    isMain: i === data.columns.length - 1,
  }))
}
const isMonth = (from: string, to: string) =>
  from.endsWith('-01') && new Date(moment(to).getTime() + 86_400_000).getUTCDate() === 1

const nameOf = ({ class_name, label_key }: ReportRow, say: (key: string) => string) =>
  class_name === '' ? say(label_key ?? '') : label_key ? `${say(label_key)} ${class_name}` : class_name

function tableOf(data: ReportData, report: ReportName, tag: string, say: (key: string) => string): Block {
  const top = data.rows.filter(({ parent }) => parent === null)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatCount(value, tag))
  if (isRanking(data)) {
    const shown = data.columns.filter(({ key }) =>
      report === 'funnel' ? key !== 'delivered' && key !== 'half_watched' : key !== 'people',
    )
    const cells = (values: Record<string, number>) => shown.map(({ key }) => number(values[key]))
    return {
      kind: 'table',
      head: [say('report_name'), ...shown.map(({ label_key }) => say(label_key))],
      rows: [
        [say('report_all'), ...cells(data.total.values)],
        ...top.slice(0, mostRows).map((row) => [nameOf(row, say), ...cells(row.values)]),
      ],
    }
  }
  const [before, now] = data.columns.slice(-2).map(({ key }) => key) as [string, string]
  const cells = (values: Record<string, number>) => [
    number(values[now] ?? 0),
    formatChange(values[now] ?? 0, values[before] ?? 0, tag),
  ]
  return {
    kind: 'table',
    head: [say('report_name'), say('report_number'), say('report_change')],
    rows: [
      [say('report_all'), ...cells(data.total.values)],
      ...top
        .toSorted((a, b) => (b.values[now] ?? 0) - (a.values[now] ?? 0))
        .slice(0, mostRows)
        .map((row) => [nameOf(row, say), ...cells(row.values)]),
    ],
  }
}

export const chartId = 'chart'

export const reportLetter =
  ({ report, frequency, from, to, data, link, settings, hasCsv }: About) =>
  ({ say, tag }: Words): Letter => {
    const period = formatRange(moment(from), moment(to), tag)
    const { now, before } = mainNumbers(data)
    const title = `${say(titleKey[report])}, ${period}`
    const number = (value: number) => formatCount(value, tag)
    const alt = barsOf(data, report, tag, say)
      .map(({ label, value }) => `${label}: ${number(value)}`)
      .join(', ')
    return {
      subject: title,
      preview: `${number(now)} (${formatChange(now, before, tag)})`,
      title,
      blocks: [
        paragraph(say(`report_about_${report}`)),
        facts([
          { label: say('report_letter_number'), value: number(now) },
          { label: say(`report_letter_before_${frequency}`), value: number(before) },
          { label: say('report_change'), value: formatChange(now, before, tag) },
        ]),
        { kind: 'picture', src: `cid:${chartId}`, alt, ...chartSize },
        tableOf(data, report, tag, say),
        button(say('report_letter_open'), link),
        ...(hasCsv ? [small(say('report_letter_csv'))] : []),
        {
          kind: 'links',
          title: say('report_letter_why'),
          links: [{ label: say('report_letter_stop'), href: settings }],
        },
      ],
    }
  }
