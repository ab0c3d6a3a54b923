import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** Dana sees the letter while she chooses how often it is sent. */

async function open(more: FakeHandlers['reports'] = {}) {
  await page.viewport(1440, 900)
  const api = fakeApi({
    reports: {
      fetchUserAccessible: () => ({
        businessentities: [],
        regions: [],
        locations: [],
        users: [],
        businessentity_id: null,
        may_choose_place: true,
      }),
      previewReportLetter: ({ body }) => ({
        subject: `Usage, ${body.frequency}`,
        html: `<body><p style="height:700px">The ${body.frequency} letter</p></body>`,
      }),
      getNextReportLetter: () => ({ next_at: '2026-11-30T15:00:00.000Z' }),
      ...more,
    },
  })
  await render(<ScheduleDialog report="usage" filter={{ report_type: 'website' }} onClose={() => undefined} />, {
    session: danasSession(['view_reports']),
  })
  return api
}

test('the letter stands beside the choices, and follows them', async () => {
  const api = await open()
  await expect.element(page.getByTitle('Usage, weekly')).toBeInTheDocument()
  const letter = () => document.querySelector('iframe')!.contentDocument?.body.textContent
  await expect.poll(letter).toBe('The weekly letter')
  await page.getByRole('radio', { name: 'Monthly' }).click()
  await expect.poll(letter).toBe('The monthly letter')
  // The hour changes nothing in the letter.
  await page.getByLabelText('At', { exact: true }).selectOptions('9:00 AM')
  await expect.element(page.getByText('Usage, monthly')).toBeVisible()
  expect(api.calls('previewReportLetter')).toHaveLength(2)
})

test('a letter that cannot be shown says so, and the schedule can still be saved', async () => {
  await open({ previewReportLetter: () => refusal('server_error', 500) })
  await expect.element(page.getByRole('heading', { name: 'The letter could not be shown' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('the days are buttons, and the next letter is said in the time zone of its hour', async () => {
  const api = await open({
    getNextReportLetter: ({ params }) => ({
      next_at: params.json?.includes('Asia/Tokyo') ? '2026-12-01T22:00:00.000Z' : '2026-11-30T15:00:00.000Z',
    }),
    addReportSchedule: () => ({ id: 5, next_at: '2026-12-01T22:00:00.000Z' }),
  })
  await expect.element(page.getByText('Next letter: Monday, November 30 at 7:00 AM')).toBeVisible()
  await page.getByRole('radio', { name: 'Wed' }).click()
  await page.getByLabelText('Time zone').selectOptions('Asia/Tokyo')
  await expect.element(page.getByText('Next letter: Wednesday, December 2 at 7:00 AM')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => api.calls('addReportSchedule')[0]?.body)
    .toMatchObject({ weekday: 3, hour: 7, time_zone: 'Asia/Tokyo' })
})
