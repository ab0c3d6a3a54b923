import type * as contract from '@cutaway/contract/rooms/reports/reports.ts'
import { readableMost } from '@cutaway/contract/rooms/reports/scale.ts'
import type { ReportData, ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { buildReport, type Json, type Report } from './build.ts'
import { buildDetails } from './details.ts'
import { rawData } from './raw.ts'
import { spreadsheet } from './spreadsheet.ts'

/** The calls of the reports. */

const shown = (built: Report): ReportData => {
  const { leaves, ...data } = built
  void leaves
  return data
}
const messageOf = ({ rows }: ReportData) => (rows.length === 0 ? 'no_records_found' : 'ok')

async function report(call: AnyCall, name: ReportName, json: Json) {
  const data = shown(await buildReport(call, name, json))
  return { data, message: messageOf(data) }
}
const plain = async (call: AnyCall, name: ReportName, json: Json) => {
  const { data, message } = await report(call, name, json)
  return answer(data, { message })
}

/** The height in pixels of the tallest bar. */
const tallestBar = 300

/** Returns what the bar charts of older programs are drawn from. */
function graphOf({ columns, total }: ReportData, json: Json) {
  const graph_data = columns.map(({ key }) => ({ label: key, value: total.values[key] ?? 0 }))
  return {
    report_range: json.report_range ?? json.dateFilterType,
    graph_data,
    months: columns.map(({ key }) => key),
    hmax: readableMost(Math.max(0, ...graph_data.map(({ value }) => value))),
    vheight: tallestBar,
  }
}
const withGraph = async (call: AnyCall, name: ReportName, json: Json) => {
  const { data, message } = await report(call, name, json)
  return answer(data, { message, beside: graphOf(data, json) })
}

async function workbook(call: AnyCall, name: ReportName, json: Json) {
  const data = shown(await buildReport(call, name, json))
  if (data.rows.length === 0) fail('no_records_found')
  call.reply.header('content-disposition', `attachment; filename="${name}_report.xlsx"`)
  await call.endTransaction()
  return spreadsheet(call, data)
}

export const reports: Handlers<typeof contract> = {
  getPartsViewedReport: (call) => plain(call, 'usage', call.params.json),
  getUsageDetailReport: (call) => buildDetails(call, 'usage', call.params.json),
  getUsageRawDataReport: (call) => rawData(call, 'usage', call.params.json, 'usage_report.csv'),
  getEmailSentReport: async (call) => {
    const { json } = call.params
    const { data, message } = await report(call, 'sent', json)
    return answer(data, { message, beside: { distributionTitle: `report_sent_by_${json.report_type}` } })
  },
  getEmailSentDetailReport: (call) => {
    const { json } = call.params
    return buildDetails(call, json.report_type === 'custom_video' ? 'videos' : 'sent', json)
  },
  getEmailSentRawDataReport: (call) => rawData(call, 'sent', call.params.json, 'email_sent_report.csv'),
  getUserCustomVideoSentReport: (call) => plain(call, 'videos', call.params.json),
  getEmbeddedAnimationsViewedReport: (call) => plain(call, 'embeds', call.params.json),
  getEmbeddedAnimationsDetailReport: (call) => buildDetails(call, 'embeds', call.params.json),
  getGenerateLinkGraphReport: (call) => plain(call, 'links', call.params.json),
  getGenerateLinkExcelReport: (call) => workbook(call, 'links', call.params.json),
  getGenerateLinkReportExists: (call) => buildDetails(call, 'existing', call.params.json),
  getFrequentlyViewedPartsReport: (call) => plain(call, 'frequent', call.params.json),
  getAreaManagersReport: (call) => withGraph(call, 'managers', call.params.json),
  getAreaManagersPartsViewedDetails: (call) => buildDetails(call, 'managers', call.params.json),
  getLoginTrackReport: (call) => withGraph(call, 'logins', call.params.json),
  getLoginTrackLoginDetails: (call) => buildDetails(call, 'logins', call.params.json),
  getFunnelReport: (call) => plain(call, 'funnel', call.params.json),
  getFunnelDetailReport: (call) => buildDetails(call, 'funnel', call.params.json),
  getReportSpreadsheet: (call) => workbook(call, call.params.json.report, call.params.json),
}
