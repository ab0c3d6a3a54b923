import {
  dateFilters,
  defaultDateFilter,
  defaultReportPageSize,
  reportPageSizes,
} from '@cutaway/contract/rooms/reports/filters.ts'
import { fetchUserAccessibleBusinessentities } from '@cutaway/contract/rooms/reports/lookups.ts'
import { getReportSettings, type ReportSetting, saveReportSetting } from '@cutaway/contract/rooms/reports/settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { FilterMenu } from '../../ui/form/FilterMenu.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { IconChartBar } from '@tabler/icons-react'
import { reportKinds, type ReportKind } from './kinds.ts'
import { Schedules } from './schedules/Schedules.tsx'
import classes from './Reports.module.css'

const kinds = Object.values(reportKinds)

/** How each report opens: saved as it is chosen. */
export function ReportSettingsPage() {
  const t = useTexts()
  const { number } = useFormat()
  const client = useQueryClient()
  const settings = useQuery({
    queryKey: ['report-settings'],
    queryFn: ({ signal }) => call(getReportSettings, { signal }),
  })
  const businesses = useQuery({
    queryKey: ['report-businesses'],
    queryFn: ({ signal }) => call(fetchUserAccessibleBusinessentities, { signal }),
  })
  const settingOf = (kind: ReportKind): ReportSetting =>
    settings.data?.find(({ report }) => report === kind.name) ?? {
      report: kind.name,
      businessentity_id: null,
      dateFilterType: defaultDateFilter,
      report_type: '',
      page_size: defaultReportPageSize,
    }
  const save = async (kind: ReportKind, to: Partial<ReportSetting>) => {
    const next = { ...settingOf(kind), ...to }
    client.setQueryData<ReportSetting[]>(['report-settings'], (now = []) => [
      ...now.filter(({ report }) => report !== kind.name),
      next,
    ])
    try {
      await call(saveReportSetting, { body: next })
    } catch (error) {
      toast(error)
      await settings.refetch()
    }
  }
  const several = (businesses.data?.length ?? 0) > 1
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_report_settings')} subtitle={t('report_about_settings')} />
      <Card padded={false}>
        <h2 className={classes.heading}>{t('report_by_mail')}</h2>
        <Schedules />
      </Card>
      <Card padded={false}>
        <h2 className={classes.heading}>{t('report_how_opens')}</h2>
        <DataTable
          caption={t('report_how_opens')}
          rows={settings.data ? kinds : undefined}
          rowId={({ name }) => name}
          loading={settings.isFetching}
          empty={
            <EmptyState heading="h2" icon={IconChartBar} title={t('report_none_title')} text={t('no_records_found')} />
          }
          error={
            settings.error && !settings.data ? (
              <ErrorState
                title={t('report_not_loaded')}
                error={settings.error}
                onRetry={() => void settings.refetch()}
              />
            ) : undefined
          }
          columns={settingColumns({ t, number, settingOf, save, businesses: several ? businesses.data! : [] })}
        />
      </Card>
    </div>
  )
}

/** One column for each thing that can be set. */
const settingColumns = ({
  t,
  number,
  settingOf,
  save,
  businesses,
}: {
  t: ReturnType<typeof useTexts>
  number: (value: number) => string
  settingOf: (kind: ReportKind) => ReportSetting
  save: (kind: ReportKind, to: Partial<ReportSetting>) => Promise<void>
  /** Empty for those who reach one only. */
  businesses: readonly { id: number; business_name: string }[]
}): Column<ReportKind>[] => [
  { id: 'report', label: t('report_name'), cell: (kind) => t(kind.title) },
  ...(businesses.length > 0
    ? [
        {
          id: 'business',
          label: t('report_business'),
          cell: (kind: ReportKind) => (
            <FilterMenu
              label={t('report_business')}
              value={String(settingOf(kind).businessentity_id ?? '')}
              values={[
                { value: '', label: t('report_own_business') },
                ...businesses.map(({ id, business_name }) => ({
                  value: String(id),
                  label: business_name,
                })),
              ]}
              onChange={(id) => void save(kind, { businessentity_id: id === '' ? null : Number(id) })}
            />
          ),
        },
      ]
    : []),
  {
    id: 'columns',
    label: t('report_columns'),
    // The funnel is one period.
    cell: (kind) =>
      kind.name === 'funnel' ? (
        '–'
      ) : (
        <FilterMenu
          label={t('report_columns')}
          value={settingOf(kind).dateFilterType}
          values={dateFilters.map((value) => ({ value, label: t(`report_unit_${value}`) }))}
          onChange={(dateFilterType) => void save(kind, { dateFilterType })}
        />
      ),
  },
  {
    id: 'type',
    label: t('report_type'),
    cell: (kind) =>
      kind.types.length < 2 ? (
        '–'
      ) : (
        <FilterMenu
          label={t('report_type')}
          value={settingOf(kind).report_type || kind.types[0]!}
          values={kind.types.map((value) => ({ value, label: t(`report_type_${value}`) }))}
          onChange={(report_type) => void save(kind, { report_type })}
        />
      ),
  },
  {
    id: 'size',
    label: t('report_page_size'),
    cell: (kind) => (
      <FilterMenu
        label={t('report_page_size')}
        value={String(settingOf(kind).page_size)}
        values={reportPageSizes.map((size) => ({ value: String(size), label: number(size) }))}
        onChange={(size) => void save(kind, { page_size: Number(size) })}
      />
    ),
  },
]
