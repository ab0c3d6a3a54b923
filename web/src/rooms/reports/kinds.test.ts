import { reportPages, scheduleSettingsPage } from '@cutaway/contract/rooms/reports/pages.ts'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { reportKinds } from './kinds.ts'
import { stateOf } from './report-state.ts'

test('the links of letters lead to the pages of their reports', () => {
  for (const [report, path] of Object.entries(reportPages))
    expect([report, reportKinds[path]?.name]).toEqual([report, report])
  expect(scheduleSettingsPage).toBe(paths.reportSettings)
})

test('the funnel begins with the month that is over, by adviser, and takes no other rows from an address', () => {
  const kind = reportKinds[paths.funnelReport]!
  expect(stateOf(new URLSearchParams(''), kind, undefined)).toMatchObject({ range: 'Last month', group: 'user' })
  expect(stateOf(new URLSearchParams('group=film&range=Daily'), kind, undefined)).toMatchObject({
    range: 'Daily',
    group: 'film',
  })
  expect(stateOf(new URLSearchParams('group=place&range=ever'), kind, undefined)).toMatchObject({
    range: 'Last month',
    group: 'user',
  })
})
