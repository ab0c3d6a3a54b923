import { fetchUserAccessible } from '@cutaway/contract/rooms/reports/lookups.ts'
import type { DetailData, ReportData } from '@cutaway/contract/rooms/reports/reports.ts'
import { getReportSettings } from '@cutaway/contract/rooms/reports/settings.ts'
import { IconChartBar, IconMailShare } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../core/api.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { fewestSends, reportPageSizes } from '@cutaway/contract/rooms/reports/filters.ts'
import { DetailTable } from './details/DetailTable.tsx'
import { DrillDown } from './details/DrillDown.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { Figures } from './Figures.tsx'
import { FunnelChart } from './charts/FunnelChart.tsx'
import { FilterBar } from './FilterBar.tsx'
import { reportKinds, type ReportKind } from './kinds.ts'
import { filterOf, useReportState } from './report-state.ts'
import classes from './Reports.module.css'
import { ReportSettingsPage } from './ReportSettingsPage.tsx'
import { ScheduleDialog } from './schedules/ScheduleDialog.tsx'
import { ReportTable } from './ReportTable.tsx'
import { useColumnNames } from './useColumnNames.ts'

const ReportChart = lazy(() => import('./charts/ReportChart.tsx'))
const ManagerCharts = lazy(() => import('./charts/ManagerCharts.tsx'))
const chartHeight = 260

/** A report: filters in the URL, figures, chart, and the table of the same numbers. Which report, the path says. */
export default function ReportPage() {
  const path = useLocation().pathname.replace(/\/$/, '')
  return path === paths.reportSettings ? <ReportSettingsPage /> : <OneReport path={path} />
}

function OneReport({ path }: { path: string }) {
  const kind = reportKinds[path]!
  const settings = useQuery({
    queryKey: ['report-settings'],
    queryFn: ({ signal }) => call(getReportSettings, { signal }),
    staleTime: Infinity,
  })
  const t = useTexts()
  if (settings.isPending) return <PageHeader title={t(kind.title)} subtitle={t(`report_about_${kind.name}`)} />
  return <Report key={kind.name} kind={kind} setting={settings.data?.find(({ report }) => report === kind.name)} />
}

function Report({ kind, setting }: { kind: ReportKind; setting: Parameters<typeof useReportState>[1] }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { state, change } = useReportState(kind, setting)
  const choices = useQuery({
    queryKey: ['report-choices', user.user_id, state.business],
    queryFn: ({ signal }) =>
      call(fetchUserAccessible, {
        params: state.business === '' ? {} : { id: Number(state.business) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const filter = filterOf(state, user.businessentity_id)
  const title = t(kind.title)
  return (
    <div className={classes.page}>
      <FrameOf kind={kind} title={title} filter={filter} state={state} change={change}>
        <FilterBar kind={kind} state={state} change={change} choices={choices.data} />
      </FrameOf>
    </div>
  )
}

function FrameOf({
  kind,
  title,
  filter,
  state,
  change,
  children,
}: {
  kind: ReportKind
  title: string
  filter: ReturnType<typeof filterOf>
  children: React.ReactNode
} & ReturnType<typeof useReportState>) {
  const t = useTexts()
  const list = {
    ...filter,
    filter_class_id: filter.class_id,
    filter_location_id: filter.businessentity_location_id,
    filter_user_id: filter.user_id,
    class_id: undefined,
    businessentity_location_id: undefined,
    user_id: undefined,
    page: state.page,
    size: state.size,
  }
  // A query whose filter changes is given up, in the browser and in the database.
  const query = useQuery({
    queryKey: ['report', kind.name, kind.report ? filter : list],
    queryFn: ({ signal }) =>
      call(kind.report ?? kind.detail, { params: { json: kind.report ? filter : list } as never, signal }) as Promise<
        ReportData | DetailData
      >,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, refetch } = query
  const report = kind.report ? (data as ReportData | undefined) : undefined
  const graph = useQuery({
    queryKey: ['report', kind.chart?.path, filter],
    queryFn: ({ signal }) => call(kind.chart!, { params: { json: filter } as never, signal }) as Promise<ReportData>,
    placeholderData: keepPreviousData,
    enabled: kind.chart !== undefined,
  })
  const numbers = report ?? (kind.chart ? graph.data : undefined)
  const [isSending, setSending] = useState(false)
  const links = kind.report ? undefined : (data as DetailData | undefined)
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t(`report_about_${kind.name}`)}
        actions={
          <>
            {kind.name === 'existing' ? null : (
              <Button leftSection={<IconMailShare size={16} stroke={1.75} />} onClick={() => setSending(true)}>
                {t('report_send_by_email')}
              </Button>
            )}
            {numbers && numbers.rows.length > 0 ? <ExportMenu kind={kind} data={numbers} filter={filter} /> : null}
          </>
        }
      />
      {isSending && kind.name !== 'existing' ? (
        <ScheduleDialog report={kind.name} filter={sentFilter(filter)} onClose={() => setSending(false)} />
      ) : null}
      {children}
      <div aria-busy={isFetching || undefined} className={classes.body}>
        {error && !isFetching ? (
          <Card>
            <ErrorState heading="h2" title={t('report_not_loaded')} error={error} onRetry={() => void refetch()} />
          </Card>
        ) : data === undefined ? (
          <Card>
            <div className={classes.waiting}>
              <SkeletonRows rows={8} picture={false} />
            </div>
          </Card>
        ) : data.rows.length === 0 ? (
          <Card>
            <EmptyState
              heading="h2"
              icon={IconChartBar}
              title={t('report_none_title')}
              text={`${t('no_records_found')} ${t('report_none_text')}`}
            />
          </Card>
        ) : report ? (
          <>
            <Card padded={false}>
              {kind.name === 'funnel' ? (
                <FunnelChart data={report} change={change} />
              ) : (
                <>
                  <Figures data={report} />
                  {kind.name === 'managers' ? (
                    <Suspense fallback={<div style={{ minBlockSize: chartHeight + 32 }} />}>
                      <ManagerCharts data={report} />
                    </Suspense>
                  ) : (
                    <Chart kind={kind} data={report} />
                  )}
                </>
              )}
            </Card>
            <Card padded={false}>
              {kind.name === 'funnel' ? (
                <div className={classes.tabs}>
                  <SegmentedControl
                    label={t('report_group')}
                    value={state.group}
                    segments={kind.groups!.map((value) => ({
                      value,
                      label: t(value === 'film' ? 'report_column_animation_name' : `report_by_${value}`),
                    }))}
                    onChange={(group) => change({ group })}
                  />
                </div>
              ) : null}
              <ReportTable
                caption={title}
                data={report}
                state={state}
                change={change}
                canOpen={(column) => !['people', 'share', 'change', 'rate'].includes(column)}
              />
              {kind.name === 'funnel' ? (
                <p className={classes.footnote}>{t('report_few_sends', { number: fewestSends })}</p>
              ) : null}
            </Card>
            {state.cell ? <DrillDown kind={kind} data={report} filter={filter} state={state} change={change} /> : null}
          </>
        ) : links ? (
          <>
            {graph.data ? (
              <Card padded={false}>
                <Figures data={graph.data} />
                <Chart kind={kind} data={graph.data} />
              </Card>
            ) : null}
            <Card padded={false}>
              <DetailTable caption={title} data={links} />
              <Pagination
                page={state.page}
                size={state.size}
                total={links.total.rows}
                sizes={reportPageSizes}
                onPage={(page) => change({ page }, 'push')}
                onSize={(size) => change({ size, page: 1 })}
              />
            </Card>
          </>
        ) : null}
      </div>
    </>
  )
}

/** The filters of a schedule: a letter has a period of its own. */
const sentFilter = ({ dateFilterType, report_range, ...filter }: ReturnType<typeof filterOf>) => {
  void dateFilterType
  void report_range
  return filter
}

function Chart({ kind, data }: { kind: ReportKind; data: ReportData }) {
  const t = useTexts()
  const { number } = useFormat()
  const nameOf = useColumnNames()
  const seriesLabel = (key: string) => t(kind.name === 'logins' ? `report_login_${key}` : `report_series_${key}`)
  const isRanking = kind.name === 'frequent'
  const many = data.series.length > 0
  const rows = isRanking
    ? data.rows.slice(0, 10).map((row) => ({ label: row.class_name || row.id, now: row.total }))
    : data.columns.map((column) => ({
        label: nameOf(column),
        ...(column.running ? { running: 1 } : {}),
        ...(many
          ? Object.fromEntries(data.series.map(({ key, values }) => [key, values[column.key] ?? 0]))
          : { now: data.total.values[column.key] ?? 0, before: data.total.previous_values[column.key] ?? 0 }),
      }))
  return (
    <div className={classes.chart} style={{ minBlockSize: chartHeight + 32 }}>
      <Suspense fallback={null}>
        <ReportChart
          data={rows}
          height={chartHeight}
          format={number}
          // Opened links are some of those that were made; a log-in has one kind.
          areParts={kind.name === 'logins'}
          bars={
            many
              ? data.series.map(({ key }) => ({ name: key, label: seriesLabel(key) }))
              : [{ name: 'now', label: t('report_number') }]
          }
          line={
            many || isRanking || data.total.previous === 0
              ? undefined
              : { name: 'before', label: t('report_time_before') }
          }
        />
      </Suspense>
    </div>
  )
}
