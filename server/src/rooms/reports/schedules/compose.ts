import { scheduleSettingsPage } from '@cutaway/contract/rooms/reports/pages.ts'
import { ScheduledFilter, type SentReport } from '@cutaway/contract/rooms/reports/schedules.ts'
import { userCaller } from '../../../core/auth/user-caller.ts'
import type { Db } from '../../../core/db/database.ts'
import { formatCount } from '../../../core/formats.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { HttpRefusal, Refusal } from '../../../core/http/errors.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import type { Attachment } from '../../../outside/mail.smtp.ts'
import { isAddress } from '../../messaging/header-values.ts'
import { queueMail, renderLetter } from '../../messaging/mail.ts'
import { buildReport, type Json, type Report } from '../build.ts'
import { wireDay } from '../periods.ts'
import type { ReportCall } from '../report-call.ts'
import { drawChart } from './chart.ts'
import { csvOfReport } from './csv.ts'
import { spanOfLetter, type Rhythm } from './due.ts'
import { barsOf, chartId, mainNumbers, reportLetter } from './letter.ts'
import { pageOf } from './pages.ts'
import type { Outcome } from './schedules.queries.ts'

/** Makes the letter of a report for one reader, with the rights that the reader has now. */

export interface Plan extends Rhythm {
  report: SentReport
  filter: unknown
  with_csv: boolean
  only_with_events: boolean
}

/** The reports whose columns are no periods: their letter is about one time only. */
const isRanking = (report: SentReport) => report === 'frequent' || report === 'funnel'

interface Asked {
  /** When the letter is due. */
  at: Date
  userId: number
  /** Begins its links; by default the web site's own. */
  origin?: string
}

/** Queues the letter, or says why there is none. */
export async function writeLetter(db: Db, services: Services, site: Site, plan: Plan, asked: Asked): Promise<Outcome> {
  const reader = await readerOf(db, services, site, asked.userId)
  if (!reader) return { state: 'refused', reason: 'no_right' }
  if (!isAddress(reader.user.email)) return { state: 'refused', reason: 'no_address' }
  const composed = await compose(db, services, site, plan, reader, asked)
  if (!composed) return { state: 'refused', reason: 'outside_scope' }
  const { data, language, letter, draw, say } = composed
  if (plan.only_with_events && mainNumbers(data).now === 0) return { state: 'nothing' }
  const attachments: Attachment[] = [
    { fileName: 'chart.png', mediaType: 'image/png', content: await draw(), contentId: chartId },
    ...(plan.with_csv
      ? [
          {
            fileName: `${plan.report}_report.csv`,
            mediaType: 'text/csv; charset=utf-8',
            content: csvOfReport(data, say),
          },
        ]
      : []),
  ]
  const mail_id = await queueMail(db, services, site, { to: reader.user.email, language, attachments, letter })
  return { state: 'queued', mail_id }
}

/** Returns the letter as its reader will see it, a complete page, or null if the reader may not see the report. */
export async function previewLetter(
  db: Db,
  services: Services,
  site: Site,
  plan: Plan,
  asked: Asked,
): Promise<{ subject: string; html: string } | null> {
  const reader = await readerOf(db, services, site, asked.userId)
  const composed = reader && (await compose(db, services, site, plan, reader, asked))
  if (!composed) return null
  const { subject, html } = await renderLetter(services, site, composed.language, composed.letter)
  const picture = `data:image/png;base64,${(await composed.draw()).toString('base64')}`
  return { subject, html: html.replaceAll(`cid:${chartId}`, picture) }
}

/** Returns the reader of a letter; undefined without the right to view reports. */
async function readerOf(db: Db, services: Services, site: Site, userId: number) {
  const reader = await userCaller(db, site, userId, services.clock.now())
  return reader?.may('view_reports') ? reader : undefined
}
type Reader = NonNullable<Awaited<ReturnType<typeof readerOf>>>

/** Makes what a letter consists of, and draws its chart when asked; null if the filter leads beyond what the reader sees. */
async function compose(
  db: Db,
  services: Services,
  site: Site,
  plan: Plan,
  reader: Reader,
  { at, origin }: Omit<Asked, 'userId'>,
) {
  const call: ReportCall = { db, site, services, caller: reader, callerOrNull: reader, chosenLanguage: undefined }
  const filter = ScheduledFilter.parse(plan.filter)
  const { first, last, lastDay } = spanOfLetter(at, plan.frequency, site.time_zone)
  const json: Json = {
    ...filter,
    dateFilterType: plan.frequency,
    start_date: wireDay(isRanking(plan.report) ? last : first),
    end_date: wireDay(lastDay),
  }
  let data: Report
  try {
    data = await buildReport(call, plan.report, json)
  } catch (error) {
    // What the filter names is outside of what the reader sees, or exists no longer.
    if (error instanceof Refusal || error instanceof HttpRefusal) return null
    throw error
  }
  const language =
    site.languages.find(({ language_id }) => language_id === reader.user.language_id) ??
    site.languages.find(({ language_id }) => language_id === site.default_lang_id) ??
    site.languages[0]!
  const tag = language.language_code
  const say = (key: string) => text(site, tag, key)
  const draw = () =>
    drawChart(barsOf(data, plan.report, tag, say), {
      brand: site.theme.brand,
      isRtl: language.direction === 'rtl',
      number: (value) => formatCount(value, tag),
    })
  const base = origin ?? linkOrigin('', site.hosts, services.config)
  const letter = reportLetter({
    report: plan.report,
    frequency: plan.frequency,
    from: last,
    to: lastDay,
    data,
    link: `${base}${pageOf(plan.report, plan.frequency, filter)}`,
    settings: `${base}${scheduleSettingsPage}`,
    hasCsv: plan.with_csv,
  })
  return { data, language, letter, draw, say }
}
