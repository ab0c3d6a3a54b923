import {
  deleteReportSchedule,
  getReportSchedules,
  leaveReportSchedule,
  pauseReportSchedule,
  resendReportLetters,
  sendReportNow,
  type ReportSchedule,
} from '@cutaway/contract/rooms/reports/schedules.ts'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { reportKinds } from '../kinds.ts'
import { whenOf } from './schedule-words.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import classes from './Schedules.module.css'

const kindOf = (report: string) => Object.values(reportKinds).find(({ name }) => name === report)
const reasons = new Set(['no_right', 'no_address', 'outside_scope', 'error'])

/** The reports that arrive by mail: when, to whom, and what became of the last letter. */
export function Schedules() {
  const t = useTexts()
  const [changed, setChanged] = useState<ReportSchedule | null>(null)
  const [ended, setEnded] = useState<ReportSchedule | null>(null)
  const query = useQuery({
    queryKey: ['report-schedules'],
    queryFn: ({ signal }) => call(getReportSchedules, { signal }),
  })
  const act = async (work: () => Promise<unknown>, message?: string) => {
    try {
      await work()
      if (message) toast(message)
    } catch (error) {
      toast(error)
    }
    await query.refetch()
  }
  const columns = useColumns({ act, change: setChanged, end: setEnded })
  return (
    <>
      <DataTable
        caption={t('report_by_mail')}
        rows={query.data}
        rowId={({ id }) => String(id)}
        loading={query.isFetching}
        empty={
          <EmptyState
            heading="h3"
            icon={IconMail}
            title={t('report_no_schedules')}
            text={t('report_no_schedules_text')}
          />
        }
        error={
          query.error && !query.data ? (
            <ErrorState title={t('report_not_loaded')} error={query.error} onRetry={() => void query.refetch()} />
          ) : undefined
        }
        columns={columns}
      />
      {changed ? (
        <ScheduleDialog
          report={changed.report}
          filter={changed.filter}
          schedule={changed}
          onClose={() => setChanged(null)}
        />
      ) : null}
      {ended ? (
        <ConfirmDialog
          title={t('report_end_question')}
          text={t(kindOf(ended.report)?.title ?? '')}
          verb={t('report_end_schedule')}
          onConfirm={() =>
            act(() => call(deleteReportSchedule, { params: { id: ended.id } })).then(() => setEnded(null))
          }
          onClose={() => setEnded(null)}
        />
      ) : null}
    </>
  )
}

function useColumns({
  act,
  change,
  end,
}: {
  act: (work: () => Promise<unknown>, message?: string) => Promise<void>
  change: (schedule: ReportSchedule) => void
  end: (schedule: ReportSchedule) => void
}): Column<ReportSchedule>[] {
  const t = useTexts()
  const { dateTime } = useFormat()
  const { language_code: tag } = useLanguage()
  return [
    {
      id: 'report',
      label: t('report_name'),
      cell: ({ report, is_own, owner }) => (
        <>
          {t(kindOf(report)?.title ?? '')}
          {is_own ? null : <div className={classes.quiet}>{t('report_from_person', { name: owner })}</div>}
        </>
      ),
    },
    { id: 'when', label: t('report_when'), cell: (schedule) => whenOf(schedule, t, tag) },
    {
      id: 'to',
      label: t('report_to'),
      cell: ({ recipients }) => recipients.map(({ name }) => name).join(', '),
    },
    { id: 'last', label: t('report_last_letter'), cell: (schedule) => <LastLetter schedule={schedule} act={act} /> },
    {
      id: 'next',
      label: t('report_next_letter'),
      cell: ({ paused_because, next_at }) => (paused_because === null ? dateTime(next_at) : '–'),
    },
    {
      id: 'on',
      label: t('report_is_on'),
      cell: ({ id, is_own, paused_because, report }) =>
        is_own ? (
          <Switch
            label={<span className="visually-hidden">{`${t('report_is_on')}: ${t(kindOf(report)?.title ?? '')}`}</span>}
            checked={paused_because === null}
            onChange={(event) => {
              const paused = !event.currentTarget.checked
              void act(() => call(pauseReportSchedule, { body: { id, paused } }))
            }}
          />
        ) : (
          t(paused_because === null ? 'report_is_on' : 'report_is_paused')
        ),
    },
    {
      id: 'actions',
      label: '',
      cell: (schedule) => (
        <div className={classes.actions}>
          {schedule.is_own ? (
            <>
              <Button
                size="xs"
                variant="subtle"
                onClick={() => void act(() => call(sendReportNow, { body: schedule }), 'report_test_sent')}
              >
                {t('report_send_test')}
              </Button>
              <Button size="xs" variant="subtle" onClick={() => change(schedule)}>
                {t('report_edit_schedule')}
              </Button>
              <Button size="xs" variant="danger-subtle" onClick={() => end(schedule)}>
                {t('report_end_schedule')}
              </Button>
            </>
          ) : (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => void act(() => call(leaveReportSchedule, { body: { id: schedule.id } }))}
            >
              {t('report_stop_letters')}
            </Button>
          )}
        </div>
      ),
    },
  ]
}

function LastLetter({
  schedule: { id, last, owner, paused_because, is_own },
  act,
}: {
  schedule: ReportSchedule
  act: (work: () => Promise<unknown>, message?: string) => Promise<void>
}) {
  const t = useTexts()
  const { dateTime, number } = useFormat()
  return (
    <div className={classes.state}>
      {paused_because === 'no_right' ? <p>{t('report_paused_no_right', { name: owner })}</p> : null}
      {last === null ? (
        <span className={classes.quiet}>{t('report_none_yet')}</span>
      ) : (
        <>
          {last.failures.length > 0 ? (
            <Tag kind="red">{t('report_some_not_sent', { number: number(last.failures.length) })}</Tag>
          ) : last.sent > 0 ? (
            <Tag kind="green">{t('report_sent_to', { number: number(last.sent) })}</Tag>
          ) : (
            <Tag>{t('report_nothing_happened')}</Tag>
          )}
          <span className={classes.quiet}>{dateTime(last.at)}</span>
          {last.failures.map(({ name, reason }) => (
            <p key={name}>
              {t('report_not_received', {
                name,
                reason: t(`report_reason_${reasons.has(reason) ? reason : 'delivery'}`),
              })}
            </p>
          ))}
          {last.failures.length > 0 && is_own ? (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => void act(() => call(resendReportLetters, { body: { id } }), 'report_sent_again')}
            >
              {t('report_send_again')}
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}
