import type * as contract from '@cutaway/contract/rooms/reports/settings.ts'
import { reportNames, type ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { businessOf } from './scope.ts'
import { findSettings, putSetting } from './settings.queries.ts'

/** How each report opens for a user. */

const isReport = (name: string): name is ReportName => (reportNames as readonly string[]).includes(name)

export const settings: Handlers<typeof contract> = {
  getReportSettings: async ({ caller, site, db }) =>
    (await findSettings(db, site, caller.user.user_id)).flatMap(({ report, date_filter, ...row }) =>
      isReport(report) ? [{ ...row, report, dateFilterType: date_filter }] : [],
    ),
  saveReportSetting: async (call) => {
    const { dateFilterType, ...setting } = call.body
    if (setting.businessentity_id !== null) await businessOf(call, setting.businessentity_id)
    await putSetting(call.db, call.site, call.caller.user.user_id, { ...setting, date_filter: dateFilterType })
    return null
  },
}
